"""A list with one row a step in which the user moves: its keys and clicks.

The keys mean what they mean everywhere in the lab: home is the beginning of time, which is the last row.
"""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from bpe_play.tui.widgets.step_view import StepView


class StepList(StepView):
    """A StepView with a cursor for the keyboard; the class built on it says what a row is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(1)", "newer", show=False, tooltip="One merge newer"),
        Binding("down", "move(-1)", "older", show=False, tooltip="One merge older"),
        Binding("pageup", "page(1)", "page newer", show=False, tooltip="A page newer"),
        Binding("pagedown", "page(-1)", "page older", show=False, tooltip="A page older"),
        Binding("home", "first", "start", show=False, tooltip="Before the first merge"),
        Binding("end", "last", "end", show=False, tooltip="The newest merge"),
        Binding("enter", "open", "evidence", show=False, tooltip="What speaks for this merge"),
    ]

    def moved(self, step: int) -> None:
        """The user moved the cursor, or said where it shall stay."""

    def opened(self, step: int) -> None:
        """The user wants to see more of a step."""

    def _user_moves(self, step: int) -> None:
        """Told also where nothing changes: who presses Home at the start wants to stay there."""
        self.cursor = step
        if self._window.reveal():
            self._scroll()
        self.follow = self.cursor == self._window.length
        self.moved(self.cursor)

    def action_move(self, steps: int) -> None:
        self._user_moves(self.cursor + steps)

    def action_page(self, pages: int) -> None:
        self._user_moves(self.cursor + pages * max(self._window.rows - 1, 1))

    def action_first(self) -> None:
        self._user_moves(0)

    def action_last(self) -> None:
        self._user_moves(self._window.length)

    def action_open(self) -> None:
        if self.cursor:
            self.opened(self.cursor)

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        step = self._window.step(offset.y - self._header) if offset else None
        if step is not None:
            self._user_moves(step)
            if event.chain > 1:
                self.action_open()
