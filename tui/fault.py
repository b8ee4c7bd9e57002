"""A fault of the program itself: written down where only its owner reads it, and told in one line.

Textual prints such a fault over pages, with the values of variables, and so with what somebody typed.
"""

from __future__ import annotations

import os
import traceback
from pathlib import Path

from bpe_play.engine.atomic import write_atomically
from bpe_play.tui.settings import state_path
from bpe_play.tui.visible import plain


def fault_path() -> Path:
    """Where the last fault is written down: beside the state that is kept."""
    return state_path().with_name("fault.txt")


def wants_all() -> bool:
    """Whether whoever runs the program wants to see faults as Textual shows them."""
    return bool(os.environ.get("BPE_PLAY_DEBUG"))


def told(error: BaseException, keep: bool = True) -> str:
    """The line that says so, which is safe to print; with `keep` it is written down where it happened."""
    where = (_kept(error) if keep else "") or "BPE_PLAY_DEBUG=1 shows where"
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    state = "your last state is kept; " if keep else ""
    return plain(f"bpe-play: a fault in the program, {what[:300]}; {state}{where}")


def _kept(error: BaseException) -> str:
    """Write it down and say where that is; empty where it cannot be written."""
    path = fault_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        trace = "".join(traceback.format_exception(error))
        write_atomically(path, trace.encode("utf-8", "backslashreplace"), mode=0o600)
    except OSError:
        return ""
    return f"where it happened is in {path}"
