"""What holds of the lab whatever somebody has done to it: on every picture, and whenever it has come to rest."""

from __future__ import annotations

import os
import time
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from rich.cells import cell_len
from textual.pilot import Pilot

from bpe_play.corpora import open_source
from bpe_play.engine.algorithms.protocol import run
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.engine.fingerprint import Fingerprint
from bpe_play.tui.algorithm_settings import settings_of
from bpe_play.tui.app import BpePlay
from bpe_play.tui.lab import SHORT, Lab, Phase
from bpe_play.tui.settings import load_state
from bpe_play.tui.state import TRAINING_FIELDS
from bpe_play.tui.taught import merges_of
from tests.fuzz.campaign import same

COMPARED = 2_000  # merges
_SMALL = {"tiny", "lowest", "emoji", "numbers"}
_CUT = b"lowest newer 1234 \xf0\x9f\x98\x80 Nan ran\xff"
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
_SECONDS = 20  # that a worker or a process may take to end on a busy machine


def is_drawn_well(app: BpePlay) -> None:
    """Every line has the width of the screen, and nothing that a terminal obeys is in it."""
    if app._exit or not app.is_running:
        return
    for strip in app.screen._compositor.render_strips():
        line = "".join(segment.text for segment in strip)
        same(cell_len(line), app.size.width, app.screen, line)
        bad = [char for char in line if unicodedata.category(char) in _HIDDEN]
        same(bad, [], app.screen, line)


async def come_to_rest(app: BpePlay, pilot: Pilot[None]) -> None:
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


async def nothing_goes_on(app: BpePlay, pilot: Pilot[None]) -> None:
    """What was begun on any screen ends by itself or with Esc: no worker and no process works on for nobody."""
    for key in ("3", "5", "6", "1"):
        await pilot.press("escape", "escape", key, "escape")
    end = time.monotonic() + _SECONDS
    while (left := [*_workers(app), *children()]) and time.monotonic() < end:
        await pilot.pause(0.05)
    same(left, [], app.lab.state)


def _workers(app: BpePlay) -> list[str]:
    return [f"{worker.group}: {worker.name}" for worker in app.workers if not worker.is_finished]


def is_kept(lab: Lab) -> None:
    """What a lab that starts now would begin with."""
    same(load_state(), lab.state)


def learned_what_a_fresh_lab_learns(lab: Lab) -> None:
    """No stale run: what is there belongs to the state that is there, and is what training anew gives."""
    same(lab.training.of.differs(lab.state) & TRAINING_FIELDS, frozenset(), lab.state)
    if lab.state.algorithm != "bpe":
        _learned_by_another_algorithm(lab)
        return
    history = lab.training.history
    if lab.training.phase is Phase.FAILED or not history.start_tokens:
        return
    source = open_source(lab.state.source)
    words = source.words or Lab(lab.state).split.counts(source.data)
    pairs = history.vocabulary.pairs[:COMPARED]
    is_done = lab.training.phase is Phase.DONE and len(history) <= COMPARED
    fresh = merges_of(lab.state, words, runners_up=0)
    due = [merge.pair for merge in islice(fresh, len(pairs) + is_done)]
    same(pairs, due, lab.state)
    if is_done:
        same(lab.training.fingerprint, _fingerprint(lab, due)[:SHORT], lab.state)


def _fingerprint(lab: Lab, pairs: list[tuple[int, int]]) -> str:
    state = lab.state
    mark = Fingerprint(
        Lab(state).split.pattern, state.ties, min_count=state.min_count, longest_token=state.longest_token
    )
    mark.learn(pairs)
    return mark.long


def _learned_by_another_algorithm(lab: Lab) -> None:
    """It has the fingerprint of a model that is trained here and now, and cuts a text as that does."""
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


def resident(pid: int | None = None) -> float:
    """MB of a process that are in memory, of this one unless told otherwise; 0 where it has ended."""
    with suppress(OSError):
        pages = int(Path(f"/proc/{pid or os.getpid()}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    return 0.0


def nobody_is_left() -> None:
    """No process that this one has started still runs, a moment after it was told to end."""
    end = time.monotonic() + _SECONDS
    while (alive := list(children())) and time.monotonic() < end:
        time.sleep(0.01)
    same(alive, [])


def children() -> Iterator[str]:
    """The processes that this one has started and that still run."""
    numbers: list[str] = []
    for listed in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):  # a thread that has ended just now
            numbers += listed.read_text().split()
    for pid in numbers:
        with suppress(OSError):
            state = Path(f"/proc/{pid}/stat").read_text("latin-1").rpartition(") ")[2][0]
            if state != "Z":
                yield f"{pid} {Path(f'/proc/{pid}/cmdline').read_bytes()!r}"
