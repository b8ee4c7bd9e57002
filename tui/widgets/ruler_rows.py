"""The four rows of one block of the ruler: text, bytes, tokens, ids, in columns that stand on bytes.

The text row goes code point by code point, since terminals disagree about joined ones. Each stands over its
first byte; a thin line runs on over the rest of its bytes, and over the rest of its grapheme. Where a token
border goes through a grapheme, that line is cut by ┊. Scrolling, keys and layout are not known here.
"""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum
from itertools import groupby
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.cache import LRUCache

from bpe_play.engine.door import to_bytes
from bpe_play.engine.tokenizer import TokenSpan
from bpe_play.tui.palette import Palette
from bpe_play.tui.visible import SPACE, Kind, glyphs, one_to_one
from bpe_play.tui.widgets.ruler_characters import Character, Characters
from bpe_play.tui.widgets.ruler_layout import Part, RulerLayout

ROWS = ("text", "byte", "token", "id")
LINE, BORDER, TORN, SPECIAL_BORDER, MORE, STRAY = "╌", "│", "┊", "║", "…", "×"

_KEPT = 1_000  # drawings: some times the tokens on a screen

Cell = tuple[str, Style]  # what one cell shows; the second cell of a wide character shows ""


class ByteFormat(Enum):
    """How bytes are written; the value is how many cells one takes, with the gap after it."""

    HEX = 3
    DECIMAL = 4
    BINARY = 9

    def written(self, byte: int) -> str:
        """One byte, one cell narrower than its place."""
        if self is ByteFormat.HEX:
            return f"{byte:02X}"
        return f"{byte:3d}" if self is ByteFormat.DECIMAL else f"{byte:08b}"


class BlockRows:
    """Draws the blocks of a text's layouts. From one step to the next most tokens stay, and so do their drawings."""

    def __init__(self, data: bytes, byte_format: ByteFormat, colours: Palette) -> None:
        self.data = data
        self.format = byte_format
        self.palette = colours
        self._drawings: LRUCache[Hashable, list[list[Segment]]] = LRUCache(_KEPT)

    def rows(self, layout: RulerLayout, block: int, selected: int) -> list[list[Segment]]:
        """The ROWS of a block; `selected` is the index of the token under the cursor."""
        parts, spans = layout.parts(block), layout.tokenization.spans
        characters = Characters(self.data, parts[0].start, parts[-1].end)
        rows: list[list[Segment]] = [[], [], [], []]
        for part in parts:
            is_special = any(span.special for span in spans[part.token : part.token + 2])
            place = _Place(spans[part.token], part, is_special, part.token == selected)
            for row, drawn in zip(rows, self._drawing(place, characters), strict=True):
                row += drawn
        return rows

    def _drawing(self, place: _Place, characters: Characters) -> list[list[Segment]]:
        key = place.key
        drawing = self._drawings.get(key)
        if drawing is None:
            cells = _PartCells(self, place, characters)
            drawing = self._drawings[key] = [_segments(row) for row in cells.rows()]
        return drawing


class _Place(NamedTuple):
    """A token, or a part of it, where it stands; `is_special`: it or the next one is a special token."""

    span: TokenSpan
    part: Part
    is_special: bool
    is_selected: bool

    @property
    def key(self) -> Hashable:
        """What its drawing depends on, beside the text: not on how many tokens stand before it."""
        part = self.part
        return self.span, part.start, part.end, part.width, self.is_special, self.is_selected


class _PartCells:
    """The cells of one token in each row: as many as the part is wide, the border last."""

    def __init__(self, block: BlockRows, place: _Place, characters: Characters) -> None:
        self.span, self.part, self.is_special, self.is_selected = place
        self.characters = characters
        self.data, self.format, self.palette = block.data, block.format, block.palette
        self.base = self._ground()

    def rows(self) -> tuple[list[Cell], ...]:
        text = [*self._text(), self._border(self.characters.goes_on(self.part.end))]
        data = [*self._padded(self._bytes()), self._border()]
        self.base = self._tint()
        return (
            text,
            data,
            [*self._padded(self._token()), self._border(unfinished=MORE)],
            [*self._padded(self._id()), self._border()],
        )

    def _ground(self) -> Style:
        return self.palette.accent_bar if self.is_selected else self.palette.text

    def _tint(self) -> Style:
        if self.is_selected:
            return self.palette.accent_bar
        if self.span.unknown:
            return self.palette.bad
        return self.palette.mark if self.span.special else self.palette.tint(self.span.id)

    @property
    def dim(self) -> Style:
        return self._on_base(self.palette.continuation)

    def _on_base(self, style: Style) -> Style:
        """A style of the palette on the background of this token."""
        if self.base == self.palette.accent_bar:
            return self.base + Style(bold=style.bold)
        return style + Style(bgcolor=self.base.bgcolor)

    def _glyph_style(self, kind: Kind) -> Style:
        if kind is Kind.TEXT:
            return self.base
        if self.base == self.palette.accent_bar:
            return self.base + Style(underline=True)
        return self.palette.on(self.base, kind)

    def _border(self, torn: bool = False, unfinished: str = " ") -> Cell:
        if not self.part.closes:
            return unfinished, self.dim
        if torn:
            return TORN, self.palette.bad
        return (SPECIAL_BORDER if self.is_special else BORDER), self.palette.border

    def _padded(self, cells: list[Cell]) -> list[Cell]:
        room = self.part.width - 1
        return [*cells[:room], *[(" ", self.base)] * (room - len(cells))]

    # -- text: the lines first, then the characters over them

    def _text(self) -> list[Cell]:
        cells = [self._line(column) for column in range(self.part.width - 1)]
        at = self.part.start
        while at < self.part.end:
            character = self.characters.at(at)
            end = min(character.end, self.part.end)
            if character.start == at:
                column = self._column(at)
                room = self._column(end) - column - 1 if end < self.part.end else len(cells) - column
                drawn = self._character(character, room)
                cells[column : column + len(drawn)] = drawn
            at = end
        return cells

    def _column(self, byte: int) -> int:
        return (byte - self.part.start) * self.format.value

    def _line(self, column: int) -> Cell:
        """A piece of the line over a grapheme of several bytes, or a gap."""
        byte = min(self.part.start + column // self.format.value, self.part.end - 1)
        in_gap = column - self._column(byte) >= self.format.value - 1
        goes_on = self.characters.goes_on(byte + 1)
        drawn = goes_on or (not in_gap and self.characters.goes_on(byte))
        return (LINE, self.dim) if drawn else (" ", self.base)

    def _character(self, character: Character, room: int) -> list[Cell]:
        if not character.text:
            return [(STRAY, self._on_base(self.palette.bad))]
        if character.text == " ":
            return [(SPACE, self.dim)]
        (glyph,) = glyphs(to_bytes(character.text))
        style = self._glyph_style(glyph.kind)
        if glyph.width <= room:
            return _cells(glyph.text, glyph.width, style)
        return [(one_to_one(character.text), style)]

    # -- bytes

    def _bytes(self) -> list[Cell]:
        cells: list[Cell] = []
        for offset in range(self.part.start, self.part.end):
            character = self.characters.at(offset)
            style = self._byte_style(character, offset)
            written = self.format.written(self.data[offset])
            marked = _prefix(character, offset) if self.format is ByteFormat.BINARY else 0
            cells += [(digit, style + _PREFIX if at < marked else style) for at, digit in enumerate(written)]
            cells.append((" ", self.base))
        return cells

    def _byte_style(self, character: Character, offset: int) -> Style:
        if not character.text:
            return self._on_base(self.palette.bad)
        if character.end - character.start == 1:
            return self.base
        is_lead = offset == character.start
        return self._on_base(self.palette.lead if is_lead else self.palette.continuation)

    # -- token and id

    def _token(self) -> list[Cell]:
        """The token's own text, whatever stands around it: pieces of characters in hex."""
        cells: list[Cell] = []
        was_stray = False
        for glyph in glyphs(self.data[self.part.start : self.part.end]):
            is_stray = glyph.kind is Kind.STRAY
            style = self._glyph_style(Kind.FORMAT if is_stray else glyph.kind)
            text = f"{self.data[self.part.start + glyph.start]:02X}" if is_stray else glyph.text
            if text == " ":
                text, style = SPACE, self.dim
            if is_stray and was_stray:
                cells.append((" ", style))
            cells += _cells(text, 2 if is_stray else glyph.width, style)
            was_stray = is_stray
        return cells

    def _id(self) -> list[Cell]:
        return [(digit, self.base) for digit in str(self.span.id)] if self.part.opens else []


_PREFIX = Style(underline=True)


def _prefix(character: Character, offset: int) -> int:
    """How many leading bits of a byte say what it is: 110 of a lead byte of two, 10 of a continuation."""
    length = character.end - character.start
    if not character.text or length == 1:
        return 0
    return length + 1 if offset == character.start else 2


def _cells(text: str, width: int, style: Style) -> list[Cell]:
    """A drawing as cells: escapes a character a cell, anything else whole in its first cell."""
    if len(text) == width:
        return [(char, style) for char in text]
    return [(text, style), *[("", style)] * (width - 1)]


def _segments(cells: list[Cell]) -> list[Segment]:
    return [
        Segment("".join(text for text, _ in run), style)
        for style, run in groupby(cells, key=lambda cell: cell[1])
    ]
