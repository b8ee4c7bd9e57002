"""The museum: one right encoder, four that look right, and the smallest text that tells them apart."""

from __future__ import annotations

import random

import pytest

from bpe_play.corpora import corpus
from bpe_play.engine import bpe, pre_tokenizer
from bpe_play.engine.museum import (
    EXHIBITS,
    TokenPair,
    by_rank,
    longest_match,
    random_texts,
    share_that_differs,
    smallest_failure,
)
from bpe_play.engine.training import train

ACA: list[TokenPair] = [(b"a", b"c"), (b"ac", b"a")]


def learned(name: str, vocab_size: int) -> list[TokenPair]:
    """The merges of a corpus under the gpt2 split, as pairs of tokens."""
    tokens = {value: bytes([value]) for value in range(256)}
    pairs = []
    for merge in train(pre_tokenizer("gpt2").counts(corpus(name).read()), vocab_size):
        pairs.append((tokens[merge.pair[0]], tokens[merge.pair[1]]))
        tokens[merge.id] = merge.token
    return pairs


def test_the_right_one_is_the_engines_own() -> None:
    merges = learned("tiny", 279)
    ids = {value: bytes([value]) for value in range(256)}
    steps = {}
    for step, (left, right) in enumerate(merges, 1):
        numbers = {token: token_id for token_id, token in reversed(ids.items())}
        steps[numbers[left], numbers[right]] = step
        ids[255 + step] = left + right
    die = random.Random(5)
    for _ in range(300):
        text = bytes(die.choice(b"Than ris\n") for _ in range(12))
        assert by_rank(text, merges) == [ids[each] for each in bpe.encode(text, steps)]


@pytest.mark.parametrize(
    ("key", "cut"),
    [
        ("longest", [b"aca", b"c"]),
        ("left", [b"aca", b"c"]),
        ("frequent", [b"ac", b"ac"]),
    ],
)
def test_acac_is_cut_in_two_by_rank_and_otherwise_by_some(key: str, cut: list[bytes]) -> None:
    assert by_rank(b"acac", ACA) == [b"ac", b"ac"]
    assert EXHIBITS[key].encode(b"acac", ACA) == cut


@pytest.mark.parametrize(
    ("key", "text", "right", "wrong"),
    [
        ("longest", b" an", [b" ", b"an"], [b" a", b"n"]),
        ("left", b" an", [b" ", b"an"], [b" a", b"n"]),
        ("frequent", b" a an", [b" a", b" ", b"an"], [b" a", b" a", b"n"]),
        ("shuffled", b" an", [b" ", b"an"], [b" a", b"n"]),
    ],
)
def test_each_exhibit_is_found_out_by_a_short_text(
    key: str, text: bytes, right: list[bytes], wrong: list[bytes]
) -> None:
    failure = smallest_failure(EXHIBITS[key].encode, learned("tiny", 279))
    assert failure is not None
    assert (failure.text, failure.right, failure.wrong) == (text, right, wrong)


def test_no_shorter_text_fails() -> None:
    merges = learned("tiny", 279)
    letters = {bytes([byte]) for left, right in merges for byte in left + right}
    for first in letters:
        for second in letters:
            text = first + second
            assert longest_match(text, merges) == by_rank(text, merges)


@pytest.mark.parametrize("key", EXHIBITS)
def test_an_exhibit_is_right_where_there_is_one_merge_or_none(key: str) -> None:
    encode = EXHIBITS[key].encode
    assert smallest_failure(encode, [(b"a", b"b")], most=500) is None
    assert encode(b"xy", []) == [b"x", b"y"]
    assert encode(b"", ACA) == []
    assert share_that_differs(encode, [], [b"xy"]) == share_that_differs(encode, ACA, []) == 0.0


@pytest.mark.parametrize("key", EXHIBITS)
def test_whatever_it_cuts_its_tokens_join_to_the_text(key: str) -> None:
    merges = learned("tiny", 279)
    for text in (b"The train in the sand", b" an an an", "ñ🍓".encode()):
        assert b"".join(EXHIBITS[key].encode(text, merges)) == text


def test_random_texts_are_cut_wrongly_about_as_often_as_published() -> None:
    assert 0.15 < share_that_differs(longest_match, ACA, random_texts(ACA)) < 0.25
