"""Textual's driver for browsers, made to survive what browsers and networks do.

What the terminal's driver survives (driver.py above this folder) is survived here, too: bytes that are no UTF-8, pastes
that look like keys, a reader that is gone. And when whoever serves is gone, the lab ends.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from typing import Any

from textual import events, messages
from textual.app import App
from textual.drivers import web_driver
from textual.geometry import Size

from bpe_play.tui.driver import decoder

MOST_COLUMNS, MOST_ROWS = 500, 200
_SECONDS_TO_END = 4

web_driver.getincrementaldecoder = decoder  # type: ignore[assignment, attr-defined]


class VisitorDriver(web_driver.WebDriver):
    """One visitor's browser, behind the server."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._size = fitting(*(self._size or (0, 0)))
        self._write = self._patient_write  # type: ignore[assignment]

    def _patient_write(self, data: bytes) -> None:
        """Where nobody reads any more, what is written goes nowhere."""
        with suppress(OSError):
            os.write(self.fileno, data)

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        """A size that no screen has is not taken from anybody.

        A size that comes while the lab begins waits its turn behind the one that it begins with.
        """
        if packet_type != "resize":
            super().on_meta(packet_type, payload)
            return
        self._size = fitting(payload.get("width"), payload.get("height"))
        size = Size(*self._size)
        self._app.call_later(self._app.post_message, events.Resize(size, size))

    def run_input_thread(self) -> None:
        """Nothing comes in any more: the lab ends, if need be the hard way."""
        super().run_input_thread()
        last = threading.Timer(_SECONDS_TO_END, os._exit, (1,))
        last.daemon = True
        last.start()
        self._app.call_later(self._app.post_message, messages.ExitApp())


def fitting(width: object, height: object) -> tuple[int, int]:
    """A size in cells that a lab can be drawn in; the usual one where there is none.

    >>> fitting(120, 10**9), fitting(None, -3)
    ((120, 200), (80, 24))
    """
    columns = min(width, MOST_COLUMNS) if type(width) is int and width > 0 else 80
    rows = min(height, MOST_ROWS) if type(height) is int and height > 0 else 24
    return columns, rows
