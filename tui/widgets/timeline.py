"""The line of time: where one is among the merges, how far training is, and how well the corpus compresses.

    ▶  ×4   0 ━━━━━━━━━━━━━●━━━━━━━━━━━━╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ 4,096
            1 ▁▃▄▅▆▆▇▇▇▇▇▇█████████████                  2.19 bytes per token

The thick line is what was learned, the broken one what is still to come; the curve below it is the bytes per
token after each step. It has no keys: those that move in time work everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from bpe_play.engine.history import History
from bpe_play.tui.palette import palette
from bpe_play.tui.visible import plain
from bpe_play.tui.widgets.figures import grouped
from bpe_play.tui.widgets.history_rows import AnyHistory
from bpe_play.tui.widgets.pieces import Line, Piece, crop, left, paint, right
from bpe_play.tui.widgets.timeline_lines import Moment, ceiling, curve, slider, step_at

PLAYING, PAUSED = "▶ ", "▮▮"
_UNITS = (" bytes per token", " b/t")
_WIDE = 90


class Timeline(Widget):
    """A slider over the steps, and under it, from two lines on, the compression."""

    DEFAULT_CSS = "Timeline { height: 2; width: 1fr; }"
    ALLOW_SELECT = False  # while text is being selected Textual paints the whole screen at each move

    @dataclass
    class Moved(Message):
        """The user clicked on a step, or dragged to it."""

        step: int

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._history: AnyHistory = History(0)
        self._moment = Moment()

    def show(
        self, history: AnyHistory, cursor: int, *, target: int = 0, playing: bool = False, speed: str = ""
    ) -> None:
        """Show a step of a history. `target` is where training is going; `speed` is said as it is."""
        known = len(history)
        moment = Moment(min(max(cursor, 0), known), known, max(target, known), playing, plain(speed))
        if moment != self._moment or history is not self._history:
            self._history, self._moment = history, moment
            self.refresh()

    def render_line(self, y: int) -> Strip:
        return paint(crop(self._line(y), self.size.width), palette(self.app), self.size.width)

    def _line(self, y: int) -> Line:
        before, after, middle = self._before, self._after, self._slider_width
        if y == 0:
            state = Piece(f" {PLAYING if self._moment.playing else PAUSED} ", "accent")
            speed = Piece(right(f"{self._moment.speed} 0 ", before - 4), "dim")
            line = [state, speed, *slider(self._moment, middle)]
            return [*line, Piece(" " + left(grouped(self._moment.target), after - 1), "dim")]
        lines = curve(self._history, self._moment, middle, max(self.size.height - 1, 1))
        if y > len(lines) or not self._history.start_tokens:
            return []
        is_last = y == len(lines)
        label = Piece(right("1 " if is_last else "", before), "dim")
        return [label, *lines[y - 1], *self._legend(y, is_last)]

    def _legend(self, y: int, is_last: bool) -> Line:
        """The value at the cursor beside the last line; on a taller curve, its top beside the first."""
        history, moment = self._history, self._moment
        if is_last:
            value = f"{history.bytes_per_token(moment.cursor):.2f}"
            return [Piece(f" {value}", "accent"), Piece(self._unit, "dim")]
        top = ceiling(history.bytes_per_token(moment.known))
        return [Piece(f" {top:.1f}" if y == 1 else "", "dim")]

    @property
    def _unit(self) -> str:
        return _UNITS[0] if self.size.width >= _WIDE else _UNITS[1]

    @property
    def _before(self) -> int:
        """Cells to the left of the slider: state, speed and the 0."""
        return 4 + max(len(self._moment.speed), 3) + 3

    @property
    def _after(self) -> int:
        """Cells to the right of it: the target, or the value with its unit."""
        return 1 + max(len(grouped(self._moment.target)), 4 + len(self._unit)) + 1

    @property
    def _slider_width(self) -> int:
        return max(self.size.width - self._before - self._after, 2)

    # -- the mouse

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.capture_mouse()
        self._go(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self.app.mouse_captured is self:
            self._go(event)

    def on_mouse_up(self) -> None:
        self.release_mouse()

    def _go(self, event: events.MouseEvent) -> None:
        step = step_at(
            event.get_content_offset_capture(self).x - self._before, self._moment, self._slider_width
        )
        if step != self._moment.cursor:
            self.post_message(self.Moved(step))
