"""Places of a token in the corpus: found lazily, each with its line, whatever the lines are like."""

from __future__ import annotations

from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from bpe_play.engine.occurrences import Occurrence, occurrences


def lines(data: bytes, token: bytes, **options: int) -> list[bytes]:
    return [place.line for place in occurrences(data, token, **options)]


def test_a_place_has_its_line_and_its_offsets() -> None:
    assert list(occurrences(b"one\ntwo cats\n", b"cat")) == [Occurrence(2, 8, b"two cats", 4, 7)]


def test_a_line_comes_once_with_the_first_place_in_it() -> None:
    assert lines(b"cat cat\nno\ncat\n", b"cat") == [b"cat cat", b"cat"]


def test_only_a_newline_ends_a_line() -> None:
    assert lines("a\x0bcat\x85\u2028b\r\nc".encode(), b"cat") == ["a\x0bcat\x85\u2028b\r".encode()]


def test_a_token_over_a_line_end_shows_both_lines() -> None:
    assert lines(b"first\nsecond\nthird", b"t\ns") == [b"first\nsecond"]
    assert lines(b"a\n\nb", b"\n\n") == [b"a\n\n"]


def test_a_long_line_is_cropped_around_the_place_and_says_so() -> None:
    (place,) = occurrences(b"x" * 1000 + b"cat" + b"y" * 1000, b"cat", context=10)
    assert place == Occurrence(1, 1000, b"x" * 10 + b"cat" + b"y" * 10, 10, 13, True, True)


def test_a_long_line_comes_again_further_on() -> None:
    data = b"cat" + b"." * 50 + b"cat"
    assert [place.byte_offset for place in occurrences(data, b"cat", context=10)] == [0, 53]


def test_cropping_does_not_cut_a_character() -> None:
    data = "日本語日本語cat日本語日本語".encode()
    for context in range(12):
        (place,) = occurrences(data, b"cat", context=context)
        assert place.line.decode().strip("日本語") == "cat"


def test_it_stops_at_the_limit_and_looks_no_further_than_asked() -> None:
    data = b"cat\n" * 10
    assert len(list(occurrences(data, b"cat", limit=3))) == 3
    assert [place.line_number for place in islice(occurrences(data, b"cat"), 4)] == [1, 2, 3, 4]


def test_nothing_stands_nowhere() -> None:
    assert list(occurrences(b"cat", b"")) == []
    assert list(occurrences(b"cat", b"dog")) == []
    assert list(occurrences(b"", b"cat")) == []


@given(st.binary(max_size=80), st.binary(min_size=1, max_size=3), st.integers(0, 20))
def test_every_place_is_true(data: bytes, token: bytes, context: int) -> None:
    end = 0
    for place in occurrences(data, token, context=context):
        assert place.line[place.start : place.end] == token
        assert data[place.byte_offset : place.byte_offset + len(token)] == token
        assert place.line_number == data.count(b"\n", 0, place.byte_offset) + 1
        begin = place.byte_offset - place.start
        assert data[begin : begin + len(place.line)] == place.line
        assert begin >= end
        assert b"\n" not in place.line[: place.start] + place.line[place.end :]
        end = begin + len(place.line)
    assert data.find(token, end) == -1
