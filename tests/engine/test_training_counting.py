"""Counting words quickly gives the same words, counts and order as counting piece by piece."""

from __future__ import annotations

import random

import pytest

from bpe_play.engine import PRETOKENIZERS, PreTokenizer, counting, pre_tokenizer
from bpe_play.engine.training import count_words

# Letters, signs, numbers, and all that one tool calls a space and another does not.
INGREDIENTS = [
    *["a", "B", "ñ", "é", "日", "😀", "\u0301", "1", "²", "_", "'s", "'", "!", "/", "\u200b"],
    *[" ", "  ", "\n", "\r", "\t", "\u00a0", "\u2003", "\u3000", "\x1c", "\x1f", "\x85", "\u2028"],
]


def texts(seed: int) -> bytes:
    rng = random.Random(seed)
    text = "".join(rng.choices(INGREDIENTS, k=rng.randrange(60))).encode()
    return text if rng.random() < 0.7 else text + rng.randbytes(5) + text


@pytest.mark.parametrize("split", PRETOKENIZERS.values(), ids=PRETOKENIZERS)
@pytest.mark.parametrize(("batch", "chunks"), [(1, 0), (5, 3), (20, 1000)])
def test_same_words_counts_and_order(
    monkeypatch: pytest.MonkeyPatch, split: PreTokenizer, batch: int, chunks: int
) -> None:
    monkeypatch.setattr(counting, "_BATCH_BYTES", batch)
    monkeypatch.setattr(counting, "_MOST_CHUNKS", chunks)
    for seed in range(1000):
        data = texts(seed)
        assert list(count_words(split, data).items()) == list(split.counts(data).items()), (seed, data)


@pytest.mark.parametrize("split", PRETOKENIZERS.values(), ids=PRETOKENIZERS)
def test_same_on_a_whole_book(alice: bytes, split: PreTokenizer) -> None:
    assert list(count_words(split, alice).items()) == list(split.counts(alice).items())


def test_a_pattern_of_ones_own_is_matched_as_it_is() -> None:
    split = pre_tokenizer(r"\S+\n*|\s")
    assert count_words(split, b"ab\n\nab cd") == split.counts(b"ab\n\nab cd")
    renamed = PreTokenizer("gpt2", "not that one", r"..")
    assert count_words(renamed, b"a bc d") == {b"a ": 1, b"bc": 1, b" d": 1}
