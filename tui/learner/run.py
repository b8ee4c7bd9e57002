"""One run of a learner's file in a process of its own: starts it, listens, stops it, and says how it ended.

Nothing of the learner's is imported here. Whatever the process does, `inbox` ends with one DONE or FAILED,
and then no process of the run is left.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections import deque
from contextlib import suppress
from typing import Any, BinaryIO, cast

from bpe_play.tui.frames import Kind, frame, json_frame, read_frame
from bpe_play.tui.learner.faults import Fault
from bpe_play.tui.learner.order import Order
from bpe_play.tui.training import environment

_CHILD = "bpe_play.tui.learner.child"
_PART = 1 << 20
_LAST = frozenset({Kind.DONE, Kind.FAILED})
_SECONDS_TO_BEGIN = 30.0
_SECONDS_FOR_LAST_PRINTS = 1.0


class LearnerRun:
    """A run. `inbox` fills with (kind, JSON value), `printed` with what the program prints.

    PROGRESS says what it is doing, FACTS is a Checked, DONE a Report ({} if there is none), FAILED a Fault.
    `stop()` may be called at any time, and more than once; the FAILED that follows says in which line it was.
    """

    def __init__(self, order: Order, corpus: bytes) -> None:
        self.inbox: deque[tuple[Kind, dict[str, Any]]] = deque()
        self.printed = bytearray()
        self._limits = order.limits
        self._answer: tuple[Kind, dict[str, Any]] | None = None
        self._stopped = self._flooded = self._heard_all = False
        self._begun, self._wake = threading.Event(), threading.Event()
        mine, theirs = os.pipe()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-B", "-P", "-X", "utf8", "-m", _CHILD, str(theirs)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env=environment(),
                pass_fds=[theirs],
                start_new_session=True,  # a group of its own, which is killed as a whole
            )
        except BaseException:
            os.close(mine)
            raise
        finally:
            os.close(theirs)
        self._answers = os.fdopen(mine, "rb")
        self._feeder = _thread(self._feed, order, corpus)
        self._listener = _thread(self._listen)
        self._printer = _thread(self._read_prints)
        self._watcher = _thread(self._watch)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def has_ended(self) -> bool:
        """Whether nothing of the run is left."""
        return not self._watcher.is_alive()

    def stop(self) -> None:
        """Ask it where it is, and end it."""
        self._stopped = True
        self._rouse()

    def close(self) -> None:
        """Stop, and wait until the process is gone."""
        self.stop()
        self.wait()

    def wait(self) -> None:
        """Wait for the end, whatever it is."""
        self._watcher.join()

    def _rouse(self) -> None:
        """Something has happened that ends the run."""
        self._begun.set()
        self._wake.set()

    # -- the threads

    def _feed(self, order: Order, corpus: bytes) -> None:
        orders = cast(BinaryIO, self._process.stdin)
        with suppress(OSError, ValueError):  # the process is gone; who listens finds out
            orders.write(json_frame(Kind.ORDER, order.to_json()))
            for start in range(0, len(corpus), _PART):
                orders.write(frame(Kind.DATA, corpus[start : start + _PART]))
            orders.write(frame(Kind.GO))
            orders.flush()  # and stays open: the child says where it is when it closes

    def _listen(self) -> None:
        answers = cast(BinaryIO, _Capped(self._answers, self._limits.answer))
        try:
            while True:
                kind, payload = read_frame(answers)
                self._begun.set()
                value = json.loads(payload)
                if kind in _LAST:
                    self._answer = kind, value
                else:
                    self.inbox.append((kind, value))
        except (EOFError, OSError, ValueError, RecursionError):
            pass
        self._heard_all = True
        self._rouse()

    def _read_prints(self) -> None:
        prints = cast(BinaryIO, self._process.stdout)
        with suppress(OSError, ValueError):
            while part := os.read(prints.fileno(), 1 << 16):
                room = self._limits.output - len(self.printed)
                self.printed += part[:room]
                if len(part) > room:
                    self._flooded = True
                    self._rouse()

    def _watch(self) -> None:
        self._begun.wait(_SECONDS_TO_BEGIN)  # Python's own start is not the learner's
        self._wake.wait(self._limits.seconds)
        reason = self._reason()
        if reason != _ENDED and not self._feeder.is_alive():
            self._process.stdin.close()  # type: ignore[union-attr]
            self._listener.join(self._limits.grace)
        status = self._exit_status() if reason == _ENDED and self._answer is None else 0
        self._kill()
        self._printer.join(_SECONDS_FOR_LAST_PRINTS)
        self.inbox.append(_ending(reason, self._answer, status, self._limits.seconds))

    def _reason(self) -> str:
        if self._stopped:
            return _STOPPED
        if self._flooded:
            return _FLOODED
        return _ENDED if self._heard_all else _TIME_UP

    def _exit_status(self) -> int | None:
        """How it ended by itself; None if it closed the pipe and goes on."""
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(self._limits.grace)
        return None

    def _kill(self) -> None:
        """End the whole group, then let go of the process."""
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()  # also if it has left the group
        with suppress(OSError, ValueError):
            self._process.stdin.close()  # type: ignore[union-attr]
        self._process.wait()


class _Capped:
    """A stream of which only so much is read."""

    def __init__(self, stream: BinaryIO, left: int) -> None:
        self._stream, self._left = stream, left

    def read(self, length: int) -> bytes:
        self._left -= length
        if self._left < 0:
            raise EOFError
        return self._stream.read(length)


_ENDED, _STOPPED, _FLOODED, _TIME_UP = "ended", "stopped", "flooded", "time is up"


def _ending(
    reason: str, answer: tuple[Kind, dict[str, Any]] | None, status: int | None, seconds: float
) -> tuple[Kind, dict[str, Any]]:
    """The last word: the child's own, or what became of it."""
    if reason == _ENDED:
        return answer or (Kind.FAILED, _died(status).to_json())
    if answer is not None and (answer[0] is Kind.DONE or "title" in answer[1]):
        return answer  # it was quicker
    place = answer[1] if answer is not None else {}
    line, name = int(place.get("line") or 0), str(place.get("name", ""))
    where = f"Line {line}" + (f", in {name}" if name not in ("", "<module>") else "") if line else "The file"
    title, hint = {
        _STOPPED: (f"{where}: stopped here" if line else "The run was stopped", ""),
        _FLOODED: (f"{where}: it prints without end", "print less, or only every hundredth time"),
        _TIME_UP: (
            f"{where}: still running after {seconds:g} s",
            "an endless loop? If it is only slow: fewer merges, or a smaller corpus",
        ),
    }[reason]
    return Kind.FAILED, Fault(title, hint, line).to_json()


def _died(status: int | None) -> Fault:
    if status is None:
        return Fault("The file cut its connection to the lab", "close only what you have opened")
    if status < 0:
        name = signal.Signals(-status).name if -status in set(signal.Signals) else f"signal {-status}"
        return Fault(
            f"Python itself was ended by {name} before the file was through",
            "recursion that was allowed to go too deep does that, and too much memory",
        )
    return Fault(
        f"The file ended its own process (status {status}) before it was through",
        "os._exit does that: take it out",
    )


def _thread(target: Any, *arguments: Any) -> threading.Thread:
    thread = threading.Thread(target=target, args=arguments, daemon=True)
    thread.start()
    return thread
