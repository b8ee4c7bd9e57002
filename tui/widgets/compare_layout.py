"""Where characters stand when several tokenizations of a text are shown in common columns.

A unit takes the same columns in every row: a grapheme as long as nobody cuts it, else its code points, and
room for the bytes of a code point that somebody cuts. A token of no text at all, such as the space that some
tokenizers put before a text, has a unit of its own too. One cell is kept after a unit wherever at least one
row has a border there. Lines of the text start new blocks, empty ones stay with the line before, and
long ones are wrapped, at borders that all share where there is one near. This module draws nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from bpe_play.engine.compare import Comparison
from bpe_play.engine.door import to_bytes, to_text
from bpe_play.tui.visible import Glyph, Kind, glyphs, one_to_one

NARROWEST = 16
EMPTY = "∅"
_LINE_ENDS = (b"\n", b"\r")
_SLICE = 1_024  # bytes that are taken apart at a time
_WIDEST = 2  # cells of a code point that stands alone because its grapheme is cut


@dataclass(frozen=True, slots=True)
class Unit:
    """What takes columns of its own.

    text, width, kind  how it is drawn where it is not cut
    room               cells it takes in every row, without the gap
    torn               some row has a border inside it: there its bytes are drawn, three cells each
    gap                some row has a border after it

    Where start is end it stands for tokens without text.
    """

    start: int
    end: int
    text: str
    width: int
    kind: Kind
    room: int
    torn: bool
    gap: bool

    @property
    def cells(self) -> int:
        return self.room + self.gap


@dataclass(frozen=True, slots=True)
class Block:
    """One line of units, all rows together."""

    units: tuple[Unit, ...]

    @property
    def start(self) -> int:
        return self.units[0].start

    @property
    def end(self) -> int:
        return self.units[-1].end

    def columns(self) -> Iterator[tuple[Unit, int]]:
        """Each unit with its first column."""
        column = 0
        for unit in self.units:
            yield unit, column
            column += unit.cells


class CompareLayout:
    """The blocks of a comparison in `width` cells, laid out as far as asked for.

    empty[r][p]  how many tokens without text row r has at byte p

    >>> from bpe_play.engine.compare import compare
    >>> from bpe_play.engine.tokenizer import Tokenization, TokenSpan
    >>> rows = [Tokenization(b"abc", (TokenSpan(1, b"ab", 0, 2), TokenSpan(2, b"c", 2, 3)))]
    >>> layout = CompareLayout(compare(rows), 40)
    >>> layout.lay_out(1)
    >>> [(unit.text, column) for unit, column in layout.blocks[0].columns()]
    [('a', 0), ('b', 1), ('c', 3)]
    """

    def __init__(self, comparison: Comparison, width: int) -> None:
        self.comparison = comparison
        self.width = max(width, NARROWEST)
        self.blocks: list[Block] = []
        self._starts: list[int] = []
        self.empty = [Counter(s.end for s in row.spans if s.start == s.end) for row in comparison.rows]
        self._rooms = {offset: max(row[offset] for row in self.empty) for row in self.empty for offset in row}
        self._borders = {span.end for row in comparison.rows for span in row.spans}
        self._shared = frozenset(comparison.shared)
        self._line: list[Unit] = []
        self._column = 0
        self._read = 0

    @property
    def complete(self) -> bool:
        return self._read == len(self.comparison.data)

    def lay_out(self, until: int) -> None:
        """Have the blocks that hold the bytes before `until`, and perhaps a few more."""
        while not self.complete and (not self.blocks or self.blocks[-1].end < until):
            for unit in self._next_units():
                self._place(unit)
            if self.complete:
                self._close(len(self._line))

    def block_of(self, offset: int) -> int | None:
        """The block that holds a byte; None where it is not laid out yet."""
        if not self.blocks or (offset >= self.blocks[-1].end and not self.complete):
            return None
        return bisect_right(self._starts, offset) - 1

    # -- units

    def _next_units(self) -> Iterator[Unit]:
        """The units of the next slice. Its last glyph may go on behind it, so it is left for the next one."""
        data, start = self.comparison.data, self._read
        found = glyphs(data[start : start + _SLICE])
        if start + _SLICE < len(data):
            found = found[:-1] or found
        self._read = start + found[-1].end
        for glyph in found:
            for unit in self._units(glyph, start):
                yield from self._empty_at(unit.start)
                yield unit
        if self.complete:
            yield from self._empty_at(len(data))

    def _empty_at(self, offset: int) -> Iterator[Unit]:
        if offset in self._rooms:
            room = self._rooms[offset]
            yield Unit(offset, offset, EMPTY, 1, Kind.FORMAT, room, torn=False, gap=True)

    def _units(self, glyph: Glyph, base: int) -> Iterator[Unit]:
        start, end = base + glyph.start, base + glyph.end
        if glyph.kind is Kind.STRAY:
            yield self._unit(f"{self.comparison.data[start]:02X}", 2, glyph.kind, start, end)
        elif not self._is_cut(start, end):
            yield self._unit(glyph.text, glyph.width, glyph.kind, start, end)
        else:
            for char in to_text(self.comparison.data[start:end]):
                end = start + len(to_bytes(char))
                yield self._unit(*_alone(char), start, end)
                start = end

    def _is_cut(self, start: int, end: int) -> bool:
        return any(offset in self._borders for offset in range(start + 1, end))

    def _unit(self, text: str, width: int, kind: Kind, start: int, end: int) -> Unit:
        torn = self._is_cut(start, end)
        room = max(width, 3 * (end - start) - 1) if torn else width
        return Unit(start, end, text, width, kind, room, torn, end in self._borders)

    # -- blocks

    def _place(self, unit: Unit) -> None:
        if self._line and self._bytes(self._line[-1]) == b"\n" and self._bytes(unit) not in _LINE_ENDS:
            self._close(len(self._line))
        while self._line and self._column + unit.cells > self.width:
            self._close(self._break())
        self._line.append(unit)
        self._column += unit.cells

    def _bytes(self, unit: Unit) -> bytes:
        return self.comparison.data[unit.start : unit.end]

    def _close(self, count: int) -> None:
        """The first units of the line become a block."""
        if count:
            self.blocks.append(Block(tuple(self._line[:count])))
            self._starts.append(self.blocks[-1].start)
            self._line = self._line[count:]
            self._column = sum(unit.cells for unit in self._line)

    def _break(self) -> int:
        """How many units of a full line to keep: to the last border that all share, or that anyone has, if
        at least half the line stays full."""
        for wanted in (self._shared, self._borders):
            column = self._column
            for count in range(len(self._line), 0, -1):
                if column < self.width // 2:
                    break
                if self._line[count - 1].end in wanted:
                    return count
                column -= self._line[count - 1].cells
        return len(self._line)


def _alone(char: str) -> tuple[str, int, Kind]:
    """A code point whose grapheme is cut: as it is, or as a stand-in of one cell."""
    (glyph,) = glyphs(to_bytes(char))
    if glyph.width <= _WIDEST:
        return glyph.text, glyph.width, glyph.kind
    return one_to_one(char), 1, glyph.kind
