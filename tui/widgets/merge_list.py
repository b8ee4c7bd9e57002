"""The list of merges, or of the steps of another algorithm, live while training runs.

It holds no copy of the history and never walks through it, so 100,000 merges open as fast as ten. Rows up to
the cursor are applied; rows above it are known but not yet applied, and dim. A full bar is the count of the
first merge, and the header says so: the scale stays the same however far one scrolls, and shows how steeply
counts fall. What the cursor means for the rest of the screen is for others to decide.
"""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from textual.message import Message
from textual.strip import Strip

from bpe_play.engine.history import History
from bpe_play.tui.palette import palette
from bpe_play.tui.visible import plain
from bpe_play.tui.widgets.figures import grouped
from bpe_play.tui.widgets.history_rows import AnyHistory, rows_of
from bpe_play.tui.widgets.merge_row import HERE
from bpe_play.tui.widgets.merge_search import next_match
from bpe_play.tui.widgets.pieces import Line, Piece, crop, in_ink, paint
from bpe_play.tui.widgets.step_list import StepList
from bpe_play.tui.widgets.step_view import Place

_CURSORS = (Place.CURSOR, Place.FOCUSED_CURSOR)


class MergeList(StepList):
    """The steps of a history, and a search among the tokens they made. How a step looks is in history_rows.py."""

    @dataclass
    class CursorMoved(Message):
        """The user moved the cursor to a step."""

        step: int

    @dataclass
    class EvidenceAsked(Message):
        """The user wants to see what speaks for a merge."""

        step: int

    def __init__(self, *, empty: str = "", id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        """`empty` is what stands here as long as there is nothing to show."""
        super().__init__(id=id, classes=classes)
        self.empty = empty
        self._history: AnyHistory = History(0)
        self._rows = rows_of(self._history)
        self._target = 0
        self._shape: Any = None
        self._hides_later = False
        self._query = b""
        self._matches: list[int] = []
        self._searched = 0

    def refresh_history(self, history: AnyHistory, target: int = 0) -> None:
        """Show a history, or what was added to the one that is shown. Cheap: eight times a second is fine.

        `target` is how many steps there will be, so that the columns are wide enough from the start.
        """
        if history is not self._history or target != self._target:
            self._history, self._target = history, target
            self._rows = rows_of(history)
            self._matches, self._searched = [], 0
            self.restart()
        if len(history) > self._window.length:
            self.grow(len(history))
        if self._columns != self._shape:
            self.redraw()

    def hide_later(self, hidden: bool) -> None:
        """Whether what is merged after the cursor is kept secret."""
        if hidden != self._hides_later:
            self._hides_later = hidden
            self.redraw()

    # -- search

    def highlight(self, query: bytes) -> None:
        """Mark the tokens that hold these bytes; an empty query marks none."""
        if query != self._query:
            self._query, self._matches, self._searched = query, [], 0
            self.redraw()

    @property
    def matches(self) -> list[int]:
        """The steps whose tokens hold the highlighted bytes, in order."""
        self._matches += self._rows.matching(self._query, self._searched)
        self._searched = len(self._history)
        return self._matches

    def find(self, query: bytes, from_step: int, backwards: bool = False) -> int | None:
        """The nearest step after `from_step`, or before it, whose token holds these bytes; marks them all.

        At the ends the search goes round. None if there is no such token. The cursor does not move.
        """
        self.highlight(query)
        return next_match(self.matches, from_step, backwards)

    # -- what the list asks

    def moved(self, step: int) -> None:
        self.post_message(self.CursorMoved(step))

    def opened(self, step: int) -> None:
        self.post_message(self.EvidenceAsked(step))

    def render_line(self, y: int) -> Strip:
        if self._history.start_tokens or len(self._history):
            return super().render_line(y)
        lines = wrap(plain(self.empty), max(self.row_width - 2, 1))
        return self._paint(crop([Piece(f" {lines[y]}", "dim")], self.row_width) if y < len(lines) else [])

    def draw_header(self) -> Strip:
        self._shape = self._columns
        return self._paint(self._rows.header(self._shape))

    def draw_blank(self) -> Strip:
        return self._paint([])

    def draw_row(self, step: int, place: Place) -> Strip:
        self._shape = self._columns
        if self._hides_later and place is Place.LATER:
            return self._paint([Piece(f"  {grouped(step):>{self._shape.step}}  ?", "dim")])
        line = self._rows.row(self._shape, step, HERE if place in _CURSORS else " ", self._query)
        if place is Place.FOCUSED_CURSOR:
            return self._paint(in_ink(line, "accent_bar"), "accent_bar")
        if place is Place.CURSOR:
            return self._paint(in_ink(line, "accent", keep="hit"))
        return self._paint(in_ink(line, "dim", keep="hit") if place is Place.LATER else line)

    @property
    def _columns(self) -> Any:
        return self._rows.shape(self.row_width, self._target)

    def _paint(self, line: Line, ground: str = "text") -> Strip:
        return paint(line, palette(self.app), self.row_width, ground)
