"""BPE over characters: equal to the plain definition, and to BPE over bytes where both see the same."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_play.engine import bpe
from bpe_play.engine.algorithms.protocol import run
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.steps import Step
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.engine.merges import TieRule

LOWEST = {b"lower": 5, b"lowest": 2, b"newest": 6}
CHAR_BPE = ALGORITHMS["bpe-char"]


def steps(words: dict[bytes, int], **chosen: object) -> list[Step]:
    return list(CHAR_BPE.train(words, Settings(**chosen)))  # type: ignore[arg-type]


def test_lower_lowest_newest_with_the_first_seen_of_equal_pairs() -> None:
    made = [(step.pieces[2], step.figure("count")) for step in steps(LOWEST)]
    assert made[:9] == [
        (b"we", 13),
        (b"wes", 8),
        (b"west", 8),
        (b"lo", 7),
        (b"ne", 6),
        (b"newest", 6),
        (b"lowe", 5),
        (b"lower", 5),
        (b"lowest", 2),
    ]


def test_lower_lowest_newest_with_the_lowest_ids() -> None:
    made = [step.pieces[2] for step in steps(LOWEST, ties=TieRule.LOWEST_IDS)]
    assert made[:6] == [b"we", b"st", b"west", b"lo", b"ewest", b"newest"]


def test_the_tied_pairs_are_counted_and_shown() -> None:
    second = steps(LOWEST)[1]
    assert second.figure("tied") == 2
    assert second.choices[0][:3] == (b"s", b"t", 8)


def test_neighbours_are_counted_even_where_they_overlap() -> None:
    """In `bc a aaa` sentencepiece learns aa, then bc: `aaa` holds two pairs, of which one can be merged."""
    first, second = steps({b"bc": 1, b"a": 1, b"aaa": 1})[:2]
    assert first.pieces[2] == b"aa"
    assert (first.figure("count"), first.figure("saved")) == (2, 1)
    assert second.pieces[2] == b"bc"


@pytest.mark.parametrize("text", ["aaaa", "aaaaa"])
def test_a_pair_of_equals_saves_less_than_its_count(text: str) -> None:
    (first, *_) = steps({text.encode(): 1})
    assert first.figure("count") == len(text) - 1
    assert first.figure("saved") == 2


@settings(max_examples=150, deadline=None)
@given(
    st.dictionaries(st.text("abñ日", min_size=1, max_size=9), st.integers(1, 3), max_size=6),
    st.booleans(),
)
def test_it_equals_the_plain_definition(
    plain: dict[str, Callable[..., list[object]]], words: dict[str, int], lowest_ids: bool
) -> None:
    ties = TieRule.LOWEST_IDS if lowest_ids else TieRule.FIRST_SEEN
    found = steps({word.encode(): count for word, count in words.items()}, ties=ties)
    expected = plain["bpe-char"](words, len(found) + 1, lowest_ids)
    assert [(*map(bytes.decode, step.pieces), step.figure("count")) for step in found] == expected


@pytest.mark.parametrize("ties", TieRule)
def test_on_plain_letters_it_equals_bpe_over_bytes(ties: TieRule) -> None:
    random = Random(3)
    for _ in range(60):
        text = ["".join(random.choices("abc", k=random.randrange(1, 12))).encode() for _ in range(5)]
        words = {word: random.randrange(1, 4) for word in text}
        over_bytes = [merge.token for merge in bpe.train(words, 276, ties=ties)]
        over_characters = [step.pieces[2] for step in steps(words, ties=ties, vocab_size=24)]
        shorter = min(len(over_bytes), len(over_characters))
        assert over_characters[:shorter] == over_bytes[:shorter]


def test_the_corpus_is_as_long_as_the_last_step_says(english: bytes) -> None:
    for chosen in ({"vocab_size": 500}, {"vocab_size": 700, "byte_fallback": True, "coverage": 0.98}):
        row, how = CHAR_BPE, Settings(**chosen)  # type: ignore[arg-type]
        training = row.train(row.words(english, how), how)
        *_, last = training
        assert len(training.model().encode(english)) == last.tokens_after


def test_coverage_leaves_out_the_rarest_characters() -> None:
    words = {b"aaaaaaaaab": 1}
    model = run(CHAR_BPE.train(words, Settings(coverage=0.9)))
    assert model.encode("b") == [0]
    training = CHAR_BPE.train(words, Settings(coverage=0.9))
    assert "1 of its own characters" in training.notes[1]


def test_merges_do_not_cross_unknown_characters() -> None:
    model = run(CHAR_BPE.train({b"abab": 5}, Settings()))
    assert [model.token(token_id) for token_id in model.encode("abab ab")] == [b"abab", b"[UNK]", b"ab"]


def test_a_minimum_count_and_a_longest_token_are_kept() -> None:
    training = CHAR_BPE.train(LOWEST, Settings(min_count=7))
    assert [step.pieces[2] for step in training] == [b"we", b"wes", b"west", b"lo"]
    assert training.reason == "no pair is frequent enough"
    assert max(len(step.pieces[2]) for step in steps(LOWEST, longest_token=3)) == 3
