"""Somebody who does the same things all day, in an order drawn by lot: the laps of a soak."""

from __future__ import annotations

import gc
from collections.abc import Awaitable, Callable, Iterable
from itertools import cycle
from random import Random
from typing import TypeVar

from textual.pilot import Pilot

from bpe_play.corpora import CORPORA
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.tui.lessons.table import ORDER
from bpe_play.tui.screens.table import PAGES
from bpe_play.tui.screens.tie_lens import TieLens
from bpe_play.tui.state import State
from bpe_play.tui.widgets.editor import TextBox
from tests.fuzz.campaign import same
from tests.fuzz.invariants import children, resident
from tests.fuzz.laps import Lap, Painted, fixed_work

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

_Thing = TypeVar("_Thing")


class Person:
    """A lap goes through every algorithm, a lesson, the tie lens and the stage, and ends where it began."""

    def __init__(self, app: Painted, pilot: Pilot[None], rng: Random) -> None:
        self.app, self.pilot, self._rng, self._lap = app, pilot, rng, Lap()
        self._lessons = cycle(range(len(ORDER)))

    async def lap(self, algorithms: Iterable[str] = ALGORITHMS) -> Lap:
        self._lap = lap = Lap()
        for algorithm in self._in_some_order(algorithms):
            await self._learn(_TEXTS[list(ALGORITHMS).index(algorithm) % len(_TEXTS)], algorithm)
            await self._use()
        await self._to_the_first()
        for visit in self._in_some_order([self._take_a_lesson, self._look_at_a_tie, self._go_on_stage]):
            await self._back_again_after(visit)
        gc.collect()
        lap.memory, lap.objects = resident(), len(gc.get_objects())
        lap.left = len(list(children()))
        return lap

    def _in_some_order(self, things: Iterable[_Thing]) -> list[_Thing]:
        listed = list(things)
        self._rng.shuffle(listed)
        return listed

    async def _back_again_after(self, visit: Callable[[], Awaitable[None]]) -> None:
        await visit()
        await self.pilot.press(
            "escape", "escape", "1", "escape"
        )  # also out of a box that a scene has led into
        await self._to_the_first()

    async def _to_the_first(self) -> None:
        self.app.lab.jump(FIRST)
        await self.until_trained()

    async def _use(self) -> None:
        await self._press("scrub", *_WALK)
        await self.pilot.press("enter", "escape", "f1", "escape", "e")
        await self._press("type", *("space" if letter == " " else letter for letter in _TYPED))
        await self.pilot.press(*["backspace"] * len(_TYPED), "escape")
        for page in self._in_some_order(PAGES.values()):
            await self._press("switch", str(page.number))
            await self._press("on a page", *_ON_A_PAGE.get(page.key, []), "escape")
            await self._out_of_a_box()
        await self.pilot.press("1", "t", "u", "u", "r", "f2", "f2")
        await self.until_trained()

    async def _out_of_a_box(self) -> None:
        """Where code runs, the first Esc stops it, which takes a moment; a later one leaves the box."""
        while isinstance(self.app.focused, TextBox):
            await self.pilot.press("escape")

    async def _take_a_lesson(self) -> None:
        await self._choose("ctrl+l", next(self._lessons))
        same(self.app.in_lesson, True, self.app.screen)
        for _ in range(4):
            await self._press("lesson", "ctrl+n", "ctrl+r", "escape", "ctrl+t", "ctrl+t")
            await self.until_trained()
        await self.pilot.press("ctrl+b", "ctrl+l", "end", "enter")
        same(self.app.in_lesson, False, self.app.screen)

    async def _look_at_a_tie(self) -> None:
        await self.pilot.press("0", "T")
        same(isinstance(self.app.screen, TieLens), True, self.app.screen, self.app.lab.state)
        await self._press("tie", "down", "n", "pagedown")
        await self.pilot.pause(0.5)
        await self.pilot.press("n", "enter")
        await self.until_trained()
        same(len(self.app.lab.state.choices), 1, self.app.screen)

    async def _go_on_stage(self) -> None:
        await self._press("stage", "f9", "0", "right", "right", "2", "right", "1", "f9")
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

    async def _press(self, kind: str, *keys: str) -> None:
        """Keys that are measured, of a kind; those that paint nothing are not."""
        for key in keys:
            self._lap.floors.append(fixed_work())
            await self.pilot.press(key)
            paint = self.app.take_paint()
            if paint is not None:
                self._lap.keys[kind].append(paint)

    async def until_trained(self) -> None:
        for _ in range(6_000):
            await self.pilot.pause(0.01)
            self._lap.child = max([self._lap.child, *map(resident, _numbers())])
            same((self.app.is_running, self.app._exit), (True, False))
            if not self.app.lab.training.busy:
                return
        raise AssertionError(f"this never ends: {self.app.lab.state}")


def _numbers() -> list[int]:
    return [int(child.split()[0]) for child in children()]
