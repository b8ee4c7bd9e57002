"""Some lines that were laid out elsewhere: the plainest of views. It does not scroll and has no keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.strip import Strip
from textual.widget import Widget

from bpe_play.tui.palette import palette
from bpe_play.tui.widgets.pieces import Line, crop, paint

LayOut = Callable[[int, int], Sequence[Line]]  # width and height


class LineView(Widget):
    """Draws what a function makes of its size."""

    DEFAULT_CSS = "LineView { height: 1fr; width: 1fr; }"

    def __init__(self, *, focusable: bool = False, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.can_focus = focusable
        self._lay_out_with: LayOut = lambda width, height: []
        self._lines: Sequence[Line] = ()

    def show(self, lay_out: LayOut) -> None:
        """Show other lines; the function is asked again when the size changes."""
        self._lay_out_with = lay_out
        self._lay_out()

    def on_resize(self) -> None:
        self._lay_out()

    def _lay_out(self) -> None:
        width, height = self.size
        self._lines = self._lay_out_with(width, height) if width and height else ()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        line = crop(self._lines[y], width) if y < len(self._lines) else []
        return paint(line, palette(self.app), width)
