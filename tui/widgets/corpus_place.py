"""Where in a corpus one is, and how one gets elsewhere: a byte offset at the top, and rows from there on.

There are no line numbers, so nothing is counted from the start: rows below are laid out from the top row,
and rows above from the start of the line before. This module draws nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from bpe_play.engine.merges import Pair
from bpe_play.tui.widgets.corpus_parts import Part, Parts
from bpe_play.tui.widgets.corpus_rows import Row, lay_out


class CorpusPlace:
    """A window of `width` cells and `height` rows on a corpus; `top` is the offset of its first row.

    >>> from bpe_play.tui.widgets.corpus_parts import PlainParts
    >>> place = CorpusPlace(PlainParts(b"one\\ntwo\\nthree"))
    >>> place.resize(9, 2)
    >>> place.to_end()
    >>> place.top, [row.text for row in place.rows]
    (4, ['two↵', 'three'])
    """

    def __init__(self, parts: Parts, top: int = 0) -> None:
        self.parts = parts
        self.top = top
        self.width = self.height = 1
        self._rows: list[Row] | None = None
        self._seen: list[Part] = []  # what the rows were laid out from
        self._as_before: tuple[list[Part], list[Row]] = [], []

    def resize(self, width: int, height: int) -> None:
        """Take another size; the text at the top stays."""
        self.width, self.height = max(width, 1), max(height, 1)
        self._forget()

    def set_step(self, step: int, next_pair: Pair | None) -> None:
        """Cut as of another step; the text at the top stays."""
        if self._rows is not None:
            self._as_before = self._seen, self._rows
        self.parts.set_step(step, next_pair)
        self._rows = None

    @property
    def drawn(self) -> list[Row] | None:
        """The rows in view if somebody has asked for them since the last change."""
        return self._rows

    @property
    def rows(self) -> list[Row]:
        """The rows in view."""
        if self._rows is None:
            seen, rows = self._as_before
            same = bool(seen) and seen == list(islice(self.parts.from_offset(self.top), len(seen)))
            self._rows = rows if same else self._lay_out()
        return self._rows

    def _lay_out(self) -> list[Row]:
        self._seen = []
        parts = _noted(self.parts.from_offset(self.top), self._seen)
        return list(islice(lay_out(parts, self.top, self.width), self.height))

    @property
    def bottom(self) -> int:
        """The offset behind the last row in view."""
        return self.rows[-1].end if self.rows else self.top

    # -- moving ----------------------------------------------------------------------------------------

    def move(self, rows: int) -> None:
        """Some rows down, or up if negative; not beyond the last row at the bottom."""
        if rows < 0:
            self._go(self._above(self.top, -rows))
        elif self.bottom < len(self.parts):
            ahead = list(islice(self._rows_from(self.top), rows + self.height))
            full = len(ahead) == rows + self.height
            self._go(ahead[rows].start if full else max(self._last_top(), self.top))

    def move_pages(self, pages: int) -> None:
        """Some pages down or up; one row stays in view."""
        self.move(pages * max(self.height - 1, 1))

    def to_start(self) -> None:
        self._go(0)

    def to_end(self) -> None:
        """The last row to the bottom."""
        self._go(self._last_top())

    def reveal(self, offset: int) -> None:
        """Bring an offset into view, a third from the top; nothing moves if it is in view."""
        offset = min(max(offset, 0), max(len(self.parts) - 1, 0))
        if not any(row.start <= offset < row.end for row in self.rows):
            line = self.parts.row_before(offset + 1)
            start = next((row.start for row in self._rows_from(line) if row.end > offset), line)
            self._go(self._above(start, self.height // 3))

    def _go(self, offset: int) -> None:
        if offset != self.top:
            self.top = offset
            self._forget()

    def _forget(self) -> None:
        self._rows, self._as_before = None, ([], [])

    # -- rows ------------------------------------------------------------------------------------------

    def _rows_from(self, offset: int) -> Iterator[Row]:
        return lay_out(self.parts.from_offset(offset), offset, self.width)

    def _above(self, offset: int, rows: int) -> int:
        """Where the row begins that stands so many rows above the one that begins at `offset`."""
        starts: list[int] = []
        while offset > 0 and len(starts) < rows:
            line = self.parts.row_before(offset)
            starts = [*self._starts(line, offset), *starts]
            offset = line
        return starts[-rows] if 0 < rows <= len(starts) else offset

    def _starts(self, start: int, end: int) -> list[int]:
        """Where the rows between two offsets begin."""
        starts = []
        for row in self._rows_from(start):
            if row.start >= end:
                break
            starts.append(row.start)
        return starts

    def _last_top(self) -> int:
        """The offset at the top when the last row is at the bottom."""
        return self._above(len(self.parts), self.height)


def _noted(parts: Iterator[Part], seen: list[Part]) -> Iterator[Part]:
    """The same parts; each that is taken is added to `seen`."""
    for part in parts:
        seen.append(part)
        yield part
