"""Somebody who does the same things all day: the laps of a soak, and what each was like."""

from __future__ import annotations

import gc
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import cycle
from statistics import median

from textual.pilot import Pilot

from bpe_play.corpora import CORPORA
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.tui.app import BpePlay
from bpe_play.tui.lessons.table import ORDER
from bpe_play.tui.screens.table import PAGES
from bpe_play.tui.screens.tie_lens import TieLens
from bpe_play.tui.state import State
from tests.fuzz.campaign import same
from tests.fuzz.invariants import children, resident

FIRST = State(source="tiny", vocab_size=400)
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


def floor() -> float:
    """Milliseconds that a fixed piece of work takes now: what the machine leaves to a program at this moment."""
    begun = time.perf_counter()
    sum(number * number % 7 for number in range(20_000))
    return 1000 * (time.perf_counter() - begun)


@dataclass
class Lap:
    """What one lap was like: MB of memory, objects of Python, milliseconds per key and of the fixed work."""

    memory: float = 0.0
    children: float = 0.0
    left: int = 0
    objects: int = 0
    waits: list[float] = field(default_factory=list)
    work: list[float] = field(default_factory=list)
    floors: list[float] = field(default_factory=list)

    @property
    def wait(self) -> float:
        """How long a key takes until nothing is left to be done, in units of the fixed work at that time."""
        return median(self.waits) / median(self.floors)

    def __str__(self) -> str:
        return (
            f"{self.memory:7.1f} MB  children at most {self.children:7.1f} MB, {self.left} left  "
            f"{self.objects:>9,} objects  {len(self.waits):5,} keys: {median(self.waits):6.1f} ms until idle "
            f"({self.wait:5.2f} x fixed work of {median(self.floors):5.1f} ms), "
            f"processor {median(self.work):6.1f} ms"
        )


class Person:
    """A lap goes through every algorithm, a lesson, the tie lens and the stage, and ends where it began."""

    def __init__(self, app: BpePlay, pilot: Pilot[None]) -> None:
        self.app, self.pilot, self._lap = app, pilot, Lap()
        self._lessons = cycle(range(len(ORDER)))

    async def lap(self) -> Lap:
        self._lap = lap = Lap()
        for at, algorithm in enumerate(ALGORITHMS):
            await self._learn(_TEXTS[at % len(_TEXTS)], algorithm)
            await self._use()
        for visit in (self._take_a_lesson, self._look_at_a_tie, self._go_on_stage):
            await self._from_the_first(visit)
        gc.collect()
        lap.memory, lap.objects = resident(), len(gc.get_objects())
        lap.left = len(list(children()))
        return lap

    async def _from_the_first(self, visit: Callable[[], Awaitable[None]]) -> None:
        await visit()
        await self.pilot.press(
            "escape", "escape", "1", "escape"
        )  # also out of a box that a scene has led into
        self.app.lab.jump(FIRST)
        await self.until_trained()

    async def _use(self) -> None:
        await self._press(*_WALK)
        await self.pilot.press("enter", "escape", "f1", "escape", "e")
        await self._press(*("space" if letter == " " else letter for letter in _TYPED))
        await self.pilot.press(*["backspace"] * len(_TYPED), "escape")
        for page in PAGES.values():
            await self._press(str(page.number), *_ON_A_PAGE.get(page.key, []), "escape")
        await self.pilot.press("1", "t", "u", "u", "r", "f2", "f2")
        await self.until_trained()

    async def _take_a_lesson(self) -> None:
        await self._choose("ctrl+l", next(self._lessons))
        same(self.app.in_lesson, True, self.app.screen)
        for _ in range(4):
            await self._press("ctrl+n", "ctrl+r", "escape", "ctrl+t", "ctrl+t")
            await self.until_trained()
        await self.pilot.press("ctrl+b", "ctrl+l", "end", "enter")
        same(self.app.in_lesson, False, self.app.screen)

    async def _look_at_a_tie(self) -> None:
        await self._press("0", "T")
        same(isinstance(self.app.screen, TieLens), True, self.app.screen, self.app.lab.state)
        await self._press("down", "n", "pagedown")
        await self.pilot.pause(0.5)
        await self._press("n", "enter")
        await self.until_trained()
        same(len(self.app.lab.state.choices), 1, self.app.screen)

    async def _go_on_stage(self) -> None:
        await self._press("f9", "0", "right", "right", "2", "right", "1", "f9")
        same(self.app.stage, None)

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
        self._lap.floors.append(floor())
        for key in keys:
            begun, worked = time.perf_counter(), time.thread_time()
            await self.pilot.press(key)
            self._lap.waits.append(1000 * (time.perf_counter() - begun))
            self._lap.work.append(1000 * (time.thread_time() - worked))

    async def until_trained(self) -> None:
        for _ in range(6_000):
            await self.pilot.pause(0.01)
            self._lap.children = max(self._lap.children, sum(resident(pid) for pid in _numbers()))
            same((self.app.is_running, self.app._exit), (True, False))
            if not self.app.lab.training.busy:
                return
        raise AssertionError(f"this never ends: {self.app.lab.state}")


def _numbers() -> list[int]:
    return [int(child.split()[0]) for child in children()]
