"""A list of any number of rows, of which only those on the screen are drawn.

What a row looks like is asked for when it is needed, so 200,000 rows open as fast as ten. It holds no rows
and knows nothing of what they mean.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from textwrap import wrap
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from bpe_play.tui.palette import palette
from bpe_play.tui.visible import plain
from bpe_play.tui.widgets.pieces import Line, Piece, crop, in_ink, paint

DrawRow = Callable[[int, int], Line]  # row and width


class RowList(ScrollView, can_focus=True):
    """Rows with a cursor, the first one at the top, under a header if there is one."""

    DEFAULT_CSS = """
    RowList {
        overflow-x: hidden; overflow-y: auto;
        scrollbar-gutter: stable; scrollbar-size-vertical: 1;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "row before", show=False),
        Binding("down", "move(1)", "next row", show=False),
        Binding("pageup", "page(-1)", "page before", show=False),
        Binding("pagedown", "page(1)", "next page", show=False),
        Binding("home", "first", "first row", show=False),
        Binding("end", "last", "last row", show=False),
        Binding("enter", "open", "open", show=False),
    ]

    @dataclass
    class Moved(Message):
        """The user moved the cursor of a list to a row."""

        list: RowList
        row: int

        @property
        def control(self) -> RowList:
            return self.list

    @dataclass
    class Opened(Message):
        """The user wants to see more of a row."""

        list: RowList
        row: int

        @property
        def control(self) -> RowList:
            return self.list

    def __init__(
        self,
        draw: DrawRow,
        *,
        empty: str = "",
        marks: bool = True,
        id: str | None = None,  # noqa: A002
    ) -> None:
        """`marks` is whether the cursor's row is marked while the focus is elsewhere."""
        super().__init__(id=id)
        self.marks = marks
        self._draw = draw
        self._empty = plain(empty)
        self._header: Line | None = None
        self._count = 0
        self._cursor = 0

    def show(self, count: int, cursor: int = 0, *, empty: str = "", header: Line | None = None) -> None:
        """There are so many rows now, and they may look different; `empty` is said when there are none."""
        self._count, self._header = count, header
        self._cursor = min(max(cursor, 0), max(count - 1, 0))
        self._empty = plain(empty) or self._empty
        self.virtual_size = Size(0, count + self._head)
        self._reveal()
        self.refresh()

    @property
    def count(self) -> int:
        return self._count

    @property
    def cursor(self) -> int:
        """The row where the user is; 0 also when there is none."""
        return self._cursor

    def move_to(self, row: int) -> None:
        """Put the cursor on a row; nobody is told."""
        before, self._cursor = self._cursor, min(max(row, 0), max(self._count - 1, 0))
        self._reveal()
        self.refresh_line(before + self._head)
        self.refresh_line(self._cursor + self._head)

    # -- drawing

    @property
    def _head(self) -> int:
        return 0 if self._header is None else 1

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        if not self._count:
            lines = wrap(self._empty, max(width - 2, 1))
            return self._paint([Piece(f" {lines[y]}", "dim")] if y < len(lines) else [], width)
        if y < self._head and self._header is not None:
            return self._paint(self._header, width)
        row = self.scroll_offset.y + y - self._head
        return self._row(row, width) if row < self._count else self._paint([], width)

    def _row(self, row: int, width: int) -> Strip:
        line = self._draw(row, width)
        if row != self._cursor:
            return self._paint(line, width)
        if self.has_focus:
            return self._paint(in_ink(line, "accent_bar"), width, "accent_bar")
        return self._paint(in_ink(line, "accent") if self.marks else line, width)

    def _paint(self, line: Line, width: int, ground: str = "text") -> Strip:
        return paint(crop(line, width), palette(self.app), width, ground)

    def _reveal(self) -> None:
        rows = max(self.size.height - self._head, 1)
        region = Region(0, self._cursor, 1, 1)
        top = self.scroll_offset.y
        if not top <= region.y < top + rows:
            wanted = region.y if region.y < top else region.y - rows + 1
            self.scroll_to(y=wanted, animate=False, force=True)

    def on_resize(self) -> None:
        self._reveal()

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    # -- moving

    def _user_moves(self, row: int) -> None:
        before = self._cursor
        self.move_to(row)
        if self._cursor != before:
            self.post_message(self.Moved(self, self._cursor))

    def action_move(self, rows: int) -> None:
        self._user_moves(self._cursor + rows)

    def action_page(self, pages: int) -> None:
        self._user_moves(self._cursor + pages * max(self.size.height - self._head - 1, 1))

    def action_first(self) -> None:
        self._user_moves(0)

    def action_last(self) -> None:
        self._user_moves(self._count - 1)

    def action_open(self) -> None:
        if self._count:
            self.post_message(self.Opened(self, self._cursor))

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        row = self.scroll_offset.y + offset.y - self._head if offset else -1
        if 0 <= row < self._count:
            self._user_moves(row)
            if event.chain > 1:
                self.action_open()
