"""A line as pieces of text with the name of the ink each is drawn in: what a widget shows, before colours.

Pieces are made by plain functions that a test can read; `paint` alone knows the theme. Their text is drawable
already: whoever makes a piece of user text takes it through visible.py first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from bpe_play.tui.palette import Palette
from bpe_play.tui.visible import crop as crop_text


class Piece(NamedTuple):
    """Text and its ink: the name of a palette style, or a token's id for the tint of that token."""

    text: str
    ink: str | int = "text"


Line = list[Piece]


def text_of(line: Iterable[Piece]) -> str:
    """The bare text of a line."""
    return "".join(piece.text for piece in line)


def width_of(line: Iterable[Piece]) -> int:
    """How many cells a line takes."""
    return sum(cell_len(piece.text) for piece in line)


def left(text: str, width: int) -> str:
    """The text at the left of `width` cells."""
    return text + " " * (width - cell_len(text))


def right(text: str, width: int) -> str:
    """The text at the right of `width` cells."""
    return " " * (width - cell_len(text)) + text


def crop(line: Sequence[Piece], width: int) -> Line:
    """The line in `width` cells; where it is cut, an ellipsis says so.

    >>> text_of(crop([Piece("strawberry"), Piece(" jam")], 8))
    'strawbe…'
    """
    if width_of(line) <= width:
        return list(line)
    kept: Line = []
    room = width
    for piece in line:
        cells = cell_len(piece.text)
        if cells >= room:
            return [*kept, Piece(crop_text(piece.text, room, more=True), piece.ink)]
        kept.append(piece)
        room -= cells
    return kept


def in_ink(line: Iterable[Piece], ink: str, keep: str = "") -> Line:
    """The line in one ink; what is in the ink to keep stays as it is."""
    return [piece if piece.ink == keep else Piece(piece.text, ink) for piece in line]


def beside(columns: Sequence[Line], others: Sequence[Line], width: int, gap: int = 2) -> list[Line]:
    """Two blocks of lines side by side, the left one `width` cells wide."""
    joined = []
    for index in range(max(len(columns), len(others))):
        first = crop(columns[index], width) if index < len(columns) else []
        second = others[index] if index < len(others) else []
        joined.append([*first, Piece(" " * (width - width_of(first) + gap)), *second])
    return joined


def paint(line: Iterable[Piece], palette: Palette, width: int, ground: str = "text") -> Strip:
    """The line as a strip of exactly `width` cells, every cell with a style; `ground` fills what is left."""
    segments = [Segment(piece.text, style_of(piece.ink, palette)) for piece in line if piece.text]
    room = width - sum(cell_len(segment.text) for segment in segments)
    if room < 0:
        return Strip(segments).crop(0, width)
    if room:
        segments.append(Segment(" " * room, style_of(ground, palette)))
    return Strip(segments, width)


def style_of(ink: str | int, palette: Palette) -> Style:
    """The style of an ink."""
    if isinstance(ink, int):
        return palette.tint(ink)
    style: Style = getattr(palette, ink)
    return style
