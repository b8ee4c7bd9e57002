"""Textual's terminal driver, made to survive what terminals do.

- A terminal may send any byte; a strict decoder would end the program (Textual #6456). A byte that is not
  UTF-8 is read as U+FFFD.
- What is pasted is kept apart from what is typed (paste_guard.py).
- A terminal may put letters that run from right to left into an order of its own, across the borders of
  tokens. It is asked to leave each cell where it was put (ECMA-48's BDSM, explicit), and asked back at the end.
- A terminal may be closed. Textual's writer ends with the first write that fails, and then whoever writes
  waits for it forever. Here it goes on, and what it is given goes nowhere.
"""

from __future__ import annotations

import sys
from codecs import IncrementalDecoder, getincrementaldecoder
from collections.abc import Callable
from functools import partial
from typing import Any

from bpe_play.tui.paste_guard import PasteGuard


def outlive_the_terminal() -> None:
    """Before the app runs: let the driver survive stray bytes, hostile pastes and a closed terminal."""
    try:
        from textual.drivers import linux_driver
    except ImportError:  # a system whose driver reads no bytes
        return
    linux_driver.getincrementaldecoder = decoder  # type: ignore[assignment, attr-defined]
    linux_driver.WriterThread = _patient(linux_driver.WriterThread)  # type: ignore[attr-defined]
    linux_driver.LinuxDriver = _in_order(linux_driver.LinuxDriver)  # type: ignore[misc]


def draw_on_the_terminal() -> None:
    """Textual draws on standard error; where that goes to a file, it is to draw on standard output."""
    if sys.__stderr__ is None or not sys.__stderr__.isatty():
        sys.__stderr__ = sys.__stdout__  # type: ignore[misc]


class TerminalDecoder(IncrementalDecoder):
    r"""What a terminal sends, as text.

    >>> TerminalDecoder("utf-8").decode(b"\xff\xc3\xb1")
    '\ufffdñ'
    """

    def __init__(self, encoding: str) -> None:
        super().__init__("replace")
        self._bytes = getincrementaldecoder(encoding)("replace")
        self._guard = PasteGuard()

    def decode(self, data: Any, final: bool = False) -> str:
        return self._guard.passed(self._bytes.decode(data, final))


def decoder(encoding: str) -> Callable[[], IncrementalDecoder]:
    """In the place of the standard library's `getincrementaldecoder`, in Textual's drivers."""
    return partial(TerminalDecoder, encoding)


KEEP_THE_ORDER, ORDER_AS_BEFORE = "\x1b[8l", "\x1b[8h"


def _in_order(driver: type[Any]) -> type[Any]:
    class InOrder(driver):  # type: ignore[misc]
        """Textual's driver; no terminal moves the cells of a line."""

        def start_application_mode(self) -> None:
            super().start_application_mode()
            self.write(KEEP_THE_ORDER)

        def stop_application_mode(self) -> None:
            self.write(ORDER_AS_BEFORE)
            super().stop_application_mode()

    return InOrder


def _patient(writer: type[Any]) -> type[Any]:
    class PatientWriter(writer):  # type: ignore[misc]
        """Textual's writer; once a write fails it takes what it is given and drops it."""

        def run(self) -> None:
            try:
                super().run()
            except OSError:
                while self._queue.get() is not None:
                    pass

    return PatientWriter
