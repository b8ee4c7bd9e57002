"""Parts laid out in rows of a given width: where lines wrap, where borders stand, what glyphs look like.

A row breaks after a newline, and before a token that no longer fits; a token that is wider than a whole row
is broken inside. Every token is closed by a border, so that equal neighbours stay apart without colour and a
token that goes on in the next row is known by the border that is not there. No colours are chosen here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len

from bpe_play.tui.visible import Kind, crop, glyphs
from bpe_play.tui.widgets.corpus_parts import Part, Role

BORDER = "│"


class Ink(Enum):
    """What a cell is."""

    TEXT = "text"
    MARK = "mark"  # the stand-in of something that cannot be drawn
    LEAD = "lead"  # the first byte of a character that a token border cuts
    CONTINUATION = "continuation"  # a later byte of such a character
    STRAY = "stray"  # a byte of no character
    NEWLINE = "newline"
    BORDER = "border"
    NOTE = "note"


_PIECES = (Ink.LEAD, Ink.CONTINUATION)
_CLOSING = (Ink.BORDER, Ink.NOTE)


class Cell(NamedTuple):
    """A glyph in its place: `text` takes `width` cells and stands for the bytes `start` to `end`."""

    text: str
    width: int
    ink: Ink
    start: int
    end: int
    id: int | None
    role: Role


class Row(NamedTuple):
    """A row: the bytes it stands for, and its cells from left to right."""

    start: int
    end: int
    cells: tuple[Cell, ...]

    @property
    def text(self) -> str:
        return "".join(cell.text for cell in self.cells)

    @property
    def width(self) -> int:
        return sum(cell.width for cell in self.cells)


def lay_out(parts: Iterable[Part], start: int, width: int) -> Iterator[Row]:
    """The rows of some parts from byte `start` on; what the first part has before it is left out.

    >>> row, = lay_out([Part(b"be", 0, 2, 300), Part(b"g", 2, 3, 103)], 0, 10)
    >>> row.text
    'be│g│'
    """
    cells: list[Cell] = []
    used = 0
    for part in parts:
        for chunk, ends_row in _chunks(_clipped(part, start), width):
            wide = sum(cell.width for cell in chunk)
            bordered = any(cell.ink is Ink.BORDER for cell in chunk)
            for index, cell in enumerate(chunk):
                moves_whole = index == 0 and wide <= width < used + wide
                room = width - 1 if bordered and cell.ink not in _CLOSING else width
                if used and (moves_whole or used + cell.width > room):
                    yield Row(start, cell.start, tuple(cells))
                    cells, used, start = [], 0, cell.start
                cells.append(cell)
                used += cell.width
            if ends_row:
                yield Row(start, cells[-1].end, tuple(cells))
                cells, used, start = [], 0, cells[-1].end
    if cells:
        yield Row(start, cells[-1].end, tuple(cells))


def _clipped(part: Part, start: int) -> Part:
    """The part from an offset on."""
    if part.start >= start:
        return part
    return part._replace(token=part.token[start - part.start :], start=start)


def _chunks(part: Part, width: int) -> Iterator[tuple[list[Cell], bool]]:
    """The cells of a part in chunks that end with a newline or with the part; whether the row ends there."""
    chunk: list[Cell] = []
    room = width if part.id is None else max(width - 1, 1)
    for text, wide, ink, start, end in _drawn(part.token, part.stray):
        if chunk and chunk[-1].ink is Ink.NEWLINE:
            yield chunk, True
            chunk = []
        if wide > room:
            text = crop(text, room)
            wide = cell_len(text)
        chunk.append(Cell(text, wide, ink, part.start + start, part.start + end, part.id, part.role))
    ends_row = bool(part.note) or bool(chunk and chunk[-1].ink is Ink.NEWLINE)
    chunk += _closing(part, width)
    if chunk:
        yield chunk, ends_row


def _closing(part: Part, width: int) -> Iterator[Cell]:
    """The border at the end of a token, and its note."""
    if part.id is not None and part.token:
        yield Cell(BORDER, 1, Ink.BORDER, part.end, part.end, part.id, part.role)
    if part.note:
        note = crop(part.note, width)
        yield Cell(note, cell_len(note), Ink.NOTE, part.end, part.end, None, Role.NONE)


@lru_cache(maxsize=1 << 14)
def _drawn(token: bytes, stray: bool) -> tuple[tuple[str, int, Ink, int, int], ...]:
    """Text, width, ink, start and end of each glyph of a token."""
    drawn: list[tuple[str, int, Ink, int, int]] = []
    for glyph in glyphs(token):
        text, width, ink = glyph.text, glyph.width, _INKS[glyph.kind]
        if ink is Ink.STRAY and not stray:
            value = token[glyph.start]
            text = f" {value:02X}" if drawn and drawn[-1][2] in _PIECES else f"{value:02X}"
            width, ink = len(text), Ink.CONTINUATION if value < 0xC0 else Ink.LEAD
        elif token[glyph.start : glyph.end] == b"\n":
            ink = Ink.NEWLINE
        drawn.append((text, width, ink, glyph.start, glyph.end))
    return tuple(drawn)


_INKS = {Kind.TEXT: Ink.TEXT, Kind.CONTROL: Ink.MARK, Kind.FORMAT: Ink.MARK, Kind.STRAY: Ink.STRAY}
