"""StreamDecoder: every character comes with its own last byte, and broken bytes do not stop the stream."""

from __future__ import annotations

import codecs
import random
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_play.engine.stream import REPLACEMENT, Held, StreamDecoder, bit_fields

BORDERLINE = bytes.fromhex("61 7F 80 8F 90 9F A0 BD BF C0 C1 C2 C3 DF E0 E2 ED EF F0 F4 F5 FF")


def outputs(chunks: list[bytes]) -> list[str]:
    """What comes out for each chunk, and at the end."""
    decoder = StreamDecoder()
    return [*map(decoder.feed, chunks), decoder.flush()]


def bytewise(data: bytes) -> list[bytes]:
    return [bytes([byte]) for byte in data]


def test_an_emoji_comes_with_its_last_byte() -> None:
    assert outputs(bytewise(b"\xf0\x9f\x98\x80")) == ["", "", "", "😀", ""]


@pytest.mark.parametrize(
    ("data", "incremental", "alone"),
    [
        ("F0 9F 98 80", 0, 4),
        ("F0 9F 98 61", 1, 3),
        ("F0 9F 98", 1, 3),
        ("ED A0 80", 3, 3),
        ("C0 AF", 2, 2),
        ("E2 82 C3 A9", 1, 4),
        ("C3 B1", 0, 2),
    ],
)
def test_published_counts_of_replacement_characters(data: str, incremental: int, alone: int) -> None:
    stream = bytewise(bytes.fromhex(data))
    assert "".join(outputs(stream)).count(REPLACEMENT) == incremental
    assert "".join(byte.decode("utf-8", "replace") for byte in stream).count(REPLACEMENT) == alone


@pytest.mark.parametrize(
    ("chunks", "text"),
    [
        ([b"\xe2\x82", b"\xac", b" a"], "€ a"),
        ([b"\xe2\x82", b" a"], "\ufffd a"),
        ([b"\xf0\x9f\x98"], "\ufffd"),
        ([b"\xe2\x82\xc3", b"\xa9"], "\ufffdé"),
        ([b" I", b" am", b" here"], " I am here"),
        ([b"\xff\xfe a"], "\ufffd\ufffd a"),
    ],
)
def test_cut_off_waits_and_broken_goes_on(chunks: list[bytes], text: str) -> None:
    assert "".join(outputs(chunks)) == text


def test_a_real_replacement_character_comes_with_its_last_byte() -> None:
    assert outputs(bytewise("ok\ufffd".encode())) == ["o", "k", "", "", "\ufffd", ""]


@pytest.mark.parametrize("text", ["ñ日😀", "e\u0301👨‍👧", "\ufeffa\x00", "߿ࠀ￿𐀀\U0010ffff"])
def test_every_way_to_cut_a_text_gives_the_text(text: str) -> None:
    data = text.encode()[:14]
    whole = data.decode("utf-8", "replace")
    for cuts in range(len(data)):
        for borders in combinations(range(1, len(data)), cuts):
            edges = [0, *borders, len(data)]
            chunks = [data[start:end] for start, end in pairwise(edges)]
            assert "".join(outputs(chunks)) == whole


def test_every_code_point_comes_with_its_last_byte() -> None:
    for code_point in [*range(0x300), *range(0x7F0, 0xFFFF, 61), *range(0xFFFF, 0x110000, 1021), 0x10FFFF]:
        if not 0xD800 <= code_point < 0xE000:
            character = chr(code_point)
            silent = [""] * (len(character.encode()) - 1)
            assert outputs(bytewise(character.encode())) == [*silent, character, ""]


def same_as_python(chunks: list[bytes]) -> None:
    ours, pythons = StreamDecoder(), codecs.getincrementaldecoder("utf-8")("replace")
    for chunk in chunks:
        assert ours.feed(chunk) == pythons.decode(chunk)
        assert ours.pending == pythons.getstate()[0]
    assert ours.flush() == pythons.decode(b"", final=True)
    assert ours.pending == b""


@given(st.lists(st.one_of(st.binary(max_size=6), st.text(max_size=3).map(str.encode)), max_size=8))
def test_equal_to_pythons_decoder_on_any_chunks(chunks: list[bytes]) -> None:
    same_as_python(chunks)


def test_equal_to_pythons_decoder_on_borderline_bytes() -> None:
    draw = random.Random(4)
    for _ in range(5_000):
        data = bytes(draw.choices(BORDERLINE, k=draw.randrange(12)))
        borders = sorted(draw.choices(range(len(data) + 1), k=3))
        edges = [0, *borders, len(data)]
        same_as_python([data[start:end] for start, end in pairwise(edges)])


@given(st.binary(max_size=30))
def test_no_output_holds_a_lone_surrogate(data: bytes) -> None:
    assert not any("\ud800" <= char <= "\udfff" for text in outputs(bytewise(data)) for char in text)


def test_a_decoder_can_be_used_again_after_flush() -> None:
    decoder = StreamDecoder()
    decoder.feed(b"\xf0\x9f")
    assert decoder.flush() == REPLACEMENT
    assert (decoder.feed("é".encode()), decoder.pending, decoder.flush()) == ("é", b"", "")


def test_the_held_bytes_explain_themselves() -> None:
    decoder = StreamDecoder()
    seen = []
    for byte in "🤖".encode()[:3]:
        decoder.feed(bytes([byte]))
        assert decoder.held
        seen.append((decoder.held.lead, decoder.held.need, decoder.owed, " ".join(decoder.held.bits)))
    assert seen == [
        (0xF0, 3, 3, "000 ······ ······ ······"),
        (0xF0, 3, 2, "000 011111 ······ ······"),
        (0xF0, 3, 1, "000 011111 100100 ······"),
    ]
    assert str(decoder.held) == "F0 9F A4: 3 of 4 bytes, 1 still owed"


def test_the_beginning_of_a_surrogate_is_owed_nothing() -> None:
    """Python tells that ED A0 is broken one byte late, and so do we; but it is shown as broken at once."""
    held = Held(b"\xed\xa0")
    assert held.is_surrogate
    assert held.owed == 0
    assert not any(held.accepts(byte) for byte in range(256))


@given(st.characters(exclude_categories=["Cs"]))
def test_the_bits_are_those_of_the_code_point(character: str) -> None:
    bits = "".join(bit_fields(byte)[1] for byte in character.encode())
    assert int(bits, 2) == ord(character)
