"""Drawing that waits for the rest of the screen, so that a key is answered first."""

from __future__ import annotations

import time
from collections.abc import Callable

from textual.screen import Screen
from textual.widget import Widget

SLOW = 1 / 30  # seconds: what takes longer is waited for by a key that comes meanwhile
_PAUSE = 0.15  # seconds without a request
_LONGEST = 1.0  # seconds: somebody who holds a key down sees something too


class Unhurried:
    """Draws a frame later than what is asked for with it. What was slow the last time waits for a pause.

    Many requests before it is drawn are one.

    draw     what it is about
    changed  a widget that is painted first. The screen learns what is to be painted when its widgets are idle;
             asked before that, it would see nothing to be painted and not wait
    """

    def __init__(
        self,
        screen: Screen[None],
        changed: Callable[[], Widget],
        draw: Callable[[], object],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._screen, self._changed, self._draw, self._clock = screen, changed, draw, clock
        self._is_due = False
        self._took = 0.0
        self._first_asked = self._last_asked = 0.0

    def soon(self) -> None:
        self._last_asked = self._clock()
        if self._is_due:
            return
        self._is_due, self._first_asked = True, self._last_asked
        if self._took < SLOW:
            self._changed().call_later(self._screen.call_after_refresh, self.now)
        else:
            self._screen.set_timer(_PAUSE, self._after_a_pause)

    def now(self) -> None:
        self._is_due = False
        began = self._clock()
        self._draw()
        self._took = self._clock() - began

    def _after_a_pause(self) -> None:
        now = self._clock()
        if now - self._last_asked < _PAUSE and now - self._first_asked < _LONGEST:
            self._screen.set_timer(_PAUSE, self._after_a_pause)
        elif self._is_due:
            self.now()
