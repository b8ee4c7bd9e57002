"""Which steps of a long list are in view: numbers only, no widget.

The list has a row for every step, the newest at the top, down to step 0. Row r is step `length - r`, so each
new step pushes all rows down by one; a window that stays where it is goes down with them.
"""

from __future__ import annotations

from dataclasses import dataclass

_MARGIN = 2


@dataclass
class StepWindow:
    """A window of `rows` rows, `top` being the first, with a cursor on a step.

    follow      the cursor goes with the newest step; otherwise it stays on its step
    wandered    the window was scrolled away by hand, and does not go back by itself

    >>> window = StepWindow(rows=10)
    >>> window.grow(100), window.cursor, window.top
    (True, 100, 0)
    >>> window.move_to(50), window.step(0)
    (True, 55)
    >>> window.follow = False
    >>> window.grow(120), window.step(0)
    (False, 55)
    """

    rows: int = 1
    length: int = 0
    cursor: int = 0
    top: int = 0
    follow: bool = True
    wandered: bool = False

    @property
    def last_top(self) -> int:
        """The top row when the last one is at the bottom."""
        return max(self.length + 1 - self.rows, 0)

    def row(self, step: int) -> int:
        """The row of a step."""
        return self.length - step

    def step(self, row_in_view: int) -> int | None:
        """The step in a row of the window; None below the last one."""
        step = self.length - self.top - row_in_view
        return step if row_in_view >= 0 and 0 <= step <= self.length else None

    def grow(self, length: int) -> bool:
        """There are more steps; whether other rows, or rows that look different, are now in view."""
        added, self.length = length - self.length, length
        if self.follow:
            self.cursor = length
        if self.follow and not self.wandered:
            self.top = 0
            return True
        wanted = self.top + added
        self.top = min(wanted, self.last_top)
        return self.follow or wanted > self.last_top

    def move_to(self, step: int) -> bool:
        """Put the cursor on a step and bring it into view; whether the window moved."""
        self.cursor = min(max(step, 0), self.length)
        return self.reveal()

    def reveal(self) -> bool:
        """Bring the cursor into view, with a little around it; whether the window moved."""
        self.wandered = False
        row, before = self.row(self.cursor), self.top
        margin = min(_MARGIN, (self.rows - 1) // 2)
        if self.top - self.rows <= row < self.top + 2 * self.rows:
            wanted = min(max(self.top, row + margin - self.rows + 1), row - margin)
        else:
            wanted = row - self.rows // 2
        self.top = min(max(wanted, 0), self.last_top)
        return self.top != before

    def fit(self, rows: int) -> None:
        """The window has another height."""
        self.rows = max(rows, 1)
        self.reveal()

    def scrolled(self, top: int) -> None:
        """The window was scrolled by hand; at the very top it follows again."""
        self.top = top
        self.wandered = top > 0
