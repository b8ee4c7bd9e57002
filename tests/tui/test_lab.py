"""The Lab without a screen: what is chosen, what was learned, what is shown, and who is told."""

from __future__ import annotations

from array import array
from collections.abc import Callable

import pytest

from bpe_play.corpora import Source, describe
from bpe_play.engine import PatternError, SpecialMode, TieRule, TokenError
from bpe_play.engine.history import pack
from bpe_play.engine.training import train
from bpe_play.tui.lab import END_OF_TEXT, Lab, Phase, Topic
from bpe_play.tui.state import State

Learn = Callable[..., Lab]
WORDS = {b"lower": 5, b"lowest": 2, b"newest": 6}


@pytest.fixture
def lab(learn: Learn) -> Lab:
    """Nine merges of lower x5, lowest x2, newest x6."""
    return learn(Lab(State(source="lowest", vocab_size=265, text=b"newest lowest")))


def listen(lab: Lab) -> list[Topic]:
    """What the lab tells from now on."""
    told: list[Topic] = []
    lab.subscribe(told.append)
    return told


class TestWhoIsTold:
    def test_a_move_tells_of_the_cursor_alone(self, lab: Lab) -> None:
        told = listen(lab)
        lab.move_to(3)
        assert told == [Topic.CURSOR]

    def test_typing_tells_of_the_text_alone(self, lab: Lab) -> None:
        told = listen(lab)
        lab.change(text=b"low")
        assert told == [Topic.TEXT]

    def test_what_does_not_change_is_not_told(self, lab: Lab) -> None:
        told = listen(lab)
        lab.change(text=lab.state.text, split=lab.state.split, cursor=lab.state.cursor)
        assert told == []

    def test_another_corpus_is_another_training(self, lab: Lab) -> None:
        told = listen(lab)
        lab.change(source="tiny")
        assert told == [Topic.CORPUS, Topic.TRAINING, Topic.CURSOR, Topic.SETTINGS]

    def test_a_format_of_bytes_is_a_setting(self, lab: Lab) -> None:
        told = listen(lab)
        lab.change(byte_format="binary")
        assert told == [Topic.SETTINGS]

    def test_steps_move_the_cursor_only_of_who_follows(self, lab: Lab) -> None:
        more = pack(train(WORDS, 265))
        lab.move_to(2)
        told = listen(lab)
        lab.learned(more)
        lab.change(cursor=None)
        lab.learned(more)
        assert told == [Topic.HISTORY, Topic.CURSOR, Topic.HISTORY, Topic.CURSOR]

    def test_the_facts_of_a_corpus_arrive_when_they_are_counted(self, lab: Lab) -> None:
        told = listen(lab)
        lab.opened(Source("tiny", b"abc\n", (), None))
        lab.described(describe(b"abc\n"))
        assert told == [Topic.CORPUS, Topic.CORPUS]
        assert lab.facts is not None
        assert lab.facts.lines == 1


class TestAnotherTraining:
    @pytest.mark.parametrize(
        "change",
        [
            {"source": "tiny"},
            {"split": "none"},
            {"ties": TieRule.LOWEST_IDS},
            {"vocab_size": 260},
            {"min_count": 2},
            {"longest_token": 3},
        ],
        ids=str,
    )
    def test_begins_when_what_it_depends_on_changes(self, lab: Lab, change: dict[str, object]) -> None:
        before = lab.training
        lab.change(**change)
        assert lab.training is not before
        assert lab.training.of == lab.state
        assert (lab.steps, lab.cursor, lab.fingerprint) == (0, 0, "")
        assert lab.training.phase is Phase.READING
        assert not lab.training.asked_for

    @pytest.mark.parametrize("change", [{"text": b"x"}, {"cursor": 1}, {"byte_format": "decimal"}], ids=str)
    def test_does_not_begin_for_what_is_only_shown(self, lab: Lab, change: dict[str, object]) -> None:
        before = lab.training
        lab.change(**change)
        assert lab.training is before

    def test_keeps_the_corpus_unless_that_is_what_changes(self, lab: Lab) -> None:
        source = Source("lowest", b"", (), WORDS)
        lab.opened(source)
        lab.change(ties=TieRule.LOWEST_IDS)
        assert lab.source is source
        lab.change(source="tiny")
        assert lab.source is None
        assert lab.facts is None

    def test_stays_at_the_step_of_the_cursor_so_that_both_can_be_compared(
        self, lab: Lab, learn: Learn
    ) -> None:
        learn(lab)
        lab.move_to(3)
        lab.change(split="none")
        assert learn(lab).cursor == 3

    def test_follows_the_newest_step_from_the_newest_one_and_in_another_corpus(
        self, lab: Lab, learn: Learn
    ) -> None:
        learn(lab).move_to(lab.steps)
        lab.change(vocab_size=300)
        assert lab.following
        learn(lab).move_to(3)
        lab.change(source="english")
        assert lab.following

    def test_may_begin_at_a_chosen_step(self, lab: Lab, learn: Learn) -> None:
        lab.change(vocab_size=300, cursor=4)
        assert learn(lab).cursor == 4

    def test_a_pattern_that_does_not_compile_changes_nothing(self, lab: Lab) -> None:
        before, training, told = lab.state, lab.training, listen(lab)
        with pytest.raises(PatternError):
            lab.change(split="[", text=b"lost?")
        assert lab.state is before
        assert lab.training is training
        assert lab.split.key == "gpt2"
        assert told == []

    def test_a_pattern_of_ones_own_is_used(self, lab: Lab) -> None:
        lab.change(split=r"\w")
        assert lab.split.pieces(b"ab") == [b"a", b"b"]
        assert lab.order()["split"] == r"\w"


class TestTheCursor:
    def test_follows_the_newest_step_until_it_is_moved(self, learn: Learn) -> None:
        lab = Lab(State(vocab_size=265))
        lab.started(45, 3)
        steps = pack(train(WORDS, 258))
        lab.learned(steps)
        assert (lab.cursor, lab.following) == (2, True)
        lab.move_to(1)
        lab.learned(array("Q", pack(train(WORDS, 265))[len(steps) :]))
        assert (lab.cursor, lab.steps, lab.following) == (1, 9, False)

    def test_is_kept_between_bytes_and_the_newest_step(self, lab: Lab) -> None:
        lab.move_by(-100)
        assert lab.cursor == 0
        lab.move_by(+100)
        assert lab.cursor == lab.steps == 9

    def test_at_the_newest_step_follows_only_while_training_runs(self, lab: Lab) -> None:
        lab.move_to(9)
        assert not lab.following
        lab.training.phase = Phase.LEARNING
        lab.move_to(9)
        assert lab.following

    def test_beyond_what_is_known_so_far_waits_there(self, learn: Learn) -> None:
        lab = Lab(State(vocab_size=265, cursor=7))
        assert lab.cursor == 0
        assert learn(lab).cursor == 7


class TestWhatIsShown:
    def test_the_candidates_are_what_stood_to_be_merged_next(self, lab: Lab) -> None:
        lab.move_to(0)
        first = lab.history.merge(1)
        assert lab.next_pair == first.pair
        assert [candidate.count for candidate in lab.candidates[:2]] == [
            first.count,
            first.runners_up[0].count,
        ]

    def test_nothing_stands_to_be_merged_after_the_last_step(self, lab: Lab) -> None:
        assert lab.candidates == []
        assert lab.next_pair is None

    def test_the_text_is_cut_as_of_the_cursor(self, lab: Lab) -> None:
        def tokens() -> list[bytes]:
            return [span.token for span in lab.tokenization().spans]

        lab.move_to(0)
        assert tokens() == [bytes([byte]) for byte in b"newest lowest"]
        lab.move_to(3)  # we, wes, west
        assert tokens() == [b"n", b"e", b"west", b" ", b"l", b"o", b"west"]
        lab.move_to(9)
        assert tokens() == [b"newest", b" ", b"lowest"]
        assert lab.round_trip(lab.tokenization())

    @pytest.mark.parametrize(
        ("mode", "tokens"),
        [(SpecialMode.TEXT, 15), (SpecialMode.SPECIAL, 3)],
    )
    def test_a_typed_special_token_is_text_or_one_token(
        self, lab: Lab, mode: SpecialMode, tokens: int
    ) -> None:
        lab.change(text=f"a{END_OF_TEXT}b".encode(), specials=mode)
        tokenization = lab.tokenization()
        assert len(tokenization.spans) == tokens
        assert lab.round_trip(tokenization)

    def test_the_special_token_has_the_first_id_that_no_merge_can_take(self, lab: Lab) -> None:
        lab.change(text=END_OF_TEXT.encode(), specials=SpecialMode.SPECIAL)
        assert [span.id for span in lab.tokenization().spans] == [265]

    def test_a_typed_special_token_may_be_refused(self, lab: Lab) -> None:
        lab.change(text=f"a{END_OF_TEXT}b".encode(), specials=SpecialMode.ERROR)
        with pytest.raises(TokenError, match="at byte 1"):
            lab.tokenization()


class TestTheFingerprint:
    def test_is_equal_for_equal_state_and_corpus(self, learn: Learn) -> None:
        state = State(vocab_size=265)
        assert learn(Lab(state)).fingerprint == learn(Lab(state)).fingerprint != ""

    def test_does_not_depend_on_what_is_only_shown(self, learn: Learn) -> None:
        state = State(vocab_size=265)
        shown = state.changed(text=b"x", cursor=3, byte_format="binary", specials=SpecialMode.SPECIAL)
        assert learn(Lab(state)).fingerprint == learn(Lab(shown)).fingerprint

    @pytest.mark.parametrize(
        "change", [{"split": "none"}, {"ties": TieRule.LOWEST_IDS}, {"vocab_size": 264}], ids=str
    )
    def test_differs_when_what_was_learned_differs(self, learn: Learn, change: dict[str, object]) -> None:
        state = State(vocab_size=265)
        assert learn(Lab(state)).fingerprint != learn(Lab(state.changed(**change))).fingerprint

    def test_is_not_known_while_training_runs(self) -> None:
        lab = Lab(State(vocab_size=265))
        lab.started(45, 3)
        lab.learned(pack(train(WORDS, 258)))
        assert lab.fingerprint == ""
        lab.ended("it was stopped", Phase.STOPPED)
        assert lab.fingerprint != ""


class TestWhatTheTrainerIsTold:
    def test_running_text_goes_apart_from_the_order(self) -> None:
        lab = Lab(State(vocab_size=300, min_count=2, longest_token=8, ties=TieRule.LOWEST_IDS))
        lab.opened(Source("x", b"abc", (), None))
        assert lab.order() == {
            "algorithm": "bpe",
            "specials": ["<|endoftext|>"],
            "sentencepiece": False,
            "byte_fallback": False,
            "nfkc": False,
            "split": "gpt2",
            "ties": "lowest-ids",
            "vocab_size": 300,
            "min_count": 2,
            "longest_token": 8,
            "choices": [],
            "words": None,
        }

    def test_words_with_counts_go_with_it_in_their_order(self) -> None:
        lab = Lab()
        lab.opened(Source("lowest", b"", (), WORDS))
        assert lab.order()["words"] == [("6c6f776572", 5), ("6c6f77657374", 2), ("6e6577657374", 6)]


class TestAKeptPatternThatNoLongerCompiles:
    @pytest.mark.parametrize("pattern", ["[", "(?P<a>"])
    def test_gives_way_to_the_first_split_and_is_not_forgotten(self, pattern: str) -> None:
        lab = Lab(State(split=pattern, cursor=3, text=b"kept"))
        assert lab.split.key == lab.state.split == State().split
        assert lab.state.text == b"kept"
        assert isinstance(lab.last_error, PatternError)

    def test_a_good_state_has_no_error(self) -> None:
        assert Lab(State(split=r"\w+")).last_error is None


def test_a_pattern_of_ones_own_is_kept_from_the_corpus_until_its_pieces_are_counted(
    learn: Callable[..., Lab],
) -> None:
    lab = Lab(State(source="lowest", split=r"(\p{L}+)+\d|."))
    assert lab.corpus_tokenizer.pre_tokenizer.key == "none"
    learn(lab)
    assert lab.corpus_tokenizer is lab.tokenizer
    assert Lab(State(split="gpt2")).corpus_tokenizer.pre_tokenizer.key == "gpt2"
