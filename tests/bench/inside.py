"""The clock inside a measured process: CPU of all its threads and children, wall time, peak memory.

Only `work` is timed; imports and reading the text come before it. Memory is the peak of the whole process, so
it includes Python and the text.
"""

from __future__ import annotations

import json
import re
import resource
import sys
import time
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


def measured(work: Callable[[], T]) -> tuple[T, dict[str, float]]:
    """What `work` gives, and what it cost: seconds and bytes."""
    cpu, wall = _cpu(), time.perf_counter()
    result = work()
    cost = {"cpu": _cpu() - cpu, "wall": time.perf_counter() - wall, "memory": float(peak_memory())}
    return result, cost


def _cpu() -> float:
    """Seconds of this process, its threads, and its children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def peak_memory() -> int:
    """Bytes, of this process and of its largest child. Linux's ru_maxrss would count the parent's, too."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = _high_water_mark() or _bytes(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    return own + (_bytes(children.ru_maxrss) if children.ru_utime else 0)


def _high_water_mark() -> int:
    try:
        with open("/proc/self/status", encoding="ascii") as status:
            found = re.search(r"^VmHWM:\s*(\d+) kB", status.read(), re.MULTILINE)
    except OSError:
        return 0
    return int(found[1]) * 1024 if found else 0


def _bytes(maxrss: int) -> int:
    return maxrss if sys.platform == "darwin" else maxrss * 1024


def report(said: dict[str, Any]) -> None:
    """The last line of a measured process is its answer."""
    print(json.dumps(said))
