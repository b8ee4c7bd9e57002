"""The lab under somebody who presses keys, pastes and resizes without looking.

A case is one sitting: a state drawn by lot, then events in bursts. After each burst what is drawn fits the
screen and is harmless. At the end the lab has learned what a fresh one learns from the same state, its kept
state is the one it had, and no process is left behind.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from rich.cells import cell_len
from textual import events
from textual.pilot import Pilot

from bpe_play.corpora import open_source
from bpe_play.engine import SpecialMode
from bpe_play.engine.algorithms.protocol import run
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.engine.training import train
from bpe_play.tui.algorithm_settings import settings_of
from bpe_play.tui.app import BpePlay
from bpe_play.tui.keys import KEYS
from bpe_play.tui.lab import Lab, Phase
from bpe_play.tui.lessons.lesson import Lesson
from bpe_play.tui.lessons.table import built_in
from bpe_play.tui.settings import load_state
from bpe_play.tui.state import TRAINING_FIELDS, State
from tests.fuzz import draws
from tests.fuzz.campaign import Campaign, same

EVENTS = 50  # in a sitting
COMPARED = 2_000  # merges
_ENDS = {"ctrl+q"}
_NAMED = [key for row in KEYS for key in row.keys.split(",") if key not in _ENDS]
_OTHERS = ["escape", "enter", "tab", "shift+tab", "up", "down", "pageup", "pagedown", "backspace", "delete", "space",
           "ctrl+c", "ctrl+p", "ctrl+a", "ctrl+u", "ctrl+x", "ctrl+v", "f1", "f2", "f3", "f4"]  # fmt: skip
_TYPED = [*"abc 0123456789()[]{}\\/*+?.,:;'\"<>|ñ日", "\n", "\x1b", "\x9b", "\u202e", "\ufeff"]
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
_SMALL = {"tiny", "lowest", "emoji", "numbers"}
_CUT = b"lowest newer 1234 \xf0\x9f\x98\x80 Nan ran\xff"
_SIZES = [(80, 24), (100, 30), (120, 40), (60, 20), (40, 12), (20, 6), (200, 60), (5, 3), (1, 1)]


def sitting(rng: Random, lesson: bool = False) -> None:
    with own_folders() as folder:
        (folder / "hostile \x1b[2J\n[red].txt").write_bytes(draws.data(rng, 200) * 20)
        (folder / "words.counts").write_bytes(b"lower\t5\nlowest\t2\nnewest\t6\n")
        asyncio.run(_sit(rng, _state(rng, folder), _scene(rng) if lesson else None))
        _nobody_is_left()


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


async def _sit(rng: Random, state: State, lesson: tuple[Lesson, int] | None) -> None:
    app = BpePlay(Lab(state), keep=True, lesson=lesson)
    async with app.run_test(size=rng.choice(_SIZES[:3])) as pilot:
        if lesson is None:
            await pilot.press(rng.choice(list("123456")))
        done = 0
        while done < EVENTS and app.is_running and not app._exit:
            burst = rng.choice([1, 1, 1, 3, 8])
            for _ in range(burst):
                await _do_something(rng, app, pilot)
            done += burst
            await pilot.pause()
            _is_drawn_well(app)
        if app.is_running and not app._exit:
            await _come_to_rest(app, pilot)
    _learned_what_a_fresh_lab_learns(app.lab)
    kept = load_state()
    same(kept, app.lab.state)


async def _do_something(rng: Random, app: BpePlay, pilot: Pilot[None]) -> None:
    chance = rng.random()
    if chance < 0.06:
        app.post_message(events.Paste(draws.text(rng, 40) * rng.choice([1, 1, 1, 200])))
    elif chance < 0.10:
        await pilot.resize_terminal(*rng.choice(_SIZES))
    elif chance < 0.14:
        await pilot.click(offset=(rng.randrange(app.size.width), rng.randrange(app.size.height)))
    else:
        key = rng.choice(rng.choice([_NAMED, _OTHERS, _TYPED]))
        _press(app, key)


def _press(app: BpePlay, key: str) -> None:
    """As a terminal sends it, without waiting until it has been answered."""
    character = key if len(key) == 1 else {"space": " ", "full_stop": ".", "slash": "/"}.get(key)
    event = events.Key(key, character)
    event.set_sender(app)
    assert app._driver is not None
    app._driver.send_message(event)


def _is_drawn_well(app: BpePlay) -> None:
    """Every line has the width of the screen, and nothing that a terminal obeys is in it."""
    if app._exit or not app.is_running:
        return
    for strip in app.screen._compositor.render_strips():
        line = "".join(segment.text for segment in strip)
        same(cell_len(line), app.size.width, app.screen, line)
        bad = [char for char in line if unicodedata.category(char) in _HIDDEN]
        same(bad, [], app.screen, line)


async def _come_to_rest(app: BpePlay, pilot: Pilot[None]) -> None:
    """Leave whatever is open, and let the training come to an end or end it."""
    for _ in range(12):
        if len(app.screen_stack) == 1:
            break
        await pilot.press("escape")
    for _ in range(300):
        if not app.lab.training.busy:
            return
        await pilot.pause(0.01)
    app.stop_training()


def _learned_what_a_fresh_lab_learns(lab: Lab) -> None:
    """No stale run: what is there belongs to the state that is there, and is what training anew gives."""
    same(lab.training.of.differs(lab.state) & TRAINING_FIELDS, frozenset(), lab.state)
    if lab.state.algorithm != "bpe":
        _learned_by_another_algorithm(lab)
        return
    history = lab.training.history
    if lab.training.phase is Phase.FAILED or not history.start_tokens:
        return
    source = open_source(lab.state.source)
    words = source.words or Lab(lab.state).split.counts(source.data) if lab.own else source.words
    if words is None:
        return
    pairs = history.vocabulary.pairs[:COMPARED]
    options: dict[str, Any] = {
        name: getattr(lab.state, name) for name in ("vocab_size", "ties", "min_count", "longest_token")
    }
    due = [merge.pair for merge in islice(train(words, **options), len(pairs))]
    same(pairs, due, lab.state)
    if lab.training.phase is Phase.DONE and len(history) <= COMPARED:
        same(len(list(islice(train(words, **options), len(pairs) + 1))), len(pairs), lab.state)


def _learned_by_another_algorithm(lab: Lab) -> None:
    """It cuts a text as a model does that is trained here and now."""
    if lab.training.phase is not Phase.DONE or not lab.own or lab.state.source not in _SMALL:
        return
    row, settings = ALGORITHMS[lab.state.algorithm], settings_of(lab.state)
    source = open_source(lab.state.source)
    model = run(row.train(source.words or row.words(source.data, settings), settings))
    same(lab.steps, model.steps, lab.state)
    for step in (0, lab.cursor, lab.steps):
        cut = [
            [span.token for span in each.tokenize(_CUT, step=step).spans] for each in (lab.tokenizer, model)
        ]
        same(cut[0], cut[1], step, lab.state)


def _nobody_is_left() -> None:
    """No process that this one has started still runs, a moment after it was told to end."""
    end = time.monotonic() + 10
    while (alive := list(_children())) and time.monotonic() < end:
        time.sleep(0.01)
    same(alive, [])


def _children() -> Iterator[str]:
    for listed in Path("/proc/self/task").glob("*/children"):
        for pid in listed.read_text().split():
            with suppress(OSError):
                state = Path(f"/proc/{pid}/stat").read_text("latin-1").rpartition(") ")[2][0]
                if state != "Z":
                    yield f"{pid} {Path(f'/proc/{pid}/cmdline').read_bytes()!r}"


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
