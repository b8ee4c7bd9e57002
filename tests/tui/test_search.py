"""What one types to search for a token: text as it is, or bytes in hex."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_play.engine import to_bytes
from bpe_play.tui import search
from bpe_play.tui.search import parse_query


def test_the_examples_of_the_module_hold() -> None:
    assert doctest.testmod(search).failed == 0


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("", b""),
        (" the ", b" the "),
        ("ñ", b"\xc3\xb1"),
        ("E2 80", b"E2 80"),
        ("hex:E2 80", b"\xe2\x80"),
        ("HEX: e280 9C ", b"\xe2\x80\x9c"),
        ("hex:", b""),
        ("hexagon", b"hexagon"),
    ],
)
def test_text_is_text_and_hex_is_bytes(typed: str, wanted: bytes) -> None:
    assert parse_query(typed) == wanted


@pytest.mark.parametrize("typed", ["hex:E", "hex:GG", "hex:E2 8", "hex:ñ", "hex:0x41"])
def test_what_is_not_hex_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(ValueError, match="is not hex: write bytes as two digits each, such as hex:E2 80"):
        parse_query(typed)


@given(st.text(st.characters()))
def test_any_text_that_does_not_ask_for_hex_is_searched_as_it_is(typed: str) -> None:
    if not typed.lower().startswith("hex:"):
        assert parse_query(typed) == to_bytes(typed)


@given(st.binary())
def test_any_bytes_can_be_searched(wanted: bytes) -> None:
    assert parse_query(f"hex:{wanted.hex(' ')}") == wanted
