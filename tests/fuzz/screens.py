"""The lab under somebody who presses keys, pastes and resizes without looking.

A case is one sitting: a state drawn by lot, then events in bursts. After each burst what is drawn fits the
screen and is harmless. At the end, and in a long sitting every now and then, the lab has learned what a fresh
one learns from the same state, its kept state is the one it has, and nothing works on in the background.
"""

from __future__ import annotations

import asyncio
import os
import resource
import tempfile
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

from textual.pilot import Pilot

from bpe_play.engine import SpecialMode
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.tui.app import BpePlay
from bpe_play.tui.lab import Lab
from bpe_play.tui.lessons.lesson import Lesson
from bpe_play.tui.lessons.table import built_in
from bpe_play.tui.settings import load_settings, load_state
from bpe_play.tui.state import State
from tests.fuzz import draws, invariants
from tests.fuzz.campaign import Campaign
from tests.fuzz.fingers import USUAL, do_something

EVENTS = 50  # in a sitting
A_DAY = 10_000
MEMORY = 4 << 30  # bytes of addresses
REST = 200  # events of a day after which the lab comes to rest


@dataclass
class _Sitting:
    """How many events there shall be and have been; a day goes on when the lab was left, with what was kept."""

    rng: Random
    events: int
    done: int = 0
    newest: deque[str] = field(default_factory=lambda: deque(maxlen=60))

    async def sit(self, app: BpePlay) -> None:
        try:
            await self._sit(app)
        except Exception as error:
            error.add_note(f"after {self.done:,} events, at last {'  '.join(self.newest)}; {app.lab.state}")
            raise

    async def _sit(self, app: BpePlay) -> None:
        async with app.run_test(size=self.rng.choice(USUAL)) as pilot:
            if app._first_lesson is None:
                await pilot.press(self.rng.choice(list("123456")))
            rest = self.done + REST
            while self.done < self.events and _is_on(app):
                for _ in range(self.rng.choice([1, 1, 1, 3, 8])):
                    self._took(await do_something(self.rng, app, pilot))
                await pilot.pause()
                invariants.is_drawn_well(app)
                if self.done >= rest and _is_on(app):
                    await self._rest(app, pilot)
                    rest = self.done + REST
            if _is_on(app):
                await invariants.come_to_rest(app, pilot)
        invariants.learned_what_a_fresh_lab_learns(app.lab)
        invariants.is_kept(app.lab)

    def _took(self, told: list[str]) -> None:
        self.done += len(told)
        self.newest.extend(told)

    async def _rest(self, app: BpePlay, pilot: Pilot[None]) -> None:
        await pilot.resize_terminal(*USUAL[1])
        await invariants.come_to_rest(app, pilot)
        if _is_on(app):
            await invariants.nothing_goes_on(app, pilot)
            invariants.learned_what_a_fresh_lab_learns(app.lab)
            app._save()
            invariants.is_kept(app.lab)
            invariants.is_drawn_well(app)
            print(f"  {self.done:>6,} events, {invariants.resident():,.0f} MB", flush=True)


def _is_on(app: BpePlay) -> bool:
    return app.is_running and not app._exit


def sitting(rng: Random, lesson: bool = False) -> None:
    _sit_down(_Sitting(rng, EVENTS), lesson)


def day(rng: Random) -> None:
    """One person, one lab, all day; what would take all memory fails instead."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, before[1]))
    try:
        _sit_down(_Sitting(rng, A_DAY), False)
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def _sit_down(one: _Sitting, lesson: bool) -> None:
    with own_folders() as folder:
        (folder / "hostile \x1b[2J\n[red].txt").write_bytes(draws.data(one.rng, 200) * 20)
        (folder / "words.counts").write_bytes(b"lower\t5\nlowest\t2\nnewest\t6\n")
        app = BpePlay(Lab(_state(one.rng, folder)), lesson=_scene(one.rng) if lesson else None)
        asyncio.run(one.sit(app))
        while one.done < one.events and one.events == A_DAY:
            asyncio.run(one.sit(BpePlay(Lab(load_state()), load_settings())))
        invariants.nobody_is_left()


def _state(rng: Random, folder: Path) -> State:
    own = [str(path) for path in folder.iterdir() if path.is_file()]
    return State(
        source=rng.choice(["tiny", "lowest", "english", "emoji", "numbers", *own]),
        split=draws.split(rng).pattern or "none"
        if rng.random() < 0.3
        else rng.choice(["gpt2", "none", "o200k"]),
        ties=draws.ties(rng),
        vocab_size=rng.choice([256, 257, 280, 400, 1024]),
        cursor=rng.choice([None, 0, 5, 10_000]),
        text=draws.data(rng, 60),
        specials=rng.choice(list(SpecialMode)),
        algorithm=rng.choice(["bpe", "bpe", *ALGORITHMS]),
    )


def _scene(rng: Random) -> tuple[Lesson, int]:
    lesson = rng.choice(built_in())
    return lesson, rng.randrange(len(lesson.scenes))


@contextmanager
def own_folders() -> Iterator[Path]:
    """A folder to be in, with settings and state of its own; as it was before afterwards."""
    variables = dict(os.environ)
    place = os.getcwd()
    with tempfile.TemporaryDirectory(prefix="bpe-play-sitting-") as name:
        folder = Path(name)
        for variable in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
            os.environ[variable] = str(folder / f".{variable.lower()}")
        os.environ |= {"HOME": name, "EDITOR": "true", "VISUAL": "true"}
        os.chdir(name)
        try:
            yield folder
        finally:
            os.chdir(place)
            os.environ.clear()
            os.environ.update(variables)


CAMPAIGN = Campaign(
    "screens",
    f"sittings of {EVENTS} keys, pastes, clicks and resizes at random",
    {"sitting": sitting, "in a lesson": partial(sitting, lesson=True)},
    short=1,
    long=200,
)
DAYS = Campaign("days", f"one sitting of {A_DAY:,} events, and more", {"day": day}, short=0, long=1)
