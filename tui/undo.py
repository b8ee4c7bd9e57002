"""What can be undone: the states that were left, and those that were gone back from.

A run of small changes to one thing (letters typed, steps made) is one entry, so that undo goes back to where
one was before it; a pause, or a change of something else, begins the next entry.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from bpe_play.tui.state import State

PAUSE_SECONDS = 1.5
_MOST = 1_000
_IN_RUNS = ({"text"}, {"cursor"})


class UndoList:
    """States before each change, and states to go back to after an undo.

    >>> undo = UndoList()
    >>> undo.record(State(vocab_size=300), State(vocab_size=400))
    >>> undo.undo(State(vocab_size=400)).vocab_size, undo.redo(State(vocab_size=300)).vocab_size
    (300, 400)
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._before: list[State] = []
        self._after: list[State] = []
        self._run: frozenset[str] = frozenset()
        self._last = 0.0

    def record(self, old: State, new: State) -> None:
        """A person changed the state."""
        differs = new.differs(old)
        if not differs:
            return
        goes_on = differs in _IN_RUNS and differs == self._run and self._clock() - self._last < PAUSE_SECONDS
        if not goes_on:
            self._before.append(old)
            del self._before[:-_MOST]
        self._after.clear()
        self._run, self._last = differs, self._clock()

    def part(self) -> None:
        """What comes next is an entry of its own."""
        self._run = frozenset()

    def undo(self, now: State) -> State | None:
        """The state before the last change; None if there was none."""
        return self._step(self._before, self._after, now)

    def redo(self, now: State) -> State | None:
        """The state that was undone last; None if there is none."""
        return self._step(self._after, self._before, now)

    def _step(self, source: list[State], target: list[State], now: State) -> State | None:
        if not source:
            return None
        target.append(now)
        self._run = frozenset()
        return source.pop()
