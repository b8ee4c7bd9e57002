"""The strip of a lesson: a few lines under the header, over whatever screen there is.

It takes the lines it needs, up to what the height of the screen allows; a longer text is shown page by page.
"""

from __future__ import annotations

from dataclasses import replace

from textual import events
from textual.strip import Strip
from textual.widget import Widget

from bpe_play.tui.palette import palette
from bpe_play.tui.widgets.lesson_lines import LessonView, body_lines, head_line
from bpe_play.tui.widgets.pieces import Line, Piece, paint

_EDGE = 2
# Rows of the screen, and how many lines below its head a strip may take there.
_ROOM = ((0, 5), (28, 8), (38, 12))


class LessonStrip(Widget):
    """Shows a LessonView. It cannot be focused and has no keys of its own."""

    DEFAULT_CSS = "LessonStrip { height: 2; width: 100%; background: $background; }"

    def __init__(self) -> None:
        super().__init__()
        self._view: LessonView | None = None
        self._lines: list[Line] = []
        self._question = 0  # the line where it begins
        self._from = 0

    def show(self, view: LessonView) -> None:
        """Show another scene, or more of this one: from its beginning, or from the question once it is answered."""
        before, self._view = self._view, view
        if before is None or replace(before, score="", keys=()) != replace(view, score="", keys=()):
            self._from = 0
            self._lay_out()
            if view.answer is not None and view.notes is None:
                self._from = min(self._question, max(len(self._lines) - self.room, 0))
        self._lay_out()

    @property
    def room(self) -> int:
        """How many lines may stand below the head."""
        rows = self.screen.size.height
        return next(lines for least, lines in reversed(_ROOM) if rows >= least)

    def show_more(self) -> bool:
        """The next page of a long text; False when its end is on the screen."""
        if self._from + self.room >= len(self._lines):
            return False
        self._from += self.room
        self._lay_out()
        return True

    def on_resize(self, event: events.Resize) -> None:
        self._lay_out()

    def _lay_out(self) -> None:
        if self._view is None or not self.size.width:
            return
        self._lines, self._question = body_lines(self._view, self.size.width - 2 * _EDGE)
        self._from = min(self._from, max(len(self._lines) - 1, 0))
        self.styles.height = 1 + min(max(len(self._lines), 1), self.room)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        edge = [Piece("▌", "accent"), Piece(" " * (_EDGE - 1))]
        return paint([*edge, *self._line(y, width - 2 * _EDGE)], palette(self.app), width)

    def _line(self, y: int, width: int) -> Line:
        if self._view is None:
            return []
        if y == 0:
            return head_line(self._view, width, self._from + self.room < len(self._lines))
        at = self._from + y - 1
        return self._lines[at] if at < len(self._lines) and y <= self.room else []
