"""The special tokens near a place in a huge text, and the plain text between them, without a search of it all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bpe_play.engine.certain_cuts import Data
from bpe_play.engine.specials import SpecialTokens


class Part(NamedTuple):
    """data[start:end] is one special token, or plain text (then `id` is None)."""

    start: int
    end: int
    id: int | None = None


class Stretch:
    """data[start:end] as a text of its own that is not copied.

    >>> stretch = Stretch(b"abcdef", 2, 5)
    >>> len(stretch), stretch[1:9]
    (3, b'de')
    """

    def __init__(self, data: Data, start: int, end: int) -> None:
        self._data, self._start, self._end = data, start, end

    def __len__(self) -> int:
        return self._end - self._start

    def __getitem__(self, part: slice, /) -> bytes:
        start, stop, _ = part.indices(len(self))
        return self._data[self._start + start : self._start + stop]


def parts_between(specials: SpecialTokens, data: Data, start: int, end: int, reach: int) -> Iterator[Part]:
    """What overlaps data[start:end], in order: special tokens, and the plain text up to the next of them.

    Special tokens are looked for as far as `reach` bytes away; plain text in which none is found so far goes
    on to the end of the text on that side.

    >>> list(parts_between(SpecialTokens({"<e>": 300}), b"aa<e>bb", 1, 4, 100))
    [Part(start=0, end=2, id=None), Part(start=2, end=5, id=300)]
    """
    longest = max(map(len, specials.by_bytes), default=0)
    first, last = max(start - reach - longest, 0), min(end + reach + longest, len(data))
    before = 0
    for offset, token in specials.found(data[first:last]):
        at, after = first + offset, first + offset + len(token)
        yield from _overlapping([Part(before, at), Part(at, after, specials.by_bytes[token])], start, end)
        before = after
    yield from _overlapping([Part(before, len(data))], start, end)


def _overlapping(parts: list[Part], start: int, end: int) -> Iterator[Part]:
    return (part for part in parts if part.start < part.end and part.start < end and start < part.end)
