"""The state of the compare screen: rows, steps, the text, and what waits."""

from __future__ import annotations

import doctest
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_play.engine import Tokenization, Tokenizer, TokenSpan, pre_tokenizer
from bpe_play.engine.bpe import train
from bpe_play.engine.compare import compare
from bpe_play.engine.history import pack
from bpe_play.engine.vocabulary import Vocabulary
from bpe_play.tui import compare_state
from bpe_play.tui.compare_state import LAB, LARGEST_TEXT, CompareState, Kind, Which, cut
from bpe_play.tui.lab import Lab
from bpe_play.tui.screens.compare_words import notes_of
from bpe_play.tui.state import State

TEXT = b"aaabdaaabac"
OTHER = Which(Kind.PUBLISHED, "other")


def tokenizer(*pairs: tuple[int, int]) -> Tokenizer:
    return Tokenizer(pre_tokenizer("none"), Vocabulary.of(pairs))


@pytest.fixture
def lab() -> Lab:
    """A lab that has learned aa, aaa and aaab."""
    lab = Lab(State(split="none", vocab_size=259, text=TEXT))
    lab.started(len(TEXT), 1)
    lab.learned(pack(train({TEXT: 1}, 259)))
    lab.ended("done")
    return lab


@pytest.fixture
def state(lab: Lab) -> CompareState:
    """The lab's tokenizer, and one that knows ba only."""
    state = CompareState(lab, [LAB, OTHER])
    state.loaded(state.pending[0], tokenizer((98, 97)))
    return state


def cuts(state: CompareState) -> list[str]:
    order = state.order()
    state.take(order, cut(order))
    assert state.comparison is not None
    return [b"|".join(span.token for span in row.spans).decode() for row in state.comparison.rows]


class TestRows:
    def test_the_labs_is_there_at_once_and_others_wait(self, lab: Lab) -> None:
        state = CompareState(lab)
        assert [row.which for row in state.rows] == [LAB]
        assert [pending.which.name for pending in state.pending] == ["gpt2", "cl100k_base"]

    def test_each_cuts_the_text(self, state: CompareState) -> None:
        assert cuts(state) == ["aaab|d|aaab|a|c", "a|a|a|b|d|a|a|a|ba|c"]
        assert state.comparison is not None
        assert [cost.tokens for cost in state.comparison.costs] == [5, 10]

    def test_four_at_most_those_on_their_way_included(self, state: CompareState) -> None:
        for _ in range(5):
            state.add(OTHER)
        assert (len(state.rows), len(state.pending), state.has_room) == (2, 2, False)

    def test_one_is_replaced_when_the_other_is_there(self, state: CompareState) -> None:
        row = state.rows[0]
        state.replace(row, OTHER)
        assert state.rows[0] is row
        state.loaded(state.pending[0], tokenizer())
        assert [row.which for row in state.rows] == [OTHER, OTHER]

    def test_what_nobody_waits_for_any_more_is_dropped(self, state: CompareState) -> None:
        state.add(OTHER)
        (pending,) = state.pending
        state.give_up()
        assert not state.loaded(pending, tokenizer())
        assert len(state.rows) == 2

    def test_a_replacement_of_a_row_that_is_gone_becomes_a_row_of_its_own(self, state: CompareState) -> None:
        row = state.rows[1]
        state.replace(row, OTHER)
        state.remove(row)
        state.loaded(state.pending[0], tokenizer())
        assert len(state.rows) == 2

    def test_the_last_one_stays(self, state: CompareState) -> None:
        assert state.remove(state.rows[1])
        assert not state.remove(state.rows[0])

    def test_any_can_be_the_first(self, state: CompareState) -> None:
        state.make_first(state.rows[1])
        assert [row.which for row in state.rows] == [OTHER, LAB]

    def test_it_never_shares_an_encoder_with_another_screen(self, lab: Lab, state: CompareState) -> None:
        shared = tokenizer((97, 98))
        state.add(OTHER)
        state.loaded(state.pending[0], shared)
        kept = [state.tokenizer(row) for row in state.rows]
        assert not any(one is other for one in kept for other in (shared, lab.tokenizer))

    def test_a_twin_cuts_the_same_and_remembers_for_itself(self) -> None:
        one = tokenizer((97, 98), (256, 97))
        twin = one.twin()
        assert (twin.encode("aba", step=1), one.encode("aba"), twin.encode("aba")) == (
            [256, 97],
            [257],
            [257],
        )
        assert twin._encoder is not one._encoder


class TestSteps:
    def test_the_labs_follows_its_cursor(self, lab: Lab, state: CompareState) -> None:
        lab.move_to(1)
        assert state.step(state.rows[0]) == 1
        assert cuts(state)[0] == "aa|a|b|d|aa|a|b|a|c"

    def test_a_step_that_was_chosen_stays(self, lab: Lab, state: CompareState) -> None:
        row = state.rows[0]
        state.move_to(row, 2)
        lab.move_to(0)
        assert cuts(state)[0] == "aaa|b|d|aaa|b|a|c"
        state.move_to(row, None)
        assert state.step(row) == 0

    @pytest.mark.parametrize(("asked", "step"), [(-5, 0), (0, 0), (1, 1), (99, 1)])
    def test_any_vocabulary_has_steps(self, state: CompareState, asked: int, step: int) -> None:
        state.move_to(state.rows[1], asked)
        assert state.step(state.rows[1]) == step

    def test_a_new_training_is_followed(self, lab: Lab, state: CompareState) -> None:
        assert cuts(state)[0] == "aaab|d|aaab|a|c"
        lab.change(vocab_size=256)
        lab.started(len(TEXT), 1)
        assert cuts(state)[0] == "a|a|a|b|d|a|a|a|b|a|c"

    def test_another_tokenizer_that_the_lab_shows_is_followed_too(
        self, lab: Lab, state: CompareState
    ) -> None:
        lab.adopt("other", tokenizer((97, 97)))
        assert cuts(state)[0] == "aa|a|b|d|aa|a|b|a|c"
        lab.show_own()
        assert cuts(state)[0] == "aaab|d|aaab|a|c"


class TestTheText:
    def test_it_is_the_labs_also_when_it_changes_there_or_here(self, lab: Lab, state: CompareState) -> None:
        lab.change(text=b"ba")
        assert state.text == b"ba"
        state.edit(b"aaab")
        assert lab.state.text == b"aaab"

    def test_a_text_that_was_chosen_is_edited_as_a_copy(self, lab: Lab, state: CompareState) -> None:
        state.choose("numbers", "Numbers", b"1234")
        assert (state.text_key, state.text) == ("numbers", b"1234")
        state.edit(b"12345")
        assert (state.text_key, state.text, lab.state.text) == ("own", b"12345", TEXT)
        state.follow_lab()
        assert state.text == TEXT

    def test_special_tokens_in_it_are_text(self, state: CompareState) -> None:
        state.choose("own", "", b"<|endoftext|>")
        assert cuts(state)[1] == "|".join("<|endoftext|>")

    @pytest.mark.parametrize("char", ["a", "ñ", "日", "🤖"])
    def test_of_a_text_too_long_the_beginning_is_compared_in_whole_characters(
        self, state: CompareState, char: str
    ) -> None:
        state.choose("own", "", b"x" + char.encode() * LARGEST_TEXT)
        compared = state.compared
        assert LARGEST_TEXT - 4 < len(compared) <= LARGEST_TEXT
        compared.decode()

    def test_bytes_that_are_no_text_are_cut_anywhere(self, state: CompareState) -> None:
        state.choose("own", "", b"\x80" * (LARGEST_TEXT + 9))
        assert LARGEST_TEXT - 4 <= len(state.compared) <= LARGEST_TEXT


class TestOrders:
    def test_a_result_for_other_steps_may_be_shown_for_the_moment(self, state: CompareState) -> None:
        before = state.order()
        state.move_to(state.rows[0], 1)
        assert before.differs_in_steps_only(state.order())

    def test_one_for_another_text_or_other_rows_may_not(self, state: CompareState) -> None:
        before = state.order()
        state.choose("own", "", b"x")
        assert not before.differs_in_steps_only(state.order())
        before = state.order()
        state.remove(state.rows[0])
        assert not before.differs_in_steps_only(state.order())


def test_examples_hold() -> None:
    assert doctest.testmod(compare_state).failed == 0


CHANGES = st.one_of(
    st.tuples(st.sampled_from(["add", "replace"]), st.sampled_from([LAB, OTHER])),
    st.tuples(st.sampled_from(["remove", "first"]), st.integers(0, 3)),
    st.tuples(st.just("step"), st.one_of(st.none(), st.integers(0, 3))),
    st.tuples(st.just("go"), st.integers(0, 9)),
    st.tuples(st.just("text"), st.sampled_from([b"", b"abc", b"aaab"])),
    st.tuples(st.just("lab text"), st.just(0)),
)


def change(state: CompareState, what: str, value: Any) -> None:
    rows = state.rows
    match what:
        case "add":
            state.add(value)
        case "replace":
            state.replace(rows[-1], value)
        case "remove":
            state.remove(rows[value % len(rows)])
        case "first":
            state.make_first(rows[value % len(rows)])
        case "step":
            state.move_to(rows[0], value)
        case "go":
            state.go_to(value % len(rows), value)
        case "text":
            state.choose("own", "", value)
        case "lab text":
            state.follow_lab()


@given(st.lists(CHANGES, max_size=12))
def test_all_changes_are_taken_back_one_by_one_and_made_again(
    goes_back_and_forth: Callable[..., None], changes: list[tuple[str, Any]]
) -> None:
    lab = Lab(State(split="none", vocab_size=259, text=TEXT))
    lab.learned(pack(train({TEXT: 1}, 259)))
    state = CompareState(lab, [LAB, OTHER])
    goes_back_and_forth(state, (partial(change, state, what, value) for what, value in changes))


def test_what_a_tokenizer_loses_is_among_its_notes() -> None:
    """Else the one that knows nothing would be the cheapest, and nothing unusual."""
    lab = Lab(State(split="none", vocab_size=259, text="日本".encode()))
    lab.learned(pack(train({TEXT: 1}, 259)))
    state = CompareState(lab, [LAB, OTHER])
    lost = Tokenization(lab.state.text, (TokenSpan(0, lab.state.text, 0, 6, unknown=True),))
    state.loaded(state.pending[0], tokenizer((98, 97)))
    order = state.order()
    state.take(order, compare([cut(order).rows[0], lost]))
    (note,) = notes_of(state)["other"]
    assert note.startswith("1 unknown token swallowed 2 characters: they do not come back")
