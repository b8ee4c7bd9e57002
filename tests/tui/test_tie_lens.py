"""The tie lens: who ties, both futures side by side, and another winner taken."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from bpe_play.engine import StopReason
from bpe_play.engine.futures import Futures
from bpe_play.engine.history import History, pack
from bpe_play.engine.training import train
from bpe_play.tui.lab import Lab
from bpe_play.tui.screens import tie_words
from bpe_play.tui.screens.lab import LabScreen
from bpe_play.tui.screens.tie_lens import TieLens
from bpe_play.tui.state import State
from bpe_play.tui.tie import tied_step
from bpe_play.tui.typed_cuts import typed_cuts
from bpe_play.tui.widgets import future_rows
from bpe_play.tui.widgets.pieces import Line, text_of, width_of

SitDown = Callable[..., AbstractAsyncContextManager[Any]]


def history(words: dict[bytes, int], size: int, choices: Any = None) -> History:
    made = History(sum(len(word) * count for word, count in words.items()))
    made.extend(pack(train(words, size, choices=choices)))
    return made


def futures(words: dict[bytes, int], size: int, pair: tuple[int, int]) -> Futures:
    """Both, where a pair wins the first step."""
    return Futures(history(words, size), history(words, size, {1: pair}), 1)


def lab_of(words: dict[bytes, int], size: int, text: bytes = b"") -> Lab:
    lab = Lab(State(source="x", split="none", vocab_size=size, text=text))
    lab.begun(history(words, size), len(words))
    lab.ended(StopReason.VOCABULARY_FULL)
    return lab


# -- words


class Ended:
    """As much of another future as the words ask for."""

    problem, is_compared, is_limited, counted = "", True, False, 1.0


def said(both: Futures) -> str:
    return tie_words.summary(Ended(), both)  # type: ignore[arg-type]


def test_futures_that_meet_have_the_same_tokens_in_another_order() -> None:
    assert said(futures({b"ab": 2, b"cd": 2, b"ef": 1}, 259, (99, 100))) == (
        "They meet again after step 2: the same 2 tokens, in another order; from there both learn the same, "
        "up to step 3."
    )


def test_where_they_meet_at_the_last_step_no_more_is_claimed() -> None:
    assert said(futures({b"ab": 1, b"cd": 1}, 258, (99, 100))) == (
        "They meet again after step 2, the last one compared: the same 2 tokens, in another order."
    )


def test_futures_that_part_name_what_is_on_one_side_alone() -> None:
    assert said(futures({b"abc": 5, b"xy": 1}, 259, (98, 99))) == (
        "They part: up to step 3, 2 of 3 steps differ; after step 2 both go on alike. "
        "Only left: “ab”. Only right: “bc”."
    )


def test_the_typed_text_is_shown_where_it_is_cut_apart() -> None:
    words = {b"abc": 5}
    both, lab = futures(words, 257, (98, 99)), lab_of(words, 257, b"xxabcxx")
    assert typed_cuts(lab, both) == "The typed text is cut as ab│c and as a│bc."
    lab.change(text=b"xx")
    assert typed_cuts(lab, both) == "The typed text is cut the same way."
    lab.change(text=b"")
    assert typed_cuts(lab, both) == ""


def test_a_long_text_is_looked_at_where_it_begins() -> None:
    words = {b"abc": 5}
    lab = lab_of(words, 257, b"x" * 1_000 + b"abc")
    said = "The beginning of the typed text is cut the same way."
    assert typed_cuts(lab, futures(words, 257, (98, 99))) == said


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (0, "Step 0 is bytes. The nearest tie is at step 2"),
        (1, "At step 1 one pair is the most frequent: there is no tie. The nearest tie is at step 2"),
    ],
)
def test_where_nothing_ties_the_nearest_tie_is_named(step: int, sentence: str) -> None:
    assert tie_words.no_tie(history({b"ab": 3, b"cd": 2, b"ef": 2}, 259), step) == sentence


def test_where_nothing_ties_at_all_that_is_said() -> None:
    assert tie_words.no_tie(history({b"ab": 3}, 257), 1).endswith("No step near it has one")


def test_the_step_under_the_cursor_goes_before_the_next_one() -> None:
    lab = lab_of({b"ab": 3, b"cd": 2, b"ef": 2, b"gh": 2}, 260)
    tied = []
    for step in range(5):
        lab.move_to(step)
        tied.append(tied_step(lab))
    assert tied == [None, 2, 2, 3, None], "steps 2 and 3 are tied"


# -- rows


def words_of(line: Line) -> str:
    return " ".join(text_of(line).split())


def test_a_row_says_with_a_sign_whether_both_do_the_same_and_where_else_the_token_is_made() -> None:
    both = futures({b"ab": 2, b"cd": 2, b"ef": 1}, 259, (99, 100))
    assert words_of(future_rows.row(both, 1, 60)) == "1 a + b → ab 2 ≠ c + d → cd 2"
    assert words_of(future_rows.row(both, 3, 60)) == "3 e + f → ef = e + f → ef"


def test_a_token_of_one_side_alone_has_a_dash() -> None:
    both = futures({b"abc": 5}, 258, (98, 99))
    assert words_of(future_rows.row(both, 1, 60)) == "1 a + b → ab – ≠ b + c → bc –"


@pytest.mark.parametrize("width", [50, 74, 76, 96, 126])
def test_rows_fit_and_stand_under_their_header(width: int) -> None:
    both = futures({b"abc" * 20: 5}, 262, (98, 99))
    for line in (
        future_rows.header(width),
        future_rows.names("a" * 200, "b" * 200, width),
        *(future_rows.row(both, step, width) for step in range(1, both.last + 1)),
    ):
        assert width_of(line) <= width


# -- the screen


async def opened(person: Any, step: int) -> None:
    await person.press("g")
    await person.answer(str(step))
    await person.press("T")
    await person.pilot.pause()
    assert isinstance(person.app.screen, TieLens)


async def until_compared(person: Any) -> None:
    lens = person.app.screen
    await person.until(lambda: lens.other is not None and lens.other.is_compared)
    await person.pilot.pause(0.2)


class TestTheLens:
    async def test_lists_who_ties_with_the_winner_marked(self, sit_down: SitDown) -> None:
        async with sit_down(source="tiny", vocab_size=280) as person:
            await opened(person, 7)
            assert "Step 7: 3 pairs occur 3 times" in person.sees
            assert "wins: first seen" in person.sees
            assert "↓ goes to another winner" in person.sees

    async def test_shows_both_futures_and_sums_up(self, sit_down: SitDown) -> None:
        async with sit_down(source="tiny", vocab_size=280) as person:
            await opened(person, 7)
            await person.press("down")
            await until_compared(person)
            assert "a + n wins, as now" in person.sees
            assert "␣ra + n wins instead" in person.sees
            assert "≠" in person.sees
            assert "They meet again after step 8: the same 8 tokens, in another order" in person.sees

    async def test_enter_takes_the_winner_and_undo_gives_it_back(self, sit_down: SitDown) -> None:
        async with sit_down(source="tiny", vocab_size=280) as person:
            before = person.lab.state
            await opened(person, 7)
            mark = person.lab.fingerprint
            await person.press("down", "enter")
            assert isinstance(person.app.screen, LabScreen)
            await person.until_trained()
            assert person.lab.state.choices == ((7, (258, 110)),)
            assert person.lab.cursor == 7
            assert person.lab.history.merge(7).token == b" ran"
            assert person.lab.fingerprint not in ("", mark)
            assert "ties first seen   7: ␣ran" in person.sees
            assert any("' ran' wins step 7 now. u: as before" in told for told in person.told)
            await person.press("u")
            await person.until_trained()
            assert person.lab.state.choices == ()
            assert person.lab.fingerprint == mark
            assert person.lab.state == before.changed(cursor=7)

    async def test_a_choice_is_named_and_can_be_taken_back_there(self, sit_down: SitDown) -> None:
        async with sit_down(source="tiny", vocab_size=280, choices=((7, (258, 110)),)) as person:
            await opened(person, 7)
            assert "wins: you chose it" in person.sees
            assert "would win: first seen" in person.sees
            await person.press("down", "enter")
            assert person.lab.state.choices == ()

    async def test_the_evidence_says_who_chose(self, sit_down: SitDown) -> None:
        async with sit_down(source="tiny", vocab_size=280, choices=((7, (258, 110)),), cursor=7) as person:
            await person.press("enter")
            assert "a winner that you chose" in person.sees
            assert "first seen" not in person.sees.split("\n", 2)[2]

    @pytest.mark.parametrize("keys", [["escape"], ["down", "escape"], ["q"], ["enter"]])
    async def test_closes_and_changes_nothing(self, sit_down: SitDown, keys: list[str]) -> None:
        async with sit_down(source="tiny", vocab_size=280) as person:
            await opened(person, 7)
            state, lens = person.lab.state, person.app.screen
            await person.press(*keys)
            assert isinstance(person.app.screen, LabScreen)
            assert person.lab.state == state
            assert lens.other is None

    async def test_walking_on_ends_the_future_that_nobody_looks_at(self, sit_down: SitDown) -> None:
        async with sit_down(source="tiny", vocab_size=280) as person:
            await opened(person, 7)
            await person.press("down")
            lens = person.app.screen
            await person.until(lambda: lens.other is not None)
            first = lens.other
            await person.press("down")
            await until_compared(person)
            assert lens.other is not first
            assert first.is_done
            assert "␣ra + in wins instead" in person.sees

    @pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (60, 20)])
    async def test_the_sentence_and_the_keys_are_seen_at_any_size(
        self, sit_down: SitDown, size: tuple[int, int], tmp_path: Path
    ) -> None:
        corpus = tmp_path / "abc.txt"
        corpus.write_text("abc" * 5 + "xy")
        async with sit_down(size, source=str(corpus), split="none", vocab_size=262, text=b"abc") as person:
            await opened(person, 1)
            await person.press("down")
            await until_compared(person)
            assert "They part: up to step" in person.sees
            assert "take" in person.sees

    async def test_goes_to_the_next_difference_and_pages_through_the_steps(self, sit_down: SitDown) -> None:
        async with sit_down(source="tiny", vocab_size=280) as person:
            await opened(person, 7)
            await person.press("down")
            await until_compared(person)
            listed = person.app.screen.query_one("#futures")
            await person.press("n")
            assert listed.cursor == 1
            await person.press("n")
            await person.is_told("No step below differs")
            await person.press("pagedown")
            assert listed.cursor > 1
            assert person.app.screen.query_one("#tied").cursor == 1, "the winner that is looked at stays"


class TestTheHint:
    """The border of the merges says which key shows both futures, at a tie and only there."""

    @pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (120, 40)])
    async def test_stands_at_a_tie_and_at_no_other_step(
        self, sit_down: SitDown, size: tuple[int, int]
    ) -> None:
        async with sit_down(size, source="tiny", vocab_size=280, cursor=6) as person:
            hint = "T both futures" if size[0] > 60 else "T futures"
            assert hint in person.sees, "the next one is tied"
            await person.press("right")
            assert hint in person.sees
            await person.press("g")
            await person.answer("4")
            assert "futures" not in person.sees

    async def test_does_not_tell_what_is_to_be_predicted(self, sit_down: SitDown) -> None:
        async with sit_down(source="tiny", vocab_size=280, cursor=6) as person:
            person.lab.hide("merge")
            await person.pilot.pause()
            assert "futures" not in person.sees


class TestNoLens:
    async def test_without_a_tie(self, sit_down: SitDown) -> None:
        async with sit_down(source="tiny", vocab_size=280) as person:
            await person.press("g")
            await person.answer("4")
            await person.press("T")
            await person.is_told("The nearest tie is at step 3")

    async def test_for_another_algorithm(self, sit_down: SitDown) -> None:
        async with sit_down(algorithm="wordpiece", trained=False) as person:
            await person.until_trained()
            await person.press("T")
            await person.is_told("The tie lens is for BPE over bytes")

    async def test_while_the_next_merge_is_to_be_guessed(self, sit_down: SitDown) -> None:
        async with sit_down(source="tiny", vocab_size=280) as person:
            person.lab.hide("merge")
            await person.press("T")
            await person.is_told("The next merge is hidden")


async def test_a_change_of_the_corpus_says_that_the_choice_is_gone(sit_down: SitDown) -> None:
    async with sit_down(source="tiny", vocab_size=280, choices=((7, (258, 110)),)) as person:
        person.lab.change(source="lowest")
        await person.is_told("The winner that was chosen at step 7 went with the merges it was made for")
