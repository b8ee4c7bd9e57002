"""What is measured while the lab is used all day: each key until it is painted, and what a lap leaves behind.

A key is measured by the clock and by the processor time of the program's own thread; as others use the machine
too, each is also told in units of a fixed piece of work that is done just before the key.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from rich.console import RenderableType
from textual import events
from textual._compositor import CompositorUpdate
from textual.message import Message

from bpe_play.tui import app
from bpe_play.tui.app import BpePlay


class Paint(NamedTuple):
    """Milliseconds from a key to the first paint after it: by the clock, and on the processor."""

    clock: float
    processor: float


class Painted(BpePlay):
    """The app, which knows how long its last key took until there were bytes for a terminal."""

    CSS_PATH = Path(app.__file__).parent / "app.tcss"
    _sent: Paint | None = None
    _paint: Paint | None = None

    def take_paint(self) -> Paint | None:
        """The time of the last key, once; None where it has painted nothing."""
        paint, self._paint, self._sent = self._paint, None, None
        return paint

    async def _post_message(self, message: Message) -> bool:
        if isinstance(message, events.Key):
            self._sent = _now()
        return await super()._post_message(message)

    def _display(self, screen: Any, renderable: RenderableType | None) -> None:
        super()._display(screen, renderable)
        if self._sent is not None and isinstance(renderable, CompositorUpdate):
            renderable.render_segments(self.console)  # which is left out where there is no terminal
            now = _now()
            self._paint = Paint(now.clock - self._sent.clock, now.processor - self._sent.processor)
            self._sent = None


def _now() -> Paint:
    return Paint(1000 * time.perf_counter(), 1000 * time.thread_time())


def fixed_work() -> Paint:
    """How long a fixed piece of work takes now: what the machine leaves to a program at this moment."""
    begun = _now()
    sum(len(key) * value[0] for key, value in {str(number): [number] for number in range(3_000)}.items())
    now = _now()
    return Paint(now.clock - begun.clock, now.processor - begun.processor)


@dataclass
class Lap:
    """What one lap was like: MB of memory and of the largest child, processes left, objects of Python, the keys
    of each kind, milliseconds of the fixed work.
    """

    memory: float = 0.0
    child: float = 0.0
    left: int = 0
    objects: int = 0
    keys: dict[str, list[Paint]] = field(default_factory=lambda: defaultdict(list))
    floors: list[Paint] = field(default_factory=list)

    @property
    def floor(self) -> Paint:
        """What the fixed work took, in the middle."""
        return Paint(*map(median, zip(*self.floors, strict=True)))

    def __str__(self) -> str:
        keys = [paint.clock for kind in self.keys.values() for paint in kind]
        return (
            f"{self.memory:6.1f} MB  largest child {self.child:5.1f} MB, {self.left} left  "
            f"{self.objects:>8,} objects  {len(keys):4,} keys painted after {_share(keys, 50):5.1f} ms, "
            f"95 % within {_share(keys, 95):6.1f} ms; fixed work {self.floor.clock:4.1f} ms"
        )


class Figure(NamedTuple):
    """One line of the table: what it is like at the start and at the end."""

    name: str
    start: float
    end: float

    @property
    def ratio(self) -> float:
        return self.end / self.start if self.start else float(self.end > 0) + 1


def of_memory(start: list[Lap], end: list[Lap]) -> Iterator[Figure]:
    """In the process, in a child, and in objects: the median of the laps; and the most processes left."""
    for name, of in (("memory, MB", "memory"), ("largest child, MB", "child"), ("objects", "objects")):
        first, last = (median(getattr(lap, of) for lap in laps) for laps in (start, end))
        yield Figure(name, first, last)
    yield Figure("processes left", *(max(lap.left for lap in laps) for laps in (start, end)))


def of_keys(start: list[Lap], end: list[Lap]) -> Iterator[list[Figure]]:
    """Of each kind of key the middle and what 95 of 100 stay within, in each measure.

    It is that of the quickest lap: others on the machine make laps slower, and none quicker.
    """
    for kind in start[0].keys:
        for share in (50, 95):
            begun, ended = ([_of_kind(lap, kind, share) for lap in laps] for laps in (start, end))
            yield [
                Figure(
                    f"{kind}, p{share}, {name}",
                    min(lap[name] for lap in begun),
                    min(lap[name] for lap in ended),
                )
                for name in begun[0]
            ]


def _of_kind(lap: Lap, kind: str, share: int) -> dict[str, float]:
    clock = _share([paint.clock for paint in lap.keys[kind]], share)
    processor = _share([paint.processor for paint in lap.keys[kind]], share)
    return {
        "ms": clock,
        "ms of processor": processor,
        "ms / fixed work": clock / lap.floor.clock,
        "processor / fixed work": processor / lap.floor.processor,
    }


def _share(numbers: list[float], share: int) -> float:
    """What so many of a hundred numbers stay within; 0 of none."""
    return sorted(numbers)[(len(numbers) - 1) * share // 100] if numbers else 0.0
