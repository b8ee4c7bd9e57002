"""The list of the places where tokenizers part, below a comparison that leaves room for it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_play.engine.compare import Comparison, compare
from bpe_play.engine.tokenizer import Tokenization, TokenSpan
from bpe_play.tui.widgets.compare_list import LEAST, difference_list
from bpe_play.tui.widgets.pieces import Line, text_of, width_of


def cut(data: bytes, *borders: int) -> Tokenization:
    ends = [*borders, len(data)]
    starts = [0, *borders]
    spans = (TokenSpan(0, data[a:b], a, b) for a, b in zip(starts, ends, strict=True))
    return Tokenization(data, tuple(spans))


def shown(lines: list[Line]) -> list[str]:
    return [text_of(line).rstrip() for line in lines]


STRAWBERRY = compare([cut(b"a strawberry\x1b!", 1, 3, 5, 12), cut(b"a strawberry\x1b!", 1, 12, 13)])
MANY = compare([cut(b"ab" * 50, *range(2, 100, 2)), cut(b"ab" * 50, *range(1, 100))])


def test_each_place_says_how_many_tokens_each_makes_of_it_and_which() -> None:
    assert shown(difference_list(STRAWBERRY, ["lab", "gpt2"], 0, 60, 9)) == [
        "    byte  #   lab                   #   gpt2",
        "       1  3   ␣s│tr│awberry│        1   ␣strawberry│",
        "      12  1   \\x1b!│                2   \\x1b│!│",
    ]


def test_the_place_of_the_cursor_has_a_mark() -> None:
    lines = shown(difference_list(STRAWBERRY, ["lab", "gpt2"], 4, 60, 9))
    assert [line.startswith("▸") for line in lines] == [False, True, False]


@pytest.mark.parametrize(
    ("at", "places"),
    [
        (0, ["▸      0", "       2", "       4"]),
        (51, ["      48", "▸     50", "      52"]),
        (99, ["      94", "      96", "▸     98"]),
    ],
)
def test_where_not_all_have_room_those_around_the_cursor_are_shown(at: int, places: list[str]) -> None:
    lines = shown(difference_list(MANY, ["x", "y"], at, 40, 4))
    assert [line[:8] for line in lines[1:]] == places


def test_there_is_no_list_of_nothing_and_none_without_room() -> None:
    assert difference_list(compare([cut(b"ab", 1), cut(b"ab", 1)]), ["x", "y"], 0, 60, 9) == []
    assert difference_list(STRAWBERRY, ["x", "y"], 0, 60, LEAST - 1) == []


BORDERS = st.lists(st.integers(1, 39), unique=True).map(sorted)


@given(
    st.binary(min_size=40, max_size=40),
    st.lists(BORDERS, min_size=1, max_size=4),
    st.integers(0, 39),
    st.integers(1, 130),
    st.integers(0, 12),
)
def test_it_keeps_to_its_room_whatever_the_text(
    data: bytes, borders: list[list[int]], at: int, width: int, height: int
) -> None:
    comparison: Comparison = compare([cut(data, *each) for each in borders])
    names = [f"tokenizer {number}" for number in range(len(borders))]
    lines = difference_list(comparison, names, at, width, height)
    assert len(lines) <= max(height, 0)
    assert all(text_of(line).isprintable() for line in lines)
    if width >= 8 + 3 * len(borders):
        assert all(width_of(line) <= width for line in lines)
