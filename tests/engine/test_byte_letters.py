"""GPT-2's way to write bytes as letters."""

from __future__ import annotations

import pytest

from bpe_play.engine.byte_letters import (
    ALPHABET,
    BYTE_IDS,
    BYTE_ORDER,
    LETTERS,
    all_from_letters,
    from_letters,
    to_letters,
)


def test_three_views_of_a_token() -> None:
    """Case B088: text, bytes, letters."""
    assert to_letters("señor\n".encode()) == "seÃ±orĊ"
    assert "señor\n".encode().hex(" ") == "73 65 c3 b1 6f 72 0a"


def test_every_byte_has_a_letter_of_its_own_and_comes_back() -> None:
    everything = bytes(range(256))
    assert len(ALPHABET) == 256
    assert from_letters(to_letters(everything)) == everything
    assert all(letter.isprintable() and letter != " " for letter in LETTERS)


def test_the_order_of_ids() -> None:
    """Case B085: printable bytes first."""
    assert BYTE_ORDER[0] == 0x21
    assert BYTE_IDS[0x21] == 0
    assert BYTE_IDS[0x20] == 220
    assert [BYTE_ORDER[number] for number in BYTE_IDS] == list(range(256))


def test_what_is_no_letter_is_named() -> None:
    with pytest.raises(ValueError, match=r"^ $"):
        from_letters("a b")


def test_many_at_once_are_the_same_as_one_by_one() -> None:
    tokens = [*(bytes([value]) for value in range(256)), b"", bytes(range(256)), "señor 東".encode()]
    assert all_from_letters([to_letters(token) for token in tokens]) == tokens


@pytest.mark.parametrize("odd", ["a b", "\0", "a\0", "東", "\u0144", "\ud800"])
def test_what_is_no_letter_among_many_is_left_out_alone(odd: str) -> None:
    assert all_from_letters(["Ġx", odd, "", "Ā"]) == [b" x", None, b"", b"\0"]
