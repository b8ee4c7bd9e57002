"""Textual's terminal driver, made to survive a byte that is not UTF-8.

A terminal may send any byte; a strict decoder would end the program (Textual #6456). Here such a byte is
read as U+FFFD.
"""

from __future__ import annotations

from codecs import IncrementalDecoder, getincrementaldecoder
from collections.abc import Callable
from functools import partial


def forgive_stray_bytes() -> None:
    """Before the app runs: let the driver read what is not UTF-8 as U+FFFD."""
    try:
        from textual.drivers import linux_driver
    except ImportError:  # a system whose driver reads no bytes
        return
    linux_driver.getincrementaldecoder = _forgiving  # type: ignore[assignment, attr-defined]


def _forgiving(encoding: str) -> Callable[[], IncrementalDecoder]:
    return partial(getincrementaldecoder(encoding), errors="replace")
