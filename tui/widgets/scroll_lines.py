"""Lines that scroll: a pane of words and figures made by plain functions for whatever width there is.

It has no cursor. Lines are laid out when they are shown and when the width changes, and only those on the
screen are painted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from bpe_play.tui.palette import palette
from bpe_play.tui.widgets.pieces import Line, crop, paint

_MARGIN = 1  # between the lines and the scroll bar

Layout = Callable[[int], list[Line]]


class ScrollLines(ScrollView, can_focus=True, inherit_bindings=False):
    """Shows the lines that a function makes for a width in cells."""

    DEFAULT_CSS = """
    ScrollLines {
        height: 1fr;
        background: $background;
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-gutter: stable;
        scrollbar-size-vertical: 1;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", "up", show=False, tooltip="A line up"),
        Binding("down", "scroll_down", "down", show=False, tooltip="A line down"),
        Binding("pageup", "page_up", "page up", show=False, tooltip="A page up"),
        Binding("pagedown", "page_down", "page down", show=False, tooltip="A page down"),
        Binding("home", "scroll_home", "start", show=False, tooltip="To the start"),
        Binding("end", "scroll_end", "end", show=False, tooltip="To the end"),
    ]

    @dataclass
    class LaidOut(Message):
        """There are so many lines now, for the width there is."""

        lines: int
        view: ScrollLines

        @property
        def control(self) -> ScrollLines:
            return self.view

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._layout_lines: Layout = lambda width: []
        self.lines: list[Line] = []

    def show(self, layout: Layout, *, from_start: bool = False, from_end: bool = False) -> None:
        """Show other lines; it stays where it was unless it is told to go to the start or the end."""
        was_at_end = self.scroll_offset.y >= self.max_scroll_y
        self._layout_lines = layout
        self._lay_out()
        if from_start:
            self.scroll_to(y=0, animate=False, force=True)
        elif from_end and was_at_end:
            self.call_after_refresh(self.scroll_end, animate=False, immediate=True)

    def reveal(self, line: int) -> None:
        """Scroll so that a line stands in the middle."""
        self.scroll_to(y=max(line - self.size.height // 2, 0), animate=False, force=True)

    def on_resize(self) -> None:
        self._lay_out()

    def _lay_out(self) -> None:
        width = self.scrollable_content_region.width - _MARGIN
        if width <= 0:
            return
        before = len(self.lines)
        self.lines = [crop(line, width) for line in self._layout_lines(width)]
        if len(self.lines) != before:
            self.post_message(self.LaidOut(len(self.lines), self))
        self.virtual_size = Size(0, len(self.lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        at = y + self.scroll_offset.y
        line = self.lines[at] if at < len(self.lines) else []
        return paint(line, palette(self.app), self.scrollable_content_region.width)

    def action_page_up(self) -> None:
        self.scroll_page_up(animate=False)

    def action_page_down(self) -> None:
        self.scroll_page_down(animate=False)
