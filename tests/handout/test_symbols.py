"""Codes as people type them: any form of a symbol is read, and slips are noticed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_play.tui.handout.symbols import ALPHABET, GROUP, CodeError, bits_of, grouped, symbols_of, tidy

bits = st.text("01", min_size=1, max_size=300)


@given(bits)
def test_what_is_written_is_read_and_filled_up_with_zeros(row: str) -> None:
    read = bits_of(symbols_of(row))
    assert read.startswith(row)
    assert set(read[len(row) :]) <= {"0"}
    assert len(read) - len(row) < 5


@given(bits, st.data())
def test_one_wrong_symbol_is_always_noticed(row: str, data: st.DataObject) -> None:
    code = symbols_of(row)
    at = data.draw(st.integers(0, len(code) - 1))
    other = data.draw(st.sampled_from([symbol for symbol in ALPHABET if symbol != code[at]]))
    with pytest.raises(CodeError):
        bits_of(code[:at] + other + code[at + 1 :])


@given(bits, st.data())
def test_two_symbols_that_changed_places_are_always_noticed(row: str, data: st.DataObject) -> None:
    code = symbols_of(row)
    at = data.draw(st.integers(0, len(code) - 2))
    swapped = code[:at] + code[at + 1] + code[at] + code[at + 2 :]
    if swapped != code:
        with pytest.raises(CodeError):
            bits_of(swapped)


@given(st.text(max_size=60))
def test_whatever_is_typed_is_read_or_refused_in_words(typed: str) -> None:
    refused = None
    try:
        assert set(bits_of(typed)) <= {"0", "1"}
    except CodeError as error:
        refused = error
    assert refused is None or (refused.title and refused.hint)


@pytest.mark.parametrize(
    "typed", ["12SZ-2GT5", "12sz2gt5", " 12SZ 2GT5 ", "I2SZ–2GT5", "l2sz_2gt5", "12SZ.2GT5"]
)
def test_forms_of_the_same_code(typed: str) -> None:
    assert tidy(typed) == "12SZ2GT5"


def test_groups_of_four() -> None:
    assert grouped("0" * 10) == "0000-0000-00"
    assert tidy(grouped("0" * 10)) == "0" * 10
    assert GROUP == 4


def test_a_letter_that_is_in_no_code_is_named_with_its_place() -> None:
    with pytest.raises(CodeError, match="'U' at place 3"):
        bits_of("12-UZ")


def test_a_long_paste_is_refused_at_once() -> None:
    with pytest.raises(CodeError, match="too long"):
        bits_of("1" * 1_000_000)
