"""A real program in a real pseudo-terminal, and what a person would see there.

Keys go in as bytes, the screen is what pyte makes of the bytes that come out. Nothing sleeps: `wait` returns
as soon as what it waits for is on the screen, and fails with the whole screen when it never is.
"""

from __future__ import annotations

import fcntl
import os
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence

import pyte

# Sequences that pyte does not know and would show as text.
_UNKNOWN = re.compile(rb"\x1b\[[<>=][0-9;]*u|\x1b\[\?[0-9;]*\$p|\x1b\[[?0-9;]*\$[a-z]|\x1b\[\?[0-9;]*u")
# A program that runs in this terminal, and is told when it closes, must be started from within. It hears SIGINT
# also where whoever runs the tests does not, as what a shell runs in the background.
_TAKE_TERMINAL = (
    "import fcntl, os, signal, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    "signal.signal(signal.SIGINT, signal.SIG_DFL); "
    "os.execvp(sys.argv[1], sys.argv[1:])"
)
_ASKS_FOR_SYNC = b"\x1b[?2026$p"
KEYS = {
    "enter": b"\r",
    "tab": b"\t",
    "shift+tab": b"\x1b[Z",
    "esc": b"\x1b",
    "up": b"\x1b[A",
    "down": b"\x1b[B",
    "right": b"\x1b[C",
    "left": b"\x1b[D",
    "home": b"\x1b[H",
    "end": b"\x1b[F",
    "f1": b"\x1bOP",
    "f2": b"\x1bOQ",
    "f3": b"\x1bOR",
    "f4": b"\x1bOS",
    "ctrl+a": b"\x01",
    "ctrl+b": b"\x02",
    "ctrl+c": b"\x03",
    "ctrl+l": b"\x0c",
    "ctrl+n": b"\x0e",
    "ctrl+p": b"\x10",
    "ctrl+q": b"\x11",
    "ctrl+r": b"\x12",
    "ctrl+s": b"\x13",
    "ctrl+t": b"\x14",
    "ctrl+u": b"\x15",
    "ctrl+z": b"\x1a",
}


class PseudoTerminal:
    """A program that runs in a terminal of a given size."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        columns: int = 100,
        rows: int = 30,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self.output = bytearray()
        environment = os.environ | {"TERM": "xterm-256color", "COLORTERM": "truecolor"} | dict(env or {})
        for size_of_another in ("COLUMNS", "LINES"):  # a test runner's terminal, not this one
            environment.pop(size_of_another, None)
        self._fd, terminal = os.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._process = subprocess.Popen(
            [sys.executable, "-c", _TAKE_TERMINAL, *command],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env=environment,
            start_new_session=True,
        )
        os.close(terminal)
        self.pid = self._process.pid

    # -- seeing

    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self._screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def wait(self, wanted: str | Callable[[PseudoTerminal], bool], seconds: float = 60.0) -> PseudoTerminal:
        """Until a text is on the screen, or something about it is true."""
        true = (lambda screen: wanted in screen.text) if isinstance(wanted, str) else wanted
        end = time.monotonic() + seconds
        while not true(self):
            left = end - time.monotonic()
            if left <= 0 or not self._read(left):
                name = (
                    wanted
                    if isinstance(wanted, str)
                    else getattr(wanted, "__doc__", None) or "what was waited for"
                )
                raise AssertionError(f"never seen: {name!r}\n{self.text}")
        return self

    def wait_gone(self, unwanted: str, seconds: float = 60.0) -> PseudoTerminal:
        return self.wait(lambda screen: unwanted not in screen.text, seconds)

    def wait_quiet(self, quiet: float = 0.3, seconds: float = 60.0) -> PseudoTerminal:
        """Until the program has written nothing for a moment."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self._read(quiet):
            pass
        return self

    def _read(self, seconds: float) -> bool:
        """Take in what has been written; False when nothing came in time or the program has ended."""
        ready, _, _ = select.select([self._fd], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self._fd, 65536)
        except OSError:  # how Linux says that the other side is closed
            data = b""
        if _ASKS_FOR_SYNC in data:
            os.write(self._fd, b"\x1b[?2026;2$y")
        self.output += data
        self._stream.feed(_UNKNOWN.sub(b"", data))
        return bool(data)

    # -- doing

    def press(self, *keys: str) -> PseudoTerminal:
        """Press keys by name, or single characters."""
        for key in keys:
            self.send(KEYS.get(key, key.encode()))
        return self

    def type(self, text: str) -> PseudoTerminal:
        self.send(text.encode())
        return self

    def paste(self, text: str | bytes) -> PseudoTerminal:
        data = text.encode() if isinstance(text, str) else text
        self.send(b"\x1b[200~" + data + b"\x1b[201~")
        return self

    def send(self, data: bytes) -> None:
        while data:
            readable, writable, _ = select.select([self._fd], [self._fd], [], 10)
            if readable:
                self._read(0)
            if writable:
                data = data[os.write(self._fd, data[:1024]) :]

    def resize(self, columns: int, rows: int) -> None:
        self._screen.resize(rows, columns)
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def signal(self, number: int) -> None:
        os.kill(self.pid, number)

    # -- ending

    def wait_end(self, seconds: float = 60.0) -> int:
        """Until the program has ended; its exit status, or minus the signal that ended it."""
        end = time.monotonic() + seconds
        while self.status is None and time.monotonic() < end:
            self._read(0.05)
        if self.status is None:
            raise AssertionError(f"the program does not end\n{self.text}")
        while self._read(0):  # what it wrote last
            pass
        return self.status

    @property
    def status(self) -> int | None:
        """The exit status, or minus the signal that ended the program; None while it runs."""
        return self._process.poll()

    def close(self) -> None:
        """End the program if it still runs, and let go of the terminal."""
        if self.status is None:
            self._process.kill()
        self._process.wait()
        os.close(self._fd)
