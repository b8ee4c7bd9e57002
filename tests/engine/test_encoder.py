"""The fast encoder equals the plain one, at every step and for every length."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_play.engine import Vocabulary, bpe
from bpe_play.engine.encoder import Encoder

words = st.dictionaries(
    st.binary(min_size=1, max_size=30).map(lambda word: bytes(97 + b % 3 for b in word)),
    st.integers(1, 5),
    max_size=8,
)


def learned(corpus: dict[bytes, int], merges: int) -> Vocabulary:
    return Vocabulary.of(merge.pair for merge in bpe.train(corpus, 256 + merges))


def plain(piece: bytes, vocabulary: Vocabulary, limit: int) -> list[int]:
    return bpe.encode(piece, {pair: step for pair, step in vocabulary.steps.items() if step <= limit})


@given(words, st.text("abc", max_size=200), st.integers(0, 30))
def test_equal_to_the_plain_encoder_as_of_every_step(corpus: dict[bytes, int], text: str, limit: int) -> None:
    vocabulary = learned(corpus, 20)
    encoder = Encoder(vocabulary)
    piece = text.encode()
    assert encoder.encode(piece, limit) == plain(piece, vocabulary, limit)
    assert encoder.encode(piece) == plain(piece, vocabulary, vocabulary.step)


@given(words, st.text("abc", max_size=100), st.lists(st.integers(0, 25), max_size=20))
def test_what_is_remembered_is_right_for_every_step(
    corpus: dict[bytes, int], text: str, limits: list[int]
) -> None:
    """Steps forth and back with one encoder; the vocabulary grows on the way."""
    vocabulary = Vocabulary()
    pairs = [merge.pair for merge in bpe.train(corpus, 256 + 20)]
    encoder = Encoder(vocabulary)
    for limit in limits:
        if len(vocabulary.pairs) < len(pairs):
            vocabulary.learn(pairs[len(vocabulary.pairs)])
        for piece in (text.encode(), text[:9].encode()):
            assert encoder.encode(piece, limit) == plain(piece, vocabulary, limit)
            assert encoder.encode(piece) == plain(piece, vocabulary, vocabulary.step)


@given(words, st.lists(st.text("abc", max_size=8), max_size=6), st.integers(0, 20))
def test_pieces_have_the_same_ids_as_of_all_steps_that_are_said_to_be_alike(
    corpus: dict[bytes, int], texts: list[str], limit: int
) -> None:
    vocabulary = learned(corpus, 20)
    pieces, limit = [text.encode() for text in texts], min(limit, vocabulary.step)
    alike = Encoder(vocabulary).steps_alike(pieces, limit)
    assert limit in alike
    for step in alike:
        assert [plain(piece, vocabulary, step) for piece in pieces] == [
            plain(piece, vocabulary, limit) for piece in pieces
        ]


def test_steps_are_alike_up_to_the_merges_around_them() -> None:
    vocabulary = Vocabulary.of([(97, 98), (120, 121), (256, 99), (121, 122)])  # ab, xy, abc, yz
    encoder = Encoder(vocabulary)
    assert [encoder.steps_alike([b"abc", b"d"], step) for step in (0, 1, 2, 4)] == [
        range(1), range(1, 3), range(1, 3), range(3, 5)
    ]  # fmt: skip


def test_rank_decides_and_neither_length_nor_place() -> None:
    """`acac` with (ac, then aca) is ac|ac; longest match and left to right both give aca|c."""
    vocabulary = learned({b"aca": 1}, 2)
    assert [vocabulary.tokens[token_id] for token_id in Encoder(vocabulary).encode(b"acac")] == [b"ac", b"ac"]


def test_lowest_rank_first_in_a_handmade_list() -> None:
    """l+l, H+e, He+ll, Hell+o, He+l: the last one never comes into play for Hello."""
    vocabulary = Vocabulary()
    ll = vocabulary.learn((ord("l"), ord("l")))
    he = vocabulary.learn((ord("H"), ord("e")))
    hell = vocabulary.learn((he, ll))
    hello = vocabulary.learn((hell, ord("o")))
    vocabulary.learn((he, ord("l")))
    assert Encoder(vocabulary).encode(b"Hello,") == [hello, ord(",")]


@pytest.mark.parametrize("text", [b"a" * 100_001, b"ab" * 50_000, b"^" * 200_000])
def test_a_long_piece_is_encoded_and_round_trips(text: bytes) -> None:
    vocabulary = learned({b"aaaaaaaaab^^^^abab": 3}, 12)
    ids = Encoder(vocabulary).encode(text)
    assert b"".join(vocabulary.tokens[token_id] for token_id in ids) == text
    assert len(ids) < len(text)


def test_long_and_short_pieces_follow_the_same_rule() -> None:
    chance = random.Random(5)
    vocabulary = learned({bytes(chance.choices(b"abc", k=40)): 1 for _ in range(30)}, 60)
    for length in range(60, 70):  # around the border between the two ways
        piece = bytes(chance.choices(b"abc", k=length))
        assert Encoder(vocabulary).encode(piece) == plain(piece, vocabulary, vocabulary.step)


def test_an_encoder_sees_merges_that_are_learned_later() -> None:
    vocabulary = Vocabulary()
    encoder = Encoder(vocabulary)
    assert encoder.encode(b"ab") == [97, 98]
    vocabulary.learn((97, 98))
    assert encoder.encode(b"ab") == [256]
