"""A long day in the lab: `python -m tests.fuzz.soak --minutes 60`. Exit status 1 where it does not stay as it was.

The real app, without a terminal, is used over and over: corpus, algorithm, scrubbing, typing, screens, lessons,
ties, the stage, undo. A lap ends in the state in which it began, so that the laps after the first few, in which
caches fill, can be compared with the last ones: what the process and its children hold in memory, and how long
a key of each kind takes until it is painted.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Iterable
from random import Random

from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.tui.lab import Lab
from bpe_play.tui.lessons.table import ORDER
from tests.fuzz.all_day import FIRST, Person
from tests.fuzz.laps import Figure, Lap, Painted, of_keys, of_memory
from tests.fuzz.screens import own_folders

WARM_UP = 3  # laps, in which modules are loaded and caches filled
COMPARED = len(ORDER)  # laps at most at the start and at the end: each lesson once, no two do the same work
JUDGED = ("scrub", "type", "switch", "on a page")  # kinds with many keys in a lap; the others are told
# Told and not judged: objects, as undo and the log of the session fill up to their bounds all day, and the largest
# child, as it is chance which one that is just then; that none is left is judged.
TOLD_ONLY = ("objects", "largest child, MB")
MAY_GROW = 1.10  # memory
MAY_SLOW = {"p50": 1.10, "p95": 1.25}  # of the steadiest measure; the slowest keys are few


async def soak(
    minutes: float, seed: int = 1, algorithms: Iterable[str] = ALGORITHMS, least: int = WARM_UP + 2
) -> list[Lap]:
    """Laps until the time is over, and at least so many; each is told as it ends."""
    laps: list[Lap] = []
    end = time.monotonic() + 60 * minutes
    app = Painted(Lab(FIRST), keep=True)
    async with app.run_test(size=(100, 30)) as pilot:
        person = Person(app, pilot, Random(seed))
        await person.until_trained()
        while time.monotonic() < end or len(laps) < least:
            laps.append(await person.lap(algorithms))
            print(f"lap {len(laps):3}  {laps[-1]}", flush=True)
    return laps


def judged(laps: list[Lap]) -> bool:
    """Print the start and the end of each figure, and both statements; whether both hold.

    Others on the machine make one or the other measure of a key grow, but only a slower program all of them.
    """
    count = max(1, min(COMPARED, (len(laps) - WARM_UP) // 2))
    start, end = laps[WARM_UP : WARM_UP + count], laps[-count:]
    print(f"laps {WARM_UP + 1} to {WARM_UP + count} against laps {len(laps) - count + 1} to {len(laps)}")
    memory, keys = list(of_memory(start, end)), list(of_keys(start, end))
    for figure in [*memory, *(figure for measures in keys for figure in measures)]:
        print(
            f"{figure.name:38} start {figure.start:12,.2f}   end {figure.end:12,.2f}   ratio {figure.ratio:.3f}"
        )
    is_flat = _said("memory flat", [(one, MAY_GROW) for one in memory if one.name not in TOLD_ONLY])
    steady = [
        min(measures, key=lambda measure: measure.ratio)
        for measures in keys
        if measures[0].name.startswith(JUDGED)
    ]
    is_quick = _said("keys as quick at the end as at the start", [(one, _may_slow(one)) for one in steady])
    return is_flat and is_quick


def _may_slow(figure: Figure) -> float:
    return next(bound for share, bound in MAY_SLOW.items() if share in figure.name)


def _said(statement: str, bounds: list[tuple[Figure, float]]) -> bool:
    worst, bound = max(bounds, key=lambda each: each[0].ratio / each[1])
    holds = worst.ratio <= bound
    print(f"{statement}: {'yes' if holds else 'NO'} (worst: {worst.name}, {worst.ratio:.3f} of {bound:.2f})")
    return holds


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1, help="of the order in which things are done")
    words = parser.parse_args()
    with own_folders():
        laps = asyncio.run(soak(words.minutes, words.seed))
    return 0 if judged(laps) else 1


if __name__ == "__main__":
    sys.exit(main())
