"""What a text costs in each tokenizer, and what each has at the cursor: the summary of a comparison."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from bpe_play.engine.counted import counted
from bpe_play.tui.palette import palette
from bpe_play.tui.visible import crop, plain
from bpe_play.tui.widgets.bars import bar
from bpe_play.tui.widgets.pieces import Line, Piece, left, paint, right
from bpe_play.tui.widgets.pieces import crop as crop_line

_NAME, _BAR = 26, 14
_BAR_FROM, _NOTE_FROM = 110, 70  # cells of the table from which bars and notes have room


@dataclass(frozen=True)
class TableRow:
    """A row of figures; `against` in words, `share` of the costliest row for the bar, `token` at the cursor
    as it is drawn, `note` about it, `lost` how many characters of the text unknown tokens swallowed, `remark`
    about the tokenizer. With `loading` from 0.0 to 1.0 there are no figures yet."""

    name: str
    tokens: int = 0
    bytes_per_token: float = 0.0
    against: str = ""
    share: float = 0.0
    id: int | None = None
    token: str = ""
    note: str = ""
    lost: int = 0
    remark: str = ""
    loading: float | None = None


class CompareTable(Widget):
    """A line for each tokenizer under one with the names of the columns; one more where there are remarks."""

    DEFAULT_CSS = "CompareTable { height: auto; background: $background; }"

    @dataclass
    class RowClicked(Message):
        """The user pointed at a row."""

        row: int

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[TableRow] = []
        self._at = 0

    def show(self, rows: Sequence[TableRow], at: int) -> None:
        """`at` is the row of the cursor."""
        if (list(rows), at) != (self._rows, self._at):
            before = self._lines
            self._rows, self._at = list(rows), at
            self.refresh(layout=self._lines != before)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return self._lines

    @property
    def _lines(self) -> int:
        return 1 + len(self._rows) + any(row.remark for row in self._rows)

    def render_line(self, y: int) -> Strip:
        width, colours = self.size.width, palette(self.app)
        if y == 0:
            return paint(crop_line(heading(width), width), colours, width)
        if y == len(self._rows) + 1:
            return paint(crop_line(remark(self._rows, self._at), width), colours, width)
        if y > len(self._rows):
            return Strip.blank(width, colours.text)
        drawn = line(self._rows[y - 1], y - 1 == self._at, width)
        return paint(crop_line(drawn, width), colours, width)

    def on_click(self, event: events.Click) -> None:
        if 1 <= event.y <= len(self._rows):
            self.post_message(self.RowClicked(event.y - 1))


def heading(width: int) -> Line:
    """The names of the columns."""
    bars = " " * (_BAR + 2) if width >= _BAR_FROM else ""
    names = f"{'':{_name_width(width) + 2}}{'tokens':>8}{'b/t':>7}{'cost':>9}  {bars}{'id':>7}  at the cursor"
    return [Piece(names, "dim")]


def remark(rows: Sequence[TableRow], at: int) -> Line:
    """What is to be known of the chosen tokenizer, else of the first of which there is something to know.

    >>> [piece.text for piece in remark([TableRow("gpt2"), TableRow("x.json", remark="It has no split")], 0)]
    ['  i ', 'x.json: It has no split']
    """
    told = next((row for row in [*rows[at : at + 1], *rows] if row.remark), None)
    if told is None:
        return []
    return [Piece("  i ", "accent"), Piece(f"{plain(told.name)}: {plain(told.remark)}", "dim")]


def line(row: TableRow, is_chosen: bool, width: int) -> Line:
    """One tokenizer; the chosen one is told by a mark."""
    name = left(crop(plain(row.name), _name_width(width)), _name_width(width))
    start = [Piece("▸ " if is_chosen else "  ", "accent"), Piece(name, "accent" if is_chosen else "text")]
    if row.loading is not None:
        return [*start, *_loading(row.loading)]
    figures = f"{row.tokens:>8,}{row.bytes_per_token:>7.2f}{row.against:>9}  "
    token = "" if row.id is None else str(row.id)
    id_and_token = [Piece(right(token, 7), "dim"), Piece(f"  {row.token}")]
    note = [Piece(f"   {row.note}", "dim")] if row.note and width >= _NOTE_FROM else []
    return [*start, Piece(figures), *_bar(row, width), *id_and_token, *_lost(row), *note]


def _lost(row: TableRow) -> Line:
    return [Piece(f"   {counted(row.lost, 'character')} lost", "bad")] if row.lost else []


def _loading(done: float) -> Line:
    return [Piece("  loading … ", "dim"), Piece(bar(done, 20), "accent"), Piece(f" {done:.0%}", "dim")]


def _bar(row: TableRow, width: int) -> Line:
    return [Piece(bar(row.share, _BAR), "dim"), Piece("  ")] if width >= _BAR_FROM else []


def _name_width(width: int) -> int:
    return min(_NAME, max(width - 54, 12))
