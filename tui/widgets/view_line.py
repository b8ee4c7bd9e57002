"""A line with the views of a screen: their keys, their names, and which one is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from bpe_play.tui.palette import palette
from bpe_play.tui.widgets.pieces import Line, Piece, crop, paint, width_of


@dataclass(frozen=True)
class ViewName:
    """One view: its own name, the key that shows it, and what it is called."""

    id: str
    key: str
    title: str


class ViewLine(Widget):
    """The views side by side; a click chooses one."""

    DEFAULT_CSS = "ViewLine { height: 1; width: 1fr; }"

    @dataclass
    class Chosen(Message):
        """The user clicked on a view."""

        view: str

    def __init__(self, views: Sequence[ViewName]) -> None:
        super().__init__()
        self._views = list(views)
        self._shown = views[0].id

    def show(self, view: str) -> None:
        self._shown = view
        self.refresh()

    def _parts(self) -> list[Line]:
        return [self._part(view) for view in self._views]

    def _part(self, view: ViewName) -> Line:
        if view.id == self._shown:
            return [Piece(" "), Piece(f" {view.key} {view.title} ", "accent_bar")]
        return [Piece("  "), Piece(view.key, "accent"), Piece(f" {view.title} ", "dim")]

    def render_line(self, y: int) -> Strip:
        line = [piece for part in self._parts() for piece in part]
        return paint(crop(line, self.size.width), palette(self.app), self.size.width)

    def on_click(self, event: events.Click) -> None:
        end = 0
        for view, part in zip(self._views, self._parts(), strict=True):
            end += width_of(part)
            if event.x < end:
                self.post_message(self.Chosen(view.id))
                return
