"""How much a learner's program may take, and how the system is told."""

from __future__ import annotations

import resource
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_TO_EXPLAIN = 64 << 20  # bytes kept back, so that running out of memory can be put into words
_CPU_MARGIN = 5


@dataclass(frozen=True)
class Limits:
    """Limits of one run.

    seconds    from when the file begins to run, by the clock
    memory     bytes, beyond what Python itself has taken
    output     bytes printed
    answer     bytes of frames that the parent reads
    file_size  bytes of any file that is written
    grace      seconds between asking a process to stop and killing it
    """

    seconds: float = 30.0
    memory: int = 1 << 30
    output: int = 1_000_000
    answer: int = 64 << 20
    file_size: int = 100 << 20
    grace: float = 0.5


def apply(limits: Limits) -> None:
    """Hold this process to the limits; what a system cannot limit stays as it is.

    The limit in CPU seconds only matters when the parent is gone: the parent has the clock.
    """
    cpu = int(limits.seconds) + _CPU_MARGIN
    hold_memory(limits.memory, _TO_EXPLAIN)
    _lower(resource.RLIMIT_CPU, cpu, cpu + 1)
    _lower(resource.RLIMIT_FSIZE, limits.file_size, limits.file_size)
    _lower(resource.RLIMIT_CORE, 0, 0)


def hold_memory(memory: int, kept_back: int = 0) -> None:
    """Hold this process to so many bytes beyond what it has now, and those that it starts to the same sum."""
    most = _address_space() + memory
    _lower(resource.RLIMIT_AS, most, most + kept_back)


def let_explain() -> None:
    """Open what was kept back."""
    with suppress(ValueError, OSError):
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def _lower(which: int, soft: int, hard: int) -> None:
    with suppress(ValueError, OSError):
        highest = resource.getrlimit(which)[1]
        if highest != resource.RLIM_INFINITY:
            soft, hard = min(soft, highest), min(hard, highest)
        resource.setrlimit(which, (soft, hard))


def _address_space() -> int:
    """What this process has mapped already; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * resource.getpagesize()
