"""Graphemes, segments of whole graphemes, and the pieces into which borders cut characters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_play.engine import (
    Tokenizer,
    Vocabulary,
    bpe,
    character_pieces,
    grapheme_bounds,
    pre_tokenizer,
    segments,
)
from bpe_play.engine.characters import character_bounds

BYTES_ONLY = Tokenizer(pre_tokenizer("none"), Vocabulary())
FAMILY = "👩‍👧"


def described(text: str) -> list[str]:
    data = text.encode()
    return [str(piece) for at in range(len(data)) for piece in character_pieces(data, at, at + 1)]


def test_each_byte_says_which_one_of_which_character_it_is() -> None:
    assert described("∩") == ["byte 1 of 3 of U+2229", "byte 2 of 3 of U+2229", "byte 3 of 3 of U+2229"]
    assert described("ab") == []


def test_a_token_may_hold_the_end_of_one_character_and_the_beginning_of_another() -> None:
    data = "∩⊆".encode()
    assert [str(piece) for piece in character_pieces(data, 2, 5)] == [
        "byte 3 of 3 of U+2229",
        "bytes 1–2 of 3 of U+2286",
    ]
    assert character_pieces(data, 0, 6) == []


def test_stray_bytes_belong_to_no_character() -> None:
    data = b"\xff\xe2\x82 \x80"
    assert [character_pieces(data, at, at + 1) for at in range(len(data))] == [[]] * 5


def test_a_family_is_one_grapheme_of_three_code_points_and_eleven_bytes() -> None:
    data = FAMILY.encode()
    assert (len(grapheme_bounds(data)) - 1, len(character_bounds(data)) - 1, len(data)) == (1, 3, 11)
    tokens = BYTES_ONLY.tokenize(FAMILY).spans
    assert [(part.first, part.last, part.graphemes) for part in segments(data, tokens)] == [(0, 10, 1)]


def test_tokens_that_share_a_character_are_one_segment() -> None:
    data = "a日b".encode()
    found = segments(data, BYTES_ONLY.tokenize(data).spans)
    assert [(part.first, part.last) for part in found] == [(0, 0), (1, 3), (4, 4)]


@given(st.one_of(st.binary(), st.text().map(str.encode)), st.integers(0, 12))
def test_segments_cover_the_text_and_start_and_end_on_graphemes(data: bytes, step: int) -> None:
    words = pre_tokenizer("none").counts("日本 日本 año año 👩‍👧👩‍👧".encode())
    made = Tokenizer(pre_tokenizer("none"), Vocabulary.of(merge.pair for merge in bpe.train(words, 256 + 12)))
    spans = made.tokenize(data, step=step).spans
    found = segments(data, spans)
    bounds = set(grapheme_bounds(data))
    assert [index for part in found for index in range(part.first, part.last + 1)] == list(range(len(spans)))
    assert all(part.start in bounds and part.end in bounds for part in found)
    assert sum(part.graphemes for part in found) == len(bounds) - 1
    assert b"".join(data[part.start : part.end] for part in found) == data


@pytest.mark.parametrize("text", ["e\u0301", "🇨🇿", "👍🏽", "❤️", "\u303d\ufe0f", "นี้"])
def test_bounds_are_the_ends_of_graphemes(text: str) -> None:
    assert grapheme_bounds(f"{text}x".encode())[-2:] == [len(text.encode()), len(text.encode()) + 1]
