"""Several tokenizations of one text in common columns, with one cursor: a token of one of the rows.

It shows a Comparison of the engine and knows no lab. Only the blocks on the screen are drawn, and long texts
are laid out bit by bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.cache import LRUCache
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from bpe_play.engine.compare import Comparison
from bpe_play.tui.keys import bindings
from bpe_play.tui.palette import palette
from bpe_play.tui.visible import crop, plain
from bpe_play.tui.widgets.compare_layout import Block, CompareLayout
from bpe_play.tui.widgets.compare_list import difference_list
from bpe_play.tui.widgets.compare_rows import BlockRows, Cursor
from bpe_play.tui.widgets.pieces import Line, Piece, paint

_WIDEST_NAME = 16
_GAP = 2  # cells between a name and its tokens
_AT_FIRST = 1_500  # bytes that are laid out before the first paint
_AHEAD = 3_000  # and at each tick after it
_TICK = 1 / 25


class CompareView(ScrollView, can_focus=True):
    """Rows of tokens. Left and right walk along a row, up and down go to the other rows and blocks."""

    DEFAULT_CSS = """
    CompareView {
        background: $background;
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        scrollbar-gutter: stable;
    }
    """
    BINDINGS = bindings("compare-rows")

    @dataclass
    class CursorMoved(Message):
        """The user moved to a token."""

        cursor: Cursor

    def __init__(
        self,
        hint: str = "Nothing to compare yet",
        legend: Sequence[str] = (),
        *,
        id: str | None = None,  # noqa: A002
    ) -> None:
        """`hint` stands where there is no text; the lines of `legend` below a text that leaves room for them."""
        super().__init__(id=id)
        self.hint = hint
        self.legend = legend
        self.cursor = Cursor()
        self._names: list[str] = []
        self._layout: CompareLayout | None = None
        self._must_reveal = False  # the block of the cursor is not laid out yet
        self._kept: LRUCache[tuple[int, Cursor | None], list[list[Segment]]] = LRUCache(256)
        self._kept_under: LRUCache[tuple[Cursor, int, int], list[Line]] = LRUCache(16)

    def on_mount(self) -> None:
        self._ticks = self.set_interval(_TICK, self._lay_out_more, pause=True)

    # -- what is shown

    def show(self, comparison: Comparison, names: Sequence[str]) -> None:
        """Show another comparison, with a short name for each row. The cursor stays, as far as it can."""
        self._names = [crop(plain(name), _WIDEST_NAME) for name in names]
        row = min(self.cursor.row, len(comparison.rows) - 1)
        self.cursor = Cursor(row, min(self.cursor.offset, max(len(comparison.data) - 1, 0)))
        self._lay_out(comparison)

    def move_to(self, row: int, offset: int) -> None:
        """Put the cursor on the token of a row that holds a byte, and bring it into view."""
        layout = self._layout
        if layout is None or not layout.comparison.rows:
            return
        row = min(max(row, 0), len(layout.comparison.rows) - 1)
        spans = layout.comparison.rows[row].spans
        index = layout.comparison.rows[row].span_at(offset)
        self.cursor = Cursor(row, spans[index].start if index is not None else 0)
        self._reveal(layout)
        self.refresh()

    # -- layout

    @property
    def _label(self) -> int:
        """Cells for the names of the rows."""
        return max((cell_len(name) for name in self._names), default=0) + _GAP

    @property
    def _lines(self) -> int:
        """Lines of a block: a row for each tokenizer, and the marks."""
        return len(self._names) + 1

    def _lay_out(self, comparison: Comparison) -> None:
        width = self.scrollable_content_region.width - self._label - 1
        self._layout = CompareLayout(comparison, width)
        self._kept.clear()
        self._kept_under.clear()
        self._lay_out_more()
        self._reveal(self._layout)
        self.refresh()

    def _lay_out_more(self) -> None:
        layout = self._layout
        if layout is None:
            return
        reached = layout.blocks[-1].end if layout.blocks else 0
        layout.lay_out(reached + (_AHEAD if reached else _AT_FIRST))
        self._measure(layout)
        if self._must_reveal:
            self._reveal(layout)
        if self.is_mounted:
            (self._ticks.pause if layout.complete else self._ticks.resume)()

    def _measure(self, layout: CompareLayout) -> None:
        width = self.scrollable_content_region.width
        self.virtual_size = Size(width, max(len(layout.blocks) * self._lines, 1))

    def _reveal(self, layout: CompareLayout) -> None:
        """Scroll until the block of the cursor is on the screen, as soon as there is such a block."""
        block = layout.block_of(self.cursor.offset)
        self._must_reveal = block is None
        if block is None:
            return
        top, height = block * self._lines, self.scrollable_content_region.height
        if top < self.scroll_offset.y or height < self._lines:
            self.scroll_to(y=top, animate=False)
        elif top + self._lines > self.scroll_offset.y + height:
            self.scroll_to(y=top + self._lines - height, animate=False)

    def on_resize(self) -> None:
        if self._layout is not None:
            self._lay_out(self._layout.comparison)

    # -- drawing

    def render_line(self, y: int) -> Strip:
        colours, layout = palette(self.app), self._layout
        width = self.size.width
        if layout is None or not layout.comparison.data:
            hint = Segment(self.hint if y == 0 else "", colours.dim)
            return Strip([hint]).adjust_cell_length(width, colours.text)
        number, line = divmod(y + self.scroll_offset.y, self._lines)
        if number >= len(layout.blocks):
            return self._below(y + self.scroll_offset.y - len(layout.blocks) * self._lines, layout)
        drawn = [self._named(line), *self._block(layout, number)[line]]
        return Strip(drawn).adjust_cell_length(width, colours.text)

    def _below(self, line: int, layout: CompareLayout) -> Strip:
        """A line under the last block: the legend and the list of differences, if there is room after a blank line."""
        room, width = self.size.height - len(layout.blocks) * self._lines, self.size.width
        has_words = layout.complete and len(self.legend) < room
        lines = self._under(layout, room, width) if has_words else []
        drawn = lines[line] if line < len(lines) else []
        return paint(drawn, palette(self.app), width)

    def _under(self, layout: CompareLayout, room: int, width: int) -> list[Line]:
        key = self.cursor, room, width
        if key not in self._kept_under:
            words: list[Line] = [[Piece(crop(line, width), "dim")] for line in self.legend]
            left = room - len(words) - 2
            listed = difference_list(layout.comparison, self._names, self.cursor.offset, width, left)
            self._kept_under[key] = [[], *words, [], *listed]
        return self._kept_under[key]

    def _named(self, line: int) -> Segment:
        colours = palette(self.app)
        name = self._names[line] if line < len(self._names) else ""
        style = colours.accent if line == self.cursor.row else colours.dim
        return Segment(name + " " * (self._label - cell_len(name)), style)

    def _block(self, layout: CompareLayout, number: int) -> list[list[Segment]]:
        """The lines of a block, drawn once for as long as the cursor is elsewhere."""
        block, rows = layout.blocks[number], BlockRows(layout, self.cursor, palette(self.app))
        key = number, self.cursor if rows.touches(block) else None
        if key not in self._kept:
            lines = [rows.row(block, row) for row in range(len(self._names))]
            self._kept[key] = [*lines, rows.marks(block)]
        return self._kept[key]

    def notify_style_update(self) -> None:
        """There is another theme."""
        super().notify_style_update()
        self._kept.clear()

    # -- moving

    def _go(self, row: int, offset: int) -> None:
        before = self.cursor
        self.move_to(row, offset)
        if self.cursor != before:
            self.post_message(self.CursorMoved(self.cursor))

    def action_walk(self, tokens: int) -> None:
        """Along the tokens of the row."""
        if self._layout is None or not self._layout.comparison.data:
            return
        row = self._layout.comparison.rows[self.cursor.row]
        if not row.spans:
            return
        index = (row.span_at(self.cursor.offset) or 0) + tokens
        self._go(self.cursor.row, row.spans[min(max(index, 0), len(row.spans) - 1)].start)

    def action_walk_to_end(self, last: bool) -> None:
        """To the first or the last token."""
        if self._layout is not None and self._layout.comparison.data:
            self._go(self.cursor.row, len(self._layout.comparison.data) - 1 if last else 0)

    def action_walk_rows(self, rows: int) -> None:
        """To the row above or below, through all blocks."""
        layout, row = self._layout, self.cursor.row + rows
        if layout is None:
            return
        if 0 <= row < len(self._names):
            self._go(row, self.cursor.offset)
        else:
            self._go_block(layout, rows, row % len(self._names))

    def action_walk_blocks(self, blocks: int) -> None:
        if self._layout is not None:
            self._go_block(self._layout, blocks, self.cursor.row)

    def action_walk_pages(self, pages: int) -> None:
        self.action_walk_blocks(pages * max(self.size.height // self._lines, 1))

    def _go_block(self, layout: CompareLayout, blocks: int, row: int) -> None:
        """To the same column of another block; beyond the outermost ones the cursor stays."""
        here = layout.block_of(self.cursor.offset)
        if here is None:
            return
        layout.lay_out(layout.blocks[-1].end + _AHEAD)
        there = min(max(here + blocks, 0), len(layout.blocks) - 1)
        if there != here:
            column = _column_of(layout.blocks[here], self.cursor.offset)
            self._go(row, _offset_at(layout.blocks[there], column))

    def on_click(self, event: events.Click) -> None:
        """Go to the token under the mouse."""
        number, line = divmod(event.y + self.scroll_offset.y, self._lines)
        if self._layout is not None and number < len(self._layout.blocks) and line < len(self._names):
            self._go(line, _offset_at(self._layout.blocks[number], event.x - self._label))


def _column_of(block: Block, offset: int) -> int:
    return next((column for unit, column in block.columns() if offset < unit.end), 0)


def _offset_at(block: Block, column: int) -> int:
    """The byte in a column; the last one right of them all."""
    for unit, first in block.columns():
        if column < first + unit.cells:
            return unit.start
    return block.units[-1].start
