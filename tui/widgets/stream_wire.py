"""The wire: tokens as they arrive, and below each what every decoder sent when it came."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from rich.cells import cell_len
from textual.strip import Strip
from textual.widget import Widget

from bpe_play.engine.stream import REPLACEMENT
from bpe_play.tui.palette import palette
from bpe_play.tui.visible import plain
from bpe_play.tui.widgets.pieces import Line, Piece, crop, left, paint, width_of
from bpe_play.tui.widgets.stream_columns import MISSING, NOTHING, Column, Grid, When, first_in_view

_HEADS = ("token", "bytes", "id")
_LONG_NAMES_FROM = 90
_BORDER = {When.CUT_OFF: "╎"}


def row_names(grid: Grid, width: int) -> list[str]:
    """The decoders' names in front of their rows, as long as there is room for."""
    long = width >= _LONG_NAMES_FROM
    return [lane.kind.title if long else lane.kind.key for lane in grid.lanes]


def wire_lines(grid: Grid, first: int, width: int) -> list[Line]:
    """The rows of the grid from a column on: token, bytes, id, and one for each decoder."""
    names = [*_HEADS, *row_names(grid, width)]
    name_width = max(map(cell_len, names)) + 3
    lines = [_name(name, index - len(_HEADS) == grid.chosen, name_width) for index, name in enumerate(names)]
    room = width - name_width
    for index in range(first, grid.length):
        column = grid.column(index)
        if room <= 0:
            break
        for row, line in enumerate(lines):
            line += _fitted(_cell(column, row), room)
        room -= column.width + 1
    return lines


def _fitted(cell: Line, room: int) -> Line:
    """A cell at the right edge; only what is written is cropped, blanks are cut."""
    text = crop(cell[:1], room)
    return [*text, *cell[1:]] if width_of(cell) <= room else text if cell[0].text.strip() else []


def _name(name: str, is_chosen: bool, width: int) -> Line:
    ink = "accent" if is_chosen else "dim"
    return [Piece(left(f" {'▸' if is_chosen else ' '}{name}", width), ink)]


def _cell(column: Column, row: int) -> Line:
    border = Piece(_BORDER.get(column.when, "│"), "border")
    if row < len(_HEADS):
        return [Piece(left(column.head[row], column.width), _head_ink(column, row)), border]
    if not column.cells:
        return [Piece(" " * column.width, "text"), border]
    text, right = column.cells[row - len(_HEADS)]
    return [*_sent(text, right, column), border]


def _head_ink(column: Column, row: int) -> str | int:
    if column.when is When.NOW:
        return "accent_bar"
    if column.when is not When.SENT or column.id is None:
        return "dim"
    return column.id if row < 2 else "dim"


def _sent(text: str, right: bool, column: Column) -> Line:
    """What a decoder sent: wrong things and U+FFFD stand out, nothing is quiet."""
    ink = "dim" if text == NOTHING else "text"
    if not right or text == MISSING or REPLACEMENT in text:
        ink = "bad"
    return [Piece(text, ink), Piece(" " * (column.width - cell_len(text)))]


class StreamWire(Widget, can_focus=True):
    """The grid, scrolled so that the last arrival is in view."""

    DEFAULT_CSS = "StreamWire { height: 1fr; width: 1fr; }"

    def __init__(self, *, empty: str = "", id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._empty = plain(empty)
        self._grid = Grid((), (), 0, 0, False)
        self._look = ""
        self._first = 0
        self._lines: list[Line] = []

    def show(self, grid: Grid, look: str = "") -> None:
        """Show a stream, and a line about what to look at if there is room for it."""
        self._grid, self._look = grid, plain(look)
        self._lay_out()

    def on_resize(self) -> None:
        self._lay_out()

    def render_line(self, y: int) -> Strip:
        line = self._lines[y] if y < len(self._lines) else []
        return paint(line, palette(self.app), self.size.width)

    def _lay_out(self) -> None:
        width, height = self.size
        if width and height:
            self._lines = self._draw(width, height)
            self.refresh()

    def _draw(self, width: int, height: int) -> list[Line]:
        if not self._grid.length:
            return [[], crop([Piece(f"  {self._empty}", "dim")], width)]
        names = [*_HEADS, *row_names(self._grid, width)]
        room = width - max(map(cell_len, names)) - 3
        self._first = first_in_view(self._grid, self._first, room)
        lines = wire_lines(self._grid, self._first, width)
        return fit(lines, wrap(self._look, max(width - 4, 1)), height)


def fit(lines: Sequence[Line], remark: Sequence[str], height: int) -> list[Line]:
    """The grid and the remark below it; where there is no room for all, the ids go first.

    >>> [len(fit([[]] * 7, ["one", "two"], height)) for height in (11, 9, 8, 7)]
    [10, 9, 8, 7]
    """
    rows = list(lines)
    if len(rows) + len(remark) > height:
        del rows[_HEADS.index("id")]
    kept = list(remark[: max(height - len(rows), 0)])
    if len(kept) < len(remark) and kept:
        kept[-1] += " …"
    gap: list[Line] = [[]] if len(rows) + len(kept) < height else []
    return [*rows, *gap, *([Piece(f"  {line}", "dim")] for line in kept)]
