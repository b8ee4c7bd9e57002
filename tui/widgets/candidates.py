"""What could be merged next: the most frequent pairs as of a step, on one line or on a few.

On several lines it has the columns of the merge list, so that it can stand right above it.
"""

from __future__ import annotations

from typing import NamedTuple

from textual.strip import Strip
from textual.widget import Widget

from bpe_play.engine.history import History
from bpe_play.engine.merges import TieRule
from bpe_play.tui.palette import palette
from bpe_play.tui.visible import plain
from bpe_play.tui.widgets.candidate_lines import none_line
from bpe_play.tui.widgets.history_rows import AnyHistory, rows_of
from bpe_play.tui.widgets.pieces import Line, paint


class _Shown(NamedTuple):
    """What the lines depend on, besides the size; a history is compared by identity."""

    history: AnyHistory
    step: int = 0
    known: bool = False
    rule: TieRule | None = None
    target: int = 0
    reason: str = ""


class Candidates(Widget):
    """The next candidates as of a step; says why if there are none."""

    DEFAULT_CSS = "Candidates { height: 1; width: 1fr; }"

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._shown = _Shown(History(0))
        self._lines: list[Line] = []

    def show(
        self,
        history: AnyHistory,
        step: int,
        *,
        rule: TieRule | None = None,
        target: int = 0,
        reason: str = "",
    ) -> None:
        """Show what stood to be merged after a step.

        rule    the tie rule, to be named when pairs are tied
        target  as for the merge list, so that the columns agree
        reason  what to say when nothing is known beyond this step: why training ended, or that it goes on
        """
        shown = _Shown(history, step, step < len(history), rule, target, plain(reason))
        if shown != self._shown:
            self._shown = shown
            self._lay_out()

    def on_resize(self) -> None:
        self._lay_out()

    def render_line(self, y: int) -> Strip:
        line = self._lines[y] if y < len(self._lines) else []
        return paint(line, palette(self.app), self.size.width)

    def _lay_out(self) -> None:
        self._lines = self._draw(self._shown, self.size.width, self.size.height)
        self.refresh()

    def _draw(self, shown: _Shown, width: int, height: int) -> list[Line]:
        if not shown.known:
            return [none_line(shown.reason, width)]
        return rows_of(shown.history).next_lines(shown.step, shown.rule, shown.target, width, height)
