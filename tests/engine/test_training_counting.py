"""Counting words quickly gives the same words, counts and order as counting piece by piece."""

from __future__ import annotations

import random
from itertools import product

import pytest

from bpe_play.engine import PRETOKENIZERS, PreTokenizer, counting, pre_tokenizer
from bpe_play.engine.ascii_patterns import for_ascii
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


# One character of each kind that the patterns tell apart, and those of 's, 'll and the like.
KINDS = "sSrelL'0!/ \n\r\t\x0b\x1c\x00\x7f"


@pytest.mark.parametrize("key", ["gpt2", "cl100k", "o200k"])
def test_the_quicker_pattern_for_ascii_cuts_the_same(key: str) -> None:
    split = PRETOKENIZERS[key]
    assert split.pattern is not None
    find = for_ascii(split.pattern).findall
    rng = random.Random(5)
    texts = ["".join(chars) for length in (1, 2, 3) for chars in product(KINDS, repeat=length)]
    texts += ["".join(rng.choices(KINDS, k=rng.randrange(4, 12))) for _ in range(10_000)]
    texts += ["".join(map(chr, rng.choices(range(128), k=20))) for _ in range(2_000)]
    for text in texts:
        assert find(text) == [piece.decode() for piece in split.pieces(text.encode())], repr(text)
