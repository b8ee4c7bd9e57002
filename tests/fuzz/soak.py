"""A long day in the lab: `python -m tests.fuzz.soak --minutes 60`. Exit status 1 where it does not stay as it was.

The real app, without a terminal, is used over and over: corpus, algorithm, scrubbing, typing, screens, undo. A lap
goes once through every algorithm and ends in the state in which it began, so that laps can be compared: what the
process holds in memory, what its children hold, and how long a key takes until nothing is left to be done.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from textual.pilot import Pilot

from bpe_play.corpora import CORPORA
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.tui.app import BpePlay
from bpe_play.tui.lab import Lab
from bpe_play.tui.screens.table import PAGES
from bpe_play.tui.state import State
from tests.fuzz.campaign import same
from tests.fuzz.screens import own_folders

WARM_UP = 3  # laps, in which modules are loaded and caches filled
MAY_GROW = 0.10
_TEXTS = ["tiny", "lowest", "english", "emoji", "numbers"]
_WALK = ["home", *["right"] * 12, ".", ".", ">", "left", "left", ",", "end", "left", "n", "b"]
_TYPED = "newest lower strawberry"
_ON_A_PAGE = {
    "stream": ["right", "right", "end", "left", "home"],
    "glitch": ["b", "k", "m"],
    "compare": ["n", "n", "N", "right", "down"],
    "measure": ["down", "right", "up"],
    "code": ["down", "up"],
}


@dataclass
class Lap:
    """What one lap was like: MB of memory, objects of Python, milliseconds per key."""

    memory: float = 0.0
    children: float = 0.0
    left: int = 0
    objects: int = 0
    waits: list[float] = field(default_factory=list)
    work: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.memory:7.1f} MB  children at most {self.children:7.1f} MB, {self.left} left  "
            f"{self.objects:>9,} objects  {len(self.waits):5,} keys  until idle {median(self.waits):6.1f} ms, "
            f"processor {median(self.work):6.1f} ms"
        )


async def soak(minutes: float) -> list[Lap]:
    """Laps until the time is over; each is told as it ends."""
    laps: list[Lap] = []
    end = time.monotonic() + 60 * minutes
    app = BpePlay(Lab(State(source="tiny", vocab_size=400)), keep=True)
    async with app.run_test(size=(100, 30)) as pilot:
        person = _Person(app, pilot)
        await person.until_trained()
        while time.monotonic() < end or len(laps) <= WARM_UP:
            laps.append(await person.lap())
            print(f"lap {len(laps):3}  {laps[-1]}", flush=True)
    return laps


class _Person:
    """Somebody who does the same things all day."""

    def __init__(self, app: BpePlay, pilot: Pilot[None]) -> None:
        self.app, self.pilot, self._lap = app, pilot, Lap()

    async def lap(self) -> Lap:
        self._lap = lap = Lap()
        for at, algorithm in enumerate(ALGORITHMS):
            await self._learn(_TEXTS[at % len(_TEXTS)], algorithm)
            await self._use()
        await self._learn("tiny", "bpe")
        gc.collect()
        lap.memory, lap.objects = _resident(os.getpid()), len(gc.get_objects())
        lap.left = len(list(_children()))
        return lap

    async def _use(self) -> None:
        await self._press(*_WALK)
        await self.pilot.press("enter", "escape", "f1", "escape", "e")
        await self._press(*("space" if letter == " " else letter for letter in _TYPED))
        await self.pilot.press(*["backspace"] * len(_TYPED), "escape")
        for page in PAGES.values():
            await self.pilot.press(str(page.number), *_ON_A_PAGE.get(page.key, []), "escape")
        await self.pilot.press("1", "t", "u", "u", "r", "f2", "f2")
        await self.until_trained()

    async def _learn(self, source: str, algorithm: str) -> None:
        await self._choose("o", list(CORPORA).index(source))
        await self._choose("a", list(ALGORITHMS).index(algorithm))
        state = self.app.lab.state
        same((state.source, state.algorithm), (source, algorithm), self.app.screen, self.app.focused)

    async def _choose(self, key: str, row: int) -> None:
        """Open a list, take a row of it, and wait until that has been learned."""
        await self.pilot.press(key, "home", *["down"] * row, "enter")
        await self.until_trained()

    async def _press(self, *keys: str) -> None:
        """Keys whose cost is measured: until nothing is left to be done, and on the processor."""
        for key in keys:
            begun, worked = time.perf_counter(), time.thread_time()
            await self.pilot.press(key)
            self._lap.waits.append(1000 * (time.perf_counter() - begun))
            self._lap.work.append(1000 * (time.thread_time() - worked))

    async def until_trained(self) -> None:
        for _ in range(6_000):
            await self.pilot.pause(0.01)
            self._lap.children = max(self._lap.children, sum(map(_resident, _children())))
            same((self.app.is_running, self.app._exit), (True, False))
            if not self.app.lab.training.busy:
                return
        raise AssertionError(f"this never ends: {self.app.lab.state}")


def _resident(pid: int) -> float:
    """MB of a process that are in memory; 0 where it has ended."""
    with suppress(OSError):
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    return 0.0


def _children() -> Iterator[int]:
    for listed in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):
            yield from map(int, listed.read_text().split())


def _told(laps: list[Lap]) -> bool:
    """Print the start, the end and the drift of each figure; whether memory and keys stayed as they were."""
    compared = max(1, min(3, (len(laps) - WARM_UP) // 2))
    start, end = laps[WARM_UP : WARM_UP + compared], laps[-compared:]
    flat = True
    for name, of in (
        ("memory, MB", lambda lap: lap.memory),
        ("children, MB", lambda lap: lap.children),
        ("objects", lambda lap: float(lap.objects)),
        ("key until idle, ms", lambda lap: median(lap.waits)),
        ("key on the processor, ms", lambda lap: median(lap.work)),
    ):
        first, last = median(map(of, start)), median(map(of, end))
        drift = last / first - 1 if first else 0.0
        print(f"{name:26} start {first:12,.1f}   end {last:12,.1f}   drift {drift:+.1%}")
        if name != "key until idle, ms":  # which depends on what else the machine does
            flat = flat and drift <= MAY_GROW
    return flat


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    words = parser.parse_args()
    with own_folders():
        laps = asyncio.run(soak(words.minutes))
    return 0 if _told(laps) else 1


if __name__ == "__main__":
    sys.exit(main())
