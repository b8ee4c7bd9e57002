"""A long day in the lab: `python -m tests.fuzz.soak --minutes 60`. Exit status 1 where it does not stay as it was.

The real app, without a terminal, is used over and over: corpus, algorithm, scrubbing, typing, screens, lessons,
ties, the stage, undo. A lap ends in the state in which it began, so that laps can be compared: what the process
holds in memory, what its children hold, and how long a key takes until nothing is left to be done. What others
do on the machine makes keys slower; so they are measured by a fixed piece of work that is done in between, and
by the processor time of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Callable
from statistics import median

from bpe_play.tui.app import BpePlay
from bpe_play.tui.lab import Lab
from tests.fuzz.all_day import FIRST, Lap, Person
from tests.fuzz.screens import own_folders

WARM_UP = 3  # laps, in which modules are loaded and caches filled
MAY_GROW = 0.10
_FIGURES: dict[str, Callable[[Lap], float]] = {
    "memory, MB": lambda lap: lap.memory,
    "children, MB": lambda lap: lap.children,
    "objects": lambda lap: lap.objects,
    "key until idle, ms": lambda lap: median(lap.waits),
    "fixed work, ms": lambda lap: median(lap.floors),
    "key / fixed work": lambda lap: lap.wait,
    "key on the processor, ms": lambda lap: median(lap.work),
}


async def soak(minutes: float) -> list[Lap]:
    """Laps until the time is over; each is told as it ends."""
    laps: list[Lap] = []
    end = time.monotonic() + 60 * minutes
    app = BpePlay(Lab(FIRST), keep=True)
    async with app.run_test(size=(100, 30)) as pilot:
        person = Person(app, pilot)
        await person.until_trained()
        while time.monotonic() < end or len(laps) <= WARM_UP:
            laps.append(await person.lap())
            print(f"lap {len(laps):3}  {laps[-1]}", flush=True)
    return laps


def _drifts(laps: list[Lap]) -> dict[str, float]:
    """Print the start and the end of each figure; by how much it has grown."""
    compared = max(1, min(3, (len(laps) - WARM_UP) // 2))
    start, end = laps[WARM_UP : WARM_UP + compared], laps[-compared:]
    drifts = {}
    print(f"{len(laps)} laps, {sum(len(lap.waits) for lap in laps):,} keys measured")
    for name, of in _FIGURES.items():
        first, last = median(map(of, start)), median(map(of, end))
        drifts[name] = last / first - 1 if first else 0.0
        print(f"{name:26} start {first:12,.2f}   end {last:12,.2f}   drift {drifts[name]:+.1%}")
    return drifts


def _judged(drifts: dict[str, float]) -> bool:
    """Print both statements. Of two measures of a key that see the machine differently, one may be misled."""
    grown = max(drifts[name] for name in ("memory, MB", "children, MB", "objects"))
    slower = min(drifts[name] for name in ("key / fixed work", "key on the processor, ms"))
    is_flat, is_quick = grown <= MAY_GROW, slower <= MAY_GROW
    print(f"memory flat within {MAY_GROW:.0%}: {'yes' if is_flat else 'NO'} ({grown:+.1%})")
    print(f"latency at the end equal to the start: {'yes' if is_quick else 'NO'} ({slower:+.1%})")
    return is_flat and is_quick


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    words = parser.parse_args()
    with own_folders():
        laps = asyncio.run(soak(words.minutes))
    return 0 if _judged(_drifts(laps)) else 1


if __name__ == "__main__":
    sys.exit(main())
