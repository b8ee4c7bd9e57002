"""The fast trainers give what the plain one gives: every figure, on every corpus, under every setting."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_play.engine import TieRule, bpe, fast_text, training, whole_text
from bpe_play.engine.merges import Merge, StopReason
from bpe_play.engine.training import run, train

Words = dict[bytes, int]
Draw = Callable[[random.Random, int], bytes]

SEEDS = 120  # for each kind of corpus and each alphabet
SEEDS_IN_BLOCKS = 60  # and for each way to cut it


def from_letters(letters: str) -> Draw:
    return lambda rng, length: "".join(rng.choices(letters, k=length)).encode()


ALPHABETS: dict[str, Draw] = {
    "two letters": from_letters("ab"),
    "one letter most of the time": from_letters("aaaaab"),
    "all bytes": lambda rng, length: rng.randbytes(length),
    "characters of one to four bytes": from_letters("ae ñé—日本😀"),
}


def words_with_weights(rng: random.Random, draw: Draw) -> Words:
    return {draw(rng, rng.randrange(12)): rng.choice([1, 1, 2, 3, 7]) for _ in range(rng.randrange(25))}


def one_long_word(rng: random.Random, draw: Draw) -> Words:
    return {draw(rng, rng.choice([1, 2, 30, 200])): 1}


def long_words_among_short_ones(rng: random.Random, draw: Draw) -> Words:
    return words_with_weights(rng, draw) | {draw(rng, 100): 2, draw(rng, 60): 1}


CORPORA = [words_with_weights, one_long_word, long_words_among_short_ones]


def settings(rng: random.Random) -> dict[str, Any]:
    return {
        "ties": rng.choice(list(TieRule)),
        "min_count": rng.choice([1, 1, 2, 4]),
        "longest_token": rng.choice([None, None, 0, 2, 3, 5]),
        "runners_up": rng.choice([0, 1, 10, 10, 1000]),
    }


def both(words: Words, size: int, **options: Any) -> tuple[tuple[list[Merge], StopReason], ...]:
    return run(train(words, size, **options)), run(bpe.train(words, size, **options))


@pytest.mark.parametrize("draw", ALPHABETS.values(), ids=ALPHABETS)
@pytest.mark.parametrize("corpus", CORPORA)
def test_fast_equals_plain(corpus: Callable[[random.Random, Draw], Words], draw: Draw) -> None:
    for seed in range(SEEDS):
        rng = random.Random(seed)
        words, size, options = corpus(rng, draw), rng.choice([256, 258, 280, 1000]), settings(rng)
        fast, plain = both(words, size, **options)
        assert fast == plain, (seed, words, size, options)


@pytest.mark.parametrize("block", [1, 2, 3, 7, 50])
@pytest.mark.parametrize("draw", ALPHABETS.values(), ids=ALPHABETS)
def test_fast_equals_plain_when_every_word_is_cut_into_blocks(
    monkeypatch: pytest.MonkeyPatch, draw: Draw, block: int
) -> None:
    monkeypatch.setattr(training, "LONG", 0)
    monkeypatch.setattr(fast_text, "BLOCK", block)
    for seed in range(SEEDS_IN_BLOCKS):
        rng = random.Random(seed)
        words, options = rng.choice(CORPORA)(rng, draw), settings(rng)
        fast, plain = both(words, 1000, **options)
        assert fast == plain, (seed, words, options)


@pytest.mark.parametrize("rare", [0, 3, 20, 10**9], ids=lambda rare: f"whole down to one in {rare}")
@pytest.mark.parametrize("draw", ALPHABETS.values(), ids=ALPHABETS)
def test_fast_equals_plain_when_one_text_is_kept_whole_for_a_while(
    monkeypatch: pytest.MonkeyPatch, draw: Draw, rare: int
) -> None:
    monkeypatch.setattr(training, "LONG", 0)
    monkeypatch.setattr(fast_text, "BLOCK", 7)
    monkeypatch.setattr(whole_text, "RARE", rare)
    monkeypatch.setattr(whole_text, "NEAR", 10)
    monkeypatch.setattr(whole_text, "SIGHT", 4)
    for seed in range(SEEDS_IN_BLOCKS):
        rng = random.Random(seed)
        text, options = draw(rng, rng.choice([1, 2, 30, 200])), settings(rng)
        fast, plain = both({text: rng.choice([1, 1, 3])}, 1000, **options)
        assert fast == plain, (seed, text, options)


@given(st.dictionaries(st.binary(max_size=40), st.integers(1, 10**18), max_size=12), st.sampled_from(TieRule))
def test_fast_equals_plain_on_whatever_is_thought_of(words: Words, ties: TieRule) -> None:
    fast, plain = both(words, 300, ties=ties)
    assert fast == plain


@pytest.mark.parametrize("ties", TieRule)
@pytest.mark.parametrize("others", [{}, {b"the mat": 3, b"cats": 2}], ids=["alone", "among others"])
def test_a_word_that_is_long_enough_for_an_index_of_its_own(ties: TieRule, others: Words) -> None:
    rng = random.Random(7)
    text = "".join(
        rng.choices(["the ", "cat ", "sat ", "on ", "a ", "mat", ".\n", "ñ", "aaaa"], k=1500)
    ).encode()
    assert len(text) > training.LONG
    fast, plain = both({**others, text: 1}, 330, ties=ties)
    assert fast == plain


def test_what_is_left_of_a_training_can_be_dropped() -> None:
    steps = train({b"abcabcabc": 1}, 300)
    assert next(steps).token == b"ab"
    steps.close()
    assert list(steps) == []
