"""A line on standard error that says how far long work is; short work says nothing."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator

FIRST_AFTER = 1.0
TERMINAL_EVERY = 0.2
FILE_EVERY = 5.0
_CLEAR_LINE = "\r\x1b[K"


class Progress:
    """Shown after a second: rewritten in place on a terminal, a new line every five seconds elsewhere.

    `quiet` is for work whose results are themselves seen to come.
    """

    def __init__(self, quiet: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = None if quiet else sys.stderr
        self._terminal = self._stream is not None and self._stream.isatty()
        self._clock = clock
        self._due = clock() + FIRST_AFTER
        self._shown = False

    def update(self, text: str, *figures: int) -> None:
        """Say it if it is time to; `text` is a format for the figures, used only then."""
        if self._stream is None or self._clock() < self._due:
            return
        self._due = self._clock() + (TERMINAL_EVERY if self._terminal else FILE_EVERY)
        self._shown = True
        line = text.format(*figures)
        self._write(_CLEAR_LINE + line if self._terminal else line + "\n")

    def begin(self, text: str, *figures: int) -> None:
        """Say at once what is going to take long and cannot say how far it is."""
        self._due = self._clock()
        self.update(text, *figures)

    def clear(self) -> None:
        """Take the line away, before something else is written."""
        if self._shown and self._terminal:
            self._write(_CLEAR_LINE)
        self._shown = False

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            assert self._stream is not None
            self._stream.write(text)
            self._stream.flush()


@contextlib.contextmanager
def progress(quiet: bool = False) -> Iterator[Progress]:
    """A progress line that is gone at the end of the block, however it ends."""
    line = Progress(quiet)
    try:
        yield line
    finally:
        line.clear()
