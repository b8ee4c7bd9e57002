"""WordPiece learns by score: worked by hand, equal to the plain definition, and side by side with BPE."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_play.engine.algorithms.protocol import run
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.steps import Step
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.engine.pretokenizers import pre_tokenizer

LOWEST = {b"lower": 5, b"lowest": 2, b"newest": 6}
WORDPIECE = ALGORITHMS["wordpiece"]


def steps(words: dict[bytes, int], **chosen: object) -> list[Step]:
    return list(WORDPIECE.train(words, Settings(**chosen)))  # type: ignore[arg-type]


def test_lower_lowest_newest_by_hand() -> None:
    """Counts: l 7, n 6, ##o 7, ##w 13, ##e 5 + 2 + 2·6 = 19, ##r 5, ##s 8, ##t 8.

    l ##o    7 / (7 · 7)   = 1/7    the best, although w e stands there 13 times:
    ##w ##e 13 / (13 · 19) = 1/19   w and e are everywhere anyway
    ##s ##t  8 / (8 · 8)   = 1/8    the second
    Then, with lo 7 and ##w 13: lo ##w 7 / (7 · 13) = 1/13.
    Then, with low 7 and ##e 19: low ##e 7 / (7 · 19) = 1/19, tied with five others and seen first.
    """
    found = steps(LOWEST)
    assert [step.pieces for step in found[:4]] == [
        (b"l", b"##o", b"lo"),
        (b"##s", b"##t", b"##st"),
        (b"lo", b"##w", b"low"),
        (b"low", b"##e", b"lowe"),
    ]
    assert [step.figure("score") for step in found[:4]] == [1 / 7, 1 / 8, 1 / 13, 1 / 19]
    assert [step.figure("count") for step in found[:4]] == [7, 8, 7, 7]
    assert found[3].figure("tied") == 6


def test_bpe_and_wordpiece_side_by_side() -> None:
    """The same words: BPE takes what is frequent, WordPiece what belongs together."""
    over_characters = ALGORITHMS["bpe-char"].train(LOWEST, Settings())
    bpe = [step.pieces[2] for step, _ in zip(over_characters, range(4), strict=False)]
    wordpiece = [step.pieces[2] for step in steps(LOWEST)[:4]]
    assert bpe == [b"we", b"wes", b"west", b"lo"]
    assert wordpiece == [b"lo", b"##st", b"low", b"lowe"]


def test_a_step_shows_what_bpe_would_have_taken() -> None:
    first = steps(LOWEST)[0]
    assert first.most_frequent is not None
    assert first.most_frequent[:3] == (b"##w", b"##e", 13)
    assert first.most_frequent.score == 1 / 19
    assert first.figure("score") > first.most_frequent.score


def test_a_step_shows_the_next_best_with_count_and_score() -> None:
    choice = steps(LOWEST)[0].choices[0]
    assert (choice.left, choice.right, choice.count, choice.score) == (b"##s", b"##t", 8, 1 / 8)


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.text("abcñ", min_size=1, max_size=9), st.integers(1, 3), max_size=6))
def test_it_equals_the_plain_definition(
    plain: dict[str, Callable[..., list[object]]], words: dict[str, int]
) -> None:
    found = steps({word.encode(): count for word, count in words.items()})
    expected = plain["wordpiece"](words, len(found) + 1)
    assert [(step.pieces[2].decode(), step.figure("score")) for step in found] == expected


def test_a_piece_made_in_two_ways_is_one_entry() -> None:
    words = {b"xabc": 3, b"yabc": 3, b"zab": 9, b"wbc": 9, b"abc": 1}
    model = run(WORDPIECE.train(words, Settings()))
    written = [model.written(token_id) for token_id in model.ids()]
    assert len(written) == len(set(written))


def test_words_that_begin_with_the_mark_are_not_mistaken_for_pieces() -> None:
    whole = Settings(split=pre_tokenizer("none"))
    model = run(WORDPIECE.train({b"##a": 4, b"#": 2, b"xa": 9, b"###": 2}, whole))
    for word in ("##a", "#", "###", "xa"):
        assert model.decode(model.encode(word)) == word.encode(), word


def test_too_long_words_are_skipped_and_it_is_said() -> None:
    training = WORDPIECE.train({b"ab" * 60: 1, b"ab": 5}, Settings())
    assert any("1 of 2 different words are skipped" in note for note in training.notes)
    *_, last = training
    assert last.pieces[2] == b"ab"
    longer = WORDPIECE.train({b"ab" * 60: 1, b"ab": 5}, Settings(longest_word=200))
    assert not any("skipped" in note for note in longer.notes)


@pytest.mark.parametrize("min_count", [2, 6, 8])
def test_rare_pairs_can_be_left_out(min_count: int) -> None:
    training = WORDPIECE.train(LOWEST, Settings(min_count=min_count))
    assert all(step.figure("count") >= min_count for step in training)
    assert training.reason == "no pair is left" or min_count > 2
