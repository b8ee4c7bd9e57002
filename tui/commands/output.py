"""Where a command writes: results to standard output, all else to standard error.

Text for people is made harmless first (visible.py). Results that are bytes are written as they are.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from typing import BinaryIO, TextIO

SECONDS_PER_FLUSH = 0.1


class Output:
    """Standard output, as lines or as bytes.

    Lines reach a reader within a tenth of a second while they keep coming, and a terminal at once, without
    a system call for each. What the stream's encoding cannot write becomes a backslash escape.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stdout
        if self._stream is None:
            from bpe_play.tui.commands.parser import CommandError

            raise CommandError("There is no standard output", "give the command a place to write to")
        self._encoding = self._stream.encoding or "utf-8"
        self._buffer: BinaryIO | None = self._stream.buffer
        self.is_terminal = self._stream.isatty()
        self._pause = 0.0 if self.is_terminal else SECONDS_PER_FLUSH
        self._flush_due = 0.0

    def line(self, text: str) -> None:
        self.raw(text.encode(self._encoding, "backslashreplace") + b"\n")

    def json(self, value: object) -> None:
        """One line of JSON, in ASCII."""
        self.line(json_line(value))

    def raw(self, data: bytes) -> None:
        if self._buffer is None:
            return
        self._buffer.write(data)
        now = time.monotonic()
        if now >= self._flush_due:
            self._buffer.flush()
            self._flush_due = now + self._pause

    def flush(self) -> None:
        if self._buffer is not None:
            self._buffer.flush()

    def close(self) -> None:
        """Nobody reads any more: what is still written goes nowhere, without a word."""
        self._buffer = None
        drop_output()


def json_line(value: object) -> str:
    """A value as JSON without spaces, in ASCII."""
    import json  # late: --help needs none

    return json.dumps(value, separators=(",", ":"))


def say(text: str) -> None:
    """One line on standard error, made harmless: it may hold names and text from outside."""
    with contextlib.suppress(OSError, ValueError, AttributeError):  # closed, or not there at all
        encoding = sys.stderr.encoding or "utf-8"
        line = _harmless(text)
        sys.stderr.write(line.encode(encoding, "backslashreplace").decode(encoding) + "\n")
        sys.stderr.flush()


def _harmless(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    from bpe_play.tui.visible import plain  # late: it needs the engine

    return plain(text)


def settle_output() -> None:
    """Write what is still in the buffer, so that Python does not complain about it when it ends."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        drop_output()


def drop_output() -> None:
    """Standard output cannot be written: let what is still in its buffer go nowhere, quietly."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        output = sys.stdout.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, output)
        os.close(nowhere)
