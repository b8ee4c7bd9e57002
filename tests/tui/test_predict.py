"""What a typed guess is worth, and what is said to it: the next merge, a cut, a count."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from bpe_play.engine import History, TieRule, Tokenization, TokenSpan
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.step_history import StepHistory
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.engine.history import pack
from bpe_play.engine.training import train
from bpe_play.tui.guess import Verdict
from bpe_play.tui.predict import CutGuess, Rival, judge_count, judge_cut, judge_merge, rivals
from bpe_play.tui.screens.predict_words import (
    count_verdict,
    cut_verdict,
    merge_answer,
    merge_verdict,
)

TOKENS = {1: b"t", 2: b"h", 3: b" ", 4: b"th", 5: b"e", 6: b"\xc3", 7: b"\xb1", 8: b"+", 9: b" t"}


def pairs(*of: tuple[int, int, int]) -> list[Rival]:
    """Pairs with their counts, as byte-level BPE has them."""
    made = [(TOKENS[left], TOKENS[right], count) for left, right, count in of]
    return [Rival(left, right, left + right, count, count) for left, right, count in made]


# -- the next merge


@pytest.mark.parametrize("guess", ["th", "t h", "t+h", "t + h", " t h ", "t + h → th", "t + h -> th"])
def test_a_merge_is_written_in_many_ways(guess: str) -> None:
    assert judge_merge(guess, pairs((1, 2, 9))).verdict is Verdict.RIGHT


@pytest.mark.parametrize("guess", [" t", "_t", "␣t", "_ t", "␣+t", "_ + t", "  t"])
def test_a_blank_is_a_blank_a_line_or_its_picture(guess: str) -> None:
    assert judge_merge(guess, pairs((3, 1, 9))).verdict is Verdict.RIGHT


@pytest.mark.parametrize("guess", ["⟨C3⟩+⟨B1⟩", "C3 B1", "C3+B1", "ñ"])
def test_a_character_is_written_as_such_or_as_its_bytes(guess: str) -> None:
    assert judge_merge(guess, pairs((6, 7, 9))).verdict is Verdict.RIGHT


def test_a_plus_is_a_token_too() -> None:
    assert judge_merge("++", pairs((8, 8, 2))).verdict is Verdict.RIGHT
    assert judge_merge("+ + +", pairs((8, 8, 2))).verdict is Verdict.RIGHT


def test_a_pair_that_is_tied_is_near_and_a_rarer_one_is_not() -> None:
    candidates = pairs((1, 2, 9), (2, 5, 9), (3, 1, 4))
    assert judge_merge("he", candidates).verdict is Verdict.NEAR
    assert judge_merge("_t", candidates).verdict is Verdict.WRONG
    assert judge_merge("_t", candidates).place == 3
    assert judge_merge("xy", candidates).place is None


def test_the_same_token_of_other_parts_is_near() -> None:
    result = judge_merge("t + he", pairs((4, 5, 9)))
    assert (result.verdict, result.same) == (Verdict.NEAR, True)


def test_blanks_and_capitals_alone_are_near() -> None:
    assert judge_merge("t", pairs((3, 1, 9))).verdict is Verdict.NEAR
    assert judge_merge("TH", pairs((1, 2, 9))).verdict is Verdict.NEAR


def said(guess: str, candidates: list[Rival]) -> str:
    result = judge_merge(guess, candidates)
    return merge_verdict(guess, result, candidates, TieRule.FIRST_SEEN)[0]


def test_what_was_right_and_how_near_is_said() -> None:
    candidates = pairs((1, 2, 9), (2, 5, 9), (3, 1, 4))
    assert said("th", candidates) == "✓ right: t + h → th, 9 times"
    assert said("he", candidates) == "≈ nearly: t + h → th, 9 times; he too, but the first seen wins"
    assert said("_t", candidates) == "✗ not so: t + h → th, 9 times; _t came 3rd, with 4"
    assert said("qu", candidates) == "✗ not so: t + h → th, 9 times; qu is not among the first 3"
    assert said("t+he", pairs((4, 5, 2))).endswith("the same token, of other parts")
    assert said(" T", pairs((9, 5, 0))) == "✗ not so: ␣t + e → ␣te; not T", "without counts"
    assert merge_answer(pairs((1, 2, 1))) == ["It was t + h → th, once"]


def test_each_sentence_has_shorter_ones() -> None:
    candidates = pairs((1, 2, 9), (3, 1, 4))
    for guess in ("th", "_t", "\x1b[2J" * 30):
        result = judge_merge(guess, candidates)
        widths = [cell_len(way) for way in merge_verdict(guess, result, candidates, TieRule.LOWEST_IDS)]
        assert widths == sorted(widths, reverse=True)
        assert widths[-1] <= 50, "fits beside the line of the next guess at 80 columns"
        assert "\x1b" not in said(guess, candidates)


def test_the_next_merges_of_a_history_and_none_after_the_last() -> None:
    history = History(11)
    history.extend(pack(train({b"aaabdaaabac": 1}, 258)))
    first, *_ = rivals(history, 0)
    assert (first.left, first.right, first.made, first.count) == (b"a", b"a", b"aa", 4)
    assert rivals(history, 2) == []


@pytest.mark.parametrize("key", ["bpe-char", "wordpiece", "unigram"])
def test_other_algorithms_are_predicted_where_their_steps_are_merges(key: str) -> None:
    training = ALGORITHMS[key].train({b"lower": 5, b"newest": 6}, Settings(vocab_size=20))
    history = StepHistory(ALGORITHMS[key], 61, training.start_tokens, list(training))
    among = rivals(history, 0)
    assert bool(among) == (key != "unigram")
    for rival in among[:1]:
        assert judge_merge(rival.made.decode(), among).verdict is Verdict.RIGHT
        assert judge_merge(f"{rival.left.decode()} {rival.right.decode()}", among).verdict is Verdict.RIGHT
        assert not rival.made.endswith(b"##" + rival.right[2:])


# -- a cut


def cut(*tokens: bytes) -> Tokenization:
    """A text that is cut into these tokens."""
    spans, at = [], 0
    for token in tokens:
        spans.append(TokenSpan(0, token, at, at + len(token)))
        at += len(token)
    return Tokenization(b"".join(tokens), tuple(spans))


@pytest.mark.parametrize("guess", ["straw|berry| a", "straw|berry|_a", " straw|berry|␣a ", "Straw|berry| a|"])
def test_a_cut_is_written_with_borders(guess: str) -> None:
    assert judge_cut(guess, cut(b"straw", b"berry", b" a")).verdict is Verdict.RIGHT


@pytest.mark.parametrize(
    ("guess", "result"),
    [
        ("straw|ber|ry", CutGuess(Verdict.RIGHT, 2, 0)),
        ("straw|berry", CutGuess(Verdict.NEAR, 1, 0)),
        ("straw|b|e|rry", CutGuess(Verdict.WRONG, 1, 2)),
        ("straw|be|r|ry", CutGuess(Verdict.NEAR, 2, 1)),
        ("st|rawberry", CutGuess(Verdict.WRONG, 0, 1)),
        ("strawberry", CutGuess(Verdict.WRONG, 0, 0)),
        ("straw|ber", CutGuess(Verdict.WRONG, same_text=False)),
        ("raspberry", CutGuess(Verdict.WRONG, same_text=False)),
    ],
)
def test_borders_are_counted(guess: str, result: CutGuess) -> None:
    assert judge_cut(guess, cut(b"straw", b"ber", b"ry")) == result


def test_a_torn_character_is_cut_in_hex() -> None:
    torn = cut(b"a", b"\xc3", b"\xb1", b"o")
    assert judge_cut("a|⟨C3⟩|⟨B1⟩|o", torn).verdict is Verdict.RIGHT
    assert judge_cut("a|C3|B1|o", torn).verdict is Verdict.RIGHT
    assert judge_cut("a|ñ|o", torn) == CutGuess(Verdict.NEAR, 2, 0)
    assert judge_cut("a|⟨C3⟩|⟨B1⟩o", torn) == CutGuess(Verdict.NEAR, 2, 0)


def test_a_text_may_hold_borders_blanks_and_marks_of_its_own() -> None:
    assert judge_cut("a|||b", cut(b"a", b"|", b"b")).verdict is Verdict.RIGHT
    assert judge_cut(" |a", cut(b" ", b"a")).verdict is Verdict.RIGHT
    assert judge_cut("a_|b", cut(b"a_", b"b")).verdict is Verdict.RIGHT
    assert judge_cut("a|↵|b", cut(b"a", b"\n", b"b")).verdict is Verdict.RIGHT
    assert judge_cut("🍓|x", cut("🍓".encode(), b"x")).verdict is Verdict.RIGHT


def test_what_is_said_to_a_cut() -> None:
    right = cut(b"straw", b"ber", b"ry")

    def told(guess: str) -> str:
        return cut_verdict(judge_cut(guess, right), right)[0]

    assert told("straw|ber|ry") == "✓ right: straw|ber|ry"
    assert told("straw|berry") == "≈ nearly: straw|ber|ry; 1 of 2 borders found"
    assert told("st|rawberry") == "✗ not so: straw|ber|ry; 0 of 2 borders found, and 1 where there is none"
    assert told("x") == "✗ not so: straw|ber|ry; that was the cut of another text"


# -- a count


def test_one_more_or_less_is_near() -> None:
    assert [judge_count(guess, 4).value for guess in (4, 3, 5, 6)] == ["right", "nearly", "nearly", "not so"]
    assert count_verdict(4, Verdict.RIGHT, 4) == ["✓ right: 4 tokens"]
    assert count_verdict(3, Verdict.NEAR, 4)[0] == "≈ nearly: 4 tokens; 3 is 1 too few"
    assert count_verdict(1_200, Verdict.WRONG, 1)[0] == "✗ not so: 1 token; 1,200 is 1,199 too many"
