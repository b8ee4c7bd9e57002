"""Keeps a learner's program to one process: what would start another, or signal one, is refused by name.

An audit hook, because it says in which line it happened, holds for root too, and leaves threads alone.
"""

from __future__ import annotations

import _posixsubprocess
import os
import sys
from typing import Any, NoReturn

_STARTS = frozenset(
    {
        "os.exec",
        "os.fork",
        "os.forkpty",
        "os.posix_spawn",
        "os.spawn",
        "os.system",
        "pty.spawn",
        "subprocess.Popen",
    }
)
_SIGNALS = frozenset({"os.kill", "os.killpg"})


class RefusedError(RuntimeError):
    """Something that a learner's program may not do here; the message says what."""


def keep_to_one_process() -> None:
    """From now on, for good: a hook cannot be taken away."""
    _posixsubprocess.fork_exec = _refuse_fork  # what multiprocessing calls, past all audit events
    sys.addaudithook(_look)


def _look(event: str, arguments: tuple[Any, ...]) -> None:
    if event in _STARTS:
        raise RefusedError(f"{event} would start another process")
    if event in _SIGNALS and arguments[0] != os.getpid():
        raise RefusedError(f"{event} would send a signal to another process")


def _refuse_fork(*arguments: object) -> NoReturn:
    raise RefusedError("multiprocessing would start another process")
