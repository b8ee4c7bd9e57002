"""The characters under a stretch of bytes: which code point and which grapheme each byte belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import regex

from bpe_play.engine.door import to_bytes, valid_runs

_GRAPHEME = regex.compile(r"\X")
_LOOK_BACK = 512  # bytes in which the start of a grapheme is looked for
_LETTER_OF_FLAG = "\U0001f1e6".encode()[:3]
_LONGEST_RUN = 1 << 16  # bytes


class Character(NamedTuple):
    """A code point at data[start:end], or a stray byte (then `text` is empty).

    grapheme  where its grapheme starts, in bytes
    """

    text: str
    start: int
    end: int
    grapheme: int


class Characters:
    r"""The characters that have a byte in data[start:end], and the one after them.

    >>> text = Characters("e\u0301x".encode(), 0, 3)
    >>> text.at(2).start, text.goes_on(1), text.goes_on(3)
    (1, True, False)
    """

    def __init__(self, data: bytes, start: int, end: int) -> None:
        self._data, self._start, self._end = data, start, end

    @cached_property
    def _at(self) -> dict[int, Character]:
        """Found when it is asked for: not for what is drawn already."""
        first = _safe_start(self._data, self._start)
        found = _characters(self._data[first : self._end + 4], first)
        return {byte: char for char in found for byte in range(char.start, char.end)}

    def at(self, byte: int) -> Character:
        """The character that holds a byte."""
        return self._at[byte]

    def goes_on(self, byte: int) -> bool:
        """Whether a byte and the one before it belong to the same grapheme."""
        here, before = self._at.get(byte), self._at.get(byte - 1)
        return here is not None and before is not None and here.grapheme == before.grapheme


def _safe_start(data: bytes, start: int) -> int:
    """A byte at or before `start` that begins a line, or at least a character."""
    first = max(data.rfind(b"\n", 0, start) + 1, start - _LOOK_BACK)
    for near in range(first, max(first - 4, -1), -1):
        if near >= len(data) or not 0x80 <= data[near] < 0xC0:
            return _start_of_flags(data, near)
    return first


def _start_of_flags(data: bytes, start: int) -> int:
    """Where the run of letters of flags begins that goes on at `start`: they go by twos from there. Of a very long
    run as many are looked at as are worth the time."""
    least = max(start - _LONGEST_RUN, 0) + 4
    while start >= least and data[start - 4 : start - 1] == _LETTER_OF_FLAG and data[start - 1] >= 0xA6:
        start -= 4
    return start


def _characters(data: bytes, offset: int) -> Iterator[Character]:
    for run, is_valid in valid_runs(data):
        for unit in _GRAPHEME.findall(run) if is_valid else run:
            grapheme = offset
            for char in unit:
                end = offset + len(to_bytes(char))
                if char == "\n":  # CR LF is one grapheme by the book, two things to look at here
                    grapheme = offset
                yield Character(char if is_valid else "", offset, end, grapheme)
                offset = end
