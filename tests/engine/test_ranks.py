"""Merges recovered from ranks, and lists of ranks that no training made."""

from __future__ import annotations

import random

import tiktoken

from bpe_play.engine.encoder import Encoder
from bpe_play.engine.merges import SINGLE_BYTES
from bpe_play.engine.ranks import recover_merges, vocabulary_of

BYTES = {byte: rank for rank, byte in enumerate(SINGLE_BYTES)}


def ranks_of(*tokens: str) -> dict[bytes, int]:
    return BYTES | {token.encode(): 256 + rank for rank, token in enumerate(tokens)}


def reference(ranks: dict[bytes, int]) -> tiktoken.Encoding:
    return tiktoken.Encoding("ranks", pat_str=r"[\s\S]+", mergeable_ranks=ranks, special_tokens={})


def test_by_rank_and_by_pair_agree_on_a_trained_list() -> None:
    """Case B074."""
    ranks = ranks_of("bc", "ab", "bcd", "abc", "abcd")
    _, _, orphans = recover_merges(ranks)
    assert orphans == []
    assert Encoder(vocabulary_of(ranks)).encode(b"abcd") == [260]


def test_where_they_would_part_the_ranks_decide() -> None:
    """Case B074: `abc` is in the list, but its parents come after it, so no pair of lower rank makes it."""
    ranks = ranks_of("abc", "bc", "ca")
    assert recover_merges(ranks)[2] == [b"abc"]
    encoder = Encoder(vocabulary_of(ranks))
    assert encoder.encode(b"abca") == [256, 97] == reference(ranks).encode("abca")
    assert encoder.encode(b"abc") == [256]


def test_a_token_that_no_pair_makes_is_found_as_a_whole_piece_only() -> None:
    ranks = ranks_of("xyz")
    encoder = Encoder(vocabulary_of(ranks))
    assert encoder.encode(b"xyz") == [256] == reference(ranks).encode("xyz")
    assert encoder.encode(b"xyzx") == [120, 121, 122, 120] == reference(ranks).encode("xyzx")


def test_lowest_rank_first() -> None:
    """Case B082."""
    ranks = ranks_of("ll", "He", "Hell", "Hello", "Hel")
    assert Encoder(vocabulary_of(ranks)).encode(b"Hello,") == [259, 44]


def test_random_lists_encode_as_tiktoken_does() -> None:
    """Case B074: shuffled lists, among them many that no training could make."""
    rng = random.Random(5)
    untrained = 0
    for _ in range(300):
        words = {"".join(rng.choices("abc", k=rng.randint(2, 5))) for _ in range(rng.randint(1, 12))}
        ranks = ranks_of(*rng.sample(sorted(words), len(words)))
        untrained += bool(recover_merges(ranks)[2])
        encoder, theirs = Encoder(vocabulary_of(ranks)), reference(ranks)
        for _ in range(20):
            text = "".join(rng.choices("abc", k=rng.randint(1, 80)))
            assert encoder.encode(text.encode()) == theirs.encode(text), (ranks, text)
    assert untrained > 100


def test_as_of_a_step() -> None:
    vocabulary = vocabulary_of(ranks_of("abc", "bc", "ca"))
    encoder = Encoder(vocabulary)
    cuts = [encoder.encode(b"abcca", step) for step in range(vocabulary.step + 1)]
    assert cuts[0] == [97, 98, 99, 99, 97]
    assert cuts[-1] == [256, 258]
