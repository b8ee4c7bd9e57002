"""Where the bytes of a token stand in a corpus, each place with the line around it.

It looks for bytes, not for tokens: where the bytes stand, the corpus may be cut otherwise. Lines end at
`\\n` and nowhere else, and a long line is cropped around the place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

CONTEXT = 160
_LONGEST_CHARACTER = 4


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place in the corpus.

    line_number   of the line in which it begins, from 1 on
    byte_offset   of its first byte in the corpus
    line          the line without its end, or the part of it around the place
    start, end    the place in `line`
    crops_before, crops_after   whether `line` leaves out a part of the line on that side
    """

    line_number: int
    byte_offset: int
    line: bytes
    start: int
    end: int
    crops_before: bool = False
    crops_after: bool = False


def occurrences(
    data: bytes, token: bytes, limit: int | None = None, context: int = CONTEXT
) -> Iterator[Occurrence]:
    r"""The first places where the token's bytes stand, in order; the excerpts do not overlap.

    So a short line comes once, with the first place in it, and a long one can come again further on. A
    token that holds a `\n` shows the lines that it joins.

    >>> [(place.line_number, place.line, place.start) for place in occurrences(b"oh\nno, no\nno", b"no")]
    [(2, b'no, no', 0), (3, b'no', 0)]
    """
    line_number, counted, begin = 1, 0, 0
    found = data.find(token) if token else -1
    while found >= 0 and limit != 0:
        line_number += data.count(b"\n", counted, found)
        counted = found
        place, begin = _excerpt(data, found, found + len(token), begin, context, line_number)
        yield place
        limit = None if limit is None else limit - 1
        found = data.find(token, begin)


def _excerpt(
    data: bytes, start: int, end: int, shown: int, context: int, line_number: int
) -> tuple[Occurrence, int]:
    """The place with what surrounds it, and where its excerpt ends; nothing before `shown` is repeated."""
    low, crops_before = _before(data, start, max(shown, start - context))
    high, crops_after = _after(data, end, min(len(data), end + context))
    place = Occurrence(line_number, start, data[low:high], start - low, end - low, crops_before, crops_after)
    return place, high


def _before(data: bytes, start: int, floor: int) -> tuple[int, bool]:
    """Where the excerpt begins: after a line end, or at a character's first byte."""
    line_end = data.rfind(b"\n", floor, start)
    if line_end >= 0:
        return line_end + 1, False
    if floor == 0 or data[floor - 1 : floor] == b"\n":
        return floor, False
    low = floor
    while low < min(start, floor + _LONGEST_CHARACTER) and _is_continuation(data[low]):
        low += 1
    return low, True


def _after(data: bytes, end: int, ceiling: int) -> tuple[int, bool]:
    """Where the excerpt ends: at a line end, or after a character's last byte."""
    if data[end - 1 : end] == b"\n":
        return end, False
    line_end = data.find(b"\n", end, ceiling)
    if line_end >= 0:
        return line_end, False
    if ceiling == len(data) or data[ceiling : ceiling + 1] == b"\n":
        return ceiling, False
    high = ceiling
    while high > max(end, ceiling - _LONGEST_CHARACTER) and _is_continuation(data[high]):
        high -= 1
    return high, True


def _is_continuation(value: int) -> bool:
    return 0x80 <= value < 0xC0
