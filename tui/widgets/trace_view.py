"""How a piece of text becomes tokens: a row for its bytes or characters, then one for each merge.

Columns stand on bytes. Borders go where a merge is made, so one sees tokens grow; the newest token of each
row stands out, its step stands at the right. Which row one is at is set from outside: nothing moves by
itself here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from bpe_play.engine.trace import TraceStep
from bpe_play.engine.vocabulary import Vocabulary
from bpe_play.tui.palette import Palette, palette
from bpe_play.tui.visible import SPACE, Kind, glyphs

BORDER = "│"
_CELLS = 3  # for each byte, the last one for a border
_STEP = 14  # cells at the right for the number of the step


class TraceView(ScrollView, can_focus=True):
    """The merges of one piece. `position` 0 is the start; rows after the position are not drawn yet."""

    DEFAULT_CSS = """
    TraceView { background: $background; scrollbar-size-vertical: 1; scrollbar-size-horizontal: 1; }
    """

    position: reactive[int] = reactive(0, init=False)

    def __init__(self, hint: str = "No word to follow", *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.hint = hint
        self.piece = b""
        self.steps: Sequence[TraceStep] = ()
        self._vocabulary = Vocabulary()

    def show(self, piece: bytes, steps: Sequence[TraceStep], vocabulary: Vocabulary) -> None:
        """Show the merges of a piece, all of them: the position is at the end."""
        self.piece, self.steps, self._vocabulary = piece, steps, vocabulary
        self.virtual_size = Size(_CELLS * len(piece) + _STEP, len(steps) + 1)
        self.position = len(steps)
        self.scroll_to(0, 0, animate=False, force=True)
        self._reveal()
        self.refresh()

    def validate_position(self, position: int) -> int:
        return max(0, min(position, len(self.steps)))

    def watch_position(self) -> None:
        self._reveal()
        self.refresh()

    def _reveal(self) -> None:
        """Scroll to the row of the position, and to its first new token."""
        columns = [column for column, _, is_new in self._tokens(self.position) if is_new]
        column = columns[0] if columns else 0
        self.scroll_to_region(Region(column, self.position, 2 * _CELLS, 1), animate=False, force=True)

    def _row_tokens(self, row: int) -> list[bytes]:
        ids = self.steps[row - 1].ids if row else self._vocabulary.start(self.piece)
        return [self._vocabulary.tokens[token_id] for token_id in ids]

    def _tokens(self, row: int) -> list[tuple[int, bytes, bool]]:
        """The tokens of a row: column, bytes, and whether the merge of this row made it."""
        made, at = self._made(row), 0
        found: list[tuple[int, bytes, bool]] = []
        for token in self._row_tokens(row):
            found.append((_CELLS * at, token, at in made))
            at += len(token)
        return found

    def _made(self, row: int) -> set[int]:
        """The byte offsets of the tokens that a row has and the row before it has not."""
        if row == 0:
            return set()
        before, here = ({*pairwise(_bounds(self._row_tokens(each)))} for each in (row - 1, row))
        return {start for start, _ in here - before}

    def render_line(self, y: int) -> Strip:
        colours = palette(self.app)
        row, width = y + self.scroll_offset.y, self.size.width
        if not self.piece:
            line = Strip([Segment(self.hint if y == 0 else "", colours.dim)])
        else:
            line = self._row(row, colours) if row <= self.position else Strip([])
        left = self.scroll_offset.x if self.piece else 0
        return line.crop(left, left + width).adjust_cell_length(width, colours.text)

    def _row_name(self, row: int) -> str:
        if row == 0:
            return "characters" if self._vocabulary.characters else "bytes"
        step = self.steps[row - 1].step
        return f"step {step:,}" if step else "looked up"

    def _row(self, row: int, colours: Palette) -> Strip:
        drawn: list[Segment] = []
        for _, token, is_new in self._tokens(row):
            here = colours.accent_bar if row == self.position else colours.accent + Style(bold=True)
            drawn += _token(token, here if is_new else colours.text, colours)
        step = f"  {self._row_name(row)}"
        return Strip([*drawn, Segment(step, colours.accent if row == self.position else colours.dim)])


def _bounds(tokens: Sequence[bytes]) -> list[int]:
    bounds = [0]
    for token in tokens:
        bounds.append(bounds[-1] + len(token))
    return bounds


def _style(ground: Style, is_stand_in: bool, colours: Palette) -> Style:
    if not is_stand_in:
        return ground
    return colours.mark if ground == colours.text else ground + Style(underline=True)


def _token(token: bytes, ground: Style, colours: Palette) -> list[Segment]:
    """A token over its bytes, and the border after it."""
    drawn, used = [], 0
    for glyph in glyphs(token):
        is_stray = glyph.kind is Kind.STRAY
        text = f"{token[glyph.start]:02X} " if is_stray else SPACE if glyph.text == " " else glyph.text
        drawn.append(Segment(text, _style(ground, is_stray or glyph.kind is not Kind.TEXT, colours)))
        used += 3 if is_stray else glyph.width
    room = _CELLS * len(token) - 1
    line = Strip(drawn).crop(0, room).adjust_cell_length(room, ground)
    return [*line, Segment(BORDER, colours.border)]
