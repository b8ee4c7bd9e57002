"""A real pseudo-terminal that keeps what came out of it, and when.

While a program runs, its output is only stamped and kept, by a thread; what it looked like is worked out
afterwards, so that the emulator's own work is not charged to the program.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pyte

COLUMNS, ROWS = 120, 40
_SYNC_QUESTION, _SYNC_ANSWER = b"\x1b[?2026$p", b"\x1b[?2026;2$y"
# What pyte does not know and would show as text.
_UNKNOWN = re.compile(rb"\x1b\[[<>=][0-9;]*u|\x1b\[\?[0-9;]*\$p|\x1b\[[?0-9;]*\$[a-z]|\x1b\[\?[0-9;]*u")


def _look_first() -> None:
    """Where it is allowed, be woken before the program goes on, so that stamps and CPU are of that moment."""
    try:
        os.setpriority(os.PRIO_PROCESS, 0, -10)
    except PermissionError:
        pass


class Terminal:
    """A program in a terminal of 120 by 40. `chunks` are (seconds since the start, bytes)."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str]) -> None:
        self.chunks: list[tuple[float, bytes]] = []
        self._tail = b""
        self._news = threading.Condition()
        self._ended = False
        started = {**env, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        started.pop("NO_COLOR", None)
        _look_first()
        self._start = time.perf_counter()
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            os.setpriority(os.PRIO_PROCESS, 0, 0)
            size = struct.pack("HHHH", ROWS, COLUMNS, 0, 0)
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            os.execvpe(command[0], list(command), started)
        threading.Thread(target=self._read, daemon=True).start()

    def now(self) -> float:
        return time.perf_counter() - self._start

    def _read(self) -> None:
        while data := self._read_some():
            now = self.now()
            if _SYNC_QUESTION in data:
                os.write(self._fd, _SYNC_ANSWER)
            with self._news:
                self.chunks.append((now, data))
                self._news.notify_all()
        with self._news:
            self._ended = True
            self._news.notify_all()

    def _read_some(self) -> bytes:
        try:
            return os.read(self._fd, 1 << 16)
        except OSError:  # how Linux says that the program has closed it
            return b""

    def wait(self, wanted: bytes, since: float = 0.0, seconds: float = 120.0) -> float:
        """When these bytes have come, written after `since`. What is looked for must be drawn in one go."""
        end = time.perf_counter() + seconds
        seen, at = b"", 0
        with self._news:
            while True:
                while at < len(self.chunks):
                    when, data = self.chunks[at]
                    at += 1
                    seen = (seen + data)[-(len(data) + len(wanted)) :]
                    if when >= since and wanted in seen:
                        return when
                if self._ended or time.perf_counter() > end or not self._news.wait(end - time.perf_counter()):
                    raise TimeoutError(f"{wanted!r} never came; the screen:\n{self.screen()}")

    def wait_quiet(self, seconds: float = 0.5, at_most: float = 3.0) -> None:
        """Until nothing has come for a while, or not much longer: a cursor may blink."""
        end = time.perf_counter() + at_most
        with self._news:
            while time.perf_counter() < end and self._news.wait(seconds):
                pass

    def send(self, data: bytes) -> float:
        """Send keys; when their first byte went out."""
        now = self.now()
        while data:
            select.select([], [self._fd], [], 10)
            data = data[os.write(self._fd, data[:4096]) :]
        return now

    def cpu(self) -> float:
        """Seconds of CPU that the program has used so far, all its threads, without its children."""
        tasks = Path(f"/proc/{self.pid}/task")
        try:
            return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks.iterdir()) / 1e9
        except OSError:
            return float("nan")

    def frames(self) -> Iterator[tuple[float, pyte.Screen]]:
        """What it looked like after each chunk. The screen is one object that changes."""
        screen = pyte.Screen(COLUMNS, ROWS)
        stream = pyte.ByteStream(screen)
        for when, data in self.chunks:
            stream.feed(_UNKNOWN.sub(b"", data))
            yield when, screen

    def screen(self) -> str:
        """What it looks like now."""
        shown = ""
        for _, screen in self.frames():
            shown = "\n".join(screen.display)
        return shown

    def close(self, key: bytes = b"\x11") -> None:
        """Quit by ctrl+q, or kill what does not."""
        self._try(lambda: os.write(self._fd, key))
        end = time.perf_counter() + 10
        while time.perf_counter() < end:
            if os.waitpid(self.pid, os.WNOHANG)[0]:
                break
            time.sleep(0.02)
        else:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        self._try(lambda: os.close(self._fd))

    def _try(self, what: Callable[[], object]) -> None:
        try:
            what()
        except OSError:
            pass
