"""The lines of one block of the comparison: a row of tokens for each tokenizer, and the marks below them.

Tints go by the bytes of a token and not by its id, since vocabularies have different ids for the same token:
columns of one tint are cut alike. That they are not is said by a bracket below, which needs no colour. Where
a row cuts inside a character it shows the bytes, and the character itself stands in the line of marks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from zlib import crc32

from rich.segment import Segment
from rich.style import Style

from bpe_play.engine.compare import Difference
from bpe_play.engine.tokenizer import TokenSpan
from bpe_play.tui.palette import Palette
from bpe_play.tui.visible import SPACE, Kind
from bpe_play.tui.widgets.compare_layout import EMPTY, Block, CompareLayout, Unit

BORDER, MORE = "│", "…"
_OPEN, _CLOSE, _LINE, _ONE = "╰", "╯", "─", "╵"

Cell = tuple[str, Style]  # one cell; the second one of a wide character shows ""


@dataclass(frozen=True)
class Cursor:
    """The token under the cursor: in which row, and a byte that it holds."""

    row: int = 0
    offset: int = 0


class BlockRows:
    """Draws the blocks of a comparison."""

    def __init__(self, layout: CompareLayout, cursor: Cursor, colours: Palette) -> None:
        self._layout = layout
        self._rows = layout.comparison.rows
        self._differences = layout.comparison
        self._cursor = cursor
        self._colours = colours

    def touches(self, block: Block) -> bool:
        """Whether the cursor changes how a block looks: by a token at the cursor, or by the bracket below."""
        offset = self._cursor.offset
        here = self._differences.difference_at(offset)
        tokens = [row.spans[index] for row in self._rows if (index := row.span_at(offset)) is not None]
        runs = [(span.start, span.end) for span in tokens] + ([(here.start, here.end)] if here else [])
        return any(start < block.end and end > block.start for start, end in runs)

    def row(self, block: Block, number: int) -> list[Segment]:
        """What one tokenizer makes of the block."""
        spans = self._rows[number].spans
        found = self._rows[number].span_at(block.start)
        index = len(spans) if found is None else found
        cells: list[Cell] = []
        for unit in block.units:
            if index == len(spans):
                cells += self._uncovered(unit)
                continue
            if unit.start == unit.end:
                cells += self._empty(unit, number, index)
                continue
            cells += self._unit(unit, number, index)
            while spans[index].end < unit.end:
                index += 1
            if unit.gap:
                cells.append(self._gap(number, index, unit.end))
            while index < len(spans) and spans[index].end <= unit.end:
                index += 1
        if index < len(spans) and spans[index].start < block.end:
            cells[-block.units[-1].gap or len(cells) :] = [(MORE, self._colours.border)]
        return _segments(cells)

    def marks(self, block: Block) -> list[Segment]:
        """Brackets below what differs, and the characters that are drawn as bytes above."""
        plain = self._colours.text
        cells: list[Cell] = [(" ", plain)] * sum(unit.cells for unit in block.units)
        here = self._differences.difference_at(self._cursor.offset)
        for difference in self._differences_in(block):
            style = self._colours.accent if difference == here else self._colours.dim
            first, last = _columns(block, difference)
            cells[first:last] = [(char, style) for char in _bracket(block, difference, last - first)]
        for unit, column in block.columns():
            if unit.torn:
                at = column + (unit.room - unit.width) // 2
                cells[at : at + unit.width] = _drawn(unit.text, unit.width, self._on_ground(unit.kind))
        return _segments(cells)

    def _differences_in(self, block: Block) -> Iterator[Difference]:
        first = self._differences.difference_at(block.start)
        difference = first or self._differences.next_difference(block.start)
        while difference is not None and difference.start < block.end:
            yield difference
            difference = self._differences.next_difference(difference.start)

    def _on_ground(self, kind: Kind) -> Style:
        return self._colours.on(self._colours.text, kind)

    # -- the cells of a row

    def _unit(self, unit: Unit, number: int, index: int) -> list[Cell]:
        spans = self._rows[number].spans
        if unit.torn and spans[index].end < unit.end:
            return self._bytes(unit, number, index)
        base = self._base(number, index)
        text, style = unit.text, base
        if unit.kind is not Kind.TEXT:
            style = base + Style(underline=True) if self._is_bar(base) else self._colours.on(base, unit.kind)
        elif text == " ":
            text, style = SPACE, self._quiet(base)
        return [*_drawn(text, unit.width, style), *[(" ", base)] * (unit.room - unit.width)]

    def _uncovered(self, unit: Unit) -> list[Cell]:
        """Text of which a row makes no token at all."""
        style = self._colours.dim
        text = SPACE if unit.text == " " else unit.text
        return [*_drawn(text, unit.width, style), *[(" ", style)] * (unit.cells - unit.width)]

    def _empty(self, unit: Unit, number: int, index: int) -> list[Cell]:
        """The tokens without text that this row has at a place; room for them where others have some."""
        count = self._layout.empty[number][unit.start]
        spans = self._rows[number].spans
        goes_on = index < len(spans) and spans[index].start < unit.start
        base = self._base(number, index) if goes_on else self._colours.text
        drawn: list[Cell] = [(EMPTY, self._colours.mark)] * count
        border: Cell = (BORDER, self._colours.border) if count else (" ", base)
        return [*drawn, border, *[(" ", base)] * (unit.room - count)]

    def _bytes(self, unit: Unit, number: int, index: int) -> list[Cell]:
        """A character as bytes, with the borders that this row has inside it."""
        spans = self._rows[number].spans
        cells: list[Cell] = []
        for offset in range(unit.start, unit.end):
            while spans[index].end <= offset:
                index += 1
            base = self._base(number, index)
            written = f"{self._differences.data[offset]:02X}"
            cells += [(digit, base) for digit in written]
            if offset + 1 < unit.end:
                cells.append(self._gap(number, index, offset + 1))
        return [*cells, *[(" ", self._colours.text)] * (unit.room - len(cells))]

    def _gap(self, number: int, index: int, border: int) -> Cell:
        """The cell at a border that this row may have or not."""
        if self._rows[number].spans[index].end == border:
            return BORDER, self._colours.border
        return " ", self._base(number, index)

    def _base(self, number: int, index: int) -> Style:
        """The ground of a token: the cursor, the same place in another row, or a tint of its own."""
        span = self._rows[number].spans[index]
        if span.start <= self._cursor.offset < span.end:
            return self._colours.accent_bar if number == self._cursor.row else self._colours.hit
        return self._colours.bad if span.unknown else self._colours.tint(tint_of(span))

    def _quiet(self, base: Style) -> Style:
        return base if self._is_bar(base) else self._colours.continuation + Style(bgcolor=base.bgcolor)

    def _is_bar(self, base: Style) -> bool:
        return base == self._colours.accent_bar


def tint_of(span: TokenSpan) -> int:
    return crc32(span.token)


def _columns(block: Block, difference: Difference) -> tuple[int, int]:
    """The columns of the part of a difference that lies in a block."""
    inside = [
        (column, column + unit.room) for unit, column in block.columns() if _is_inside(unit, difference)
    ]
    return inside[0][0], inside[-1][1]


def _is_inside(unit: Unit, difference: Difference) -> bool:
    """Whether a unit is part of a difference; tokens without text belong to what ends where they stand."""
    if unit.start == unit.end:
        return difference.start < unit.end <= difference.end or unit.end == difference.start == 0
    return unit.start < difference.end and unit.end > difference.start


def _bracket(block: Block, difference: Difference, width: int) -> str:
    """A bracket with its ends where the difference begins and ends, open where it goes on."""
    opens, closes = difference.start >= block.start, difference.end <= block.end
    if width == 1:
        return _ONE
    return (_OPEN if opens else _LINE) + _LINE * (width - 2) + (_CLOSE if closes else _LINE)


def _drawn(text: str, width: int, style: Style) -> list[Cell]:
    """A drawing as cells: escapes a character a cell, anything else whole in its first cell."""
    if len(text) == width:
        return [(char, style) for char in text]
    return [(text, style), *[("", style)] * (width - 1)]


def _segments(cells: list[Cell]) -> list[Segment]:
    return [
        Segment("".join(text for text, _ in run), style)
        for style, run in groupby(cells, key=lambda cell: cell[1])
    ]
