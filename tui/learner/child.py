"""The learner's own process: `python -m bpe_play.tui.learner.child FD`, started by run.py.

It reads an order and a corpus from standard input and answers in frames on the pipe FD. Standard output and
standard error are the learner's. It says where it is and ends when its standard input closes.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, BinaryIO

from bpe_play.engine.merges import BYTES, TieRule
from bpe_play.engine.pretokenizers import PreTokenizer, pre_tokenizer
from bpe_play.engine.training import train
from bpe_play.tui.frames import Kind, json_frame
from bpe_play.tui.learner import comparing, faults, guard, limits
from bpe_play.tui.learner.checking import check
from bpe_play.tui.learner.exercises import EXERCISES
from bpe_play.tui.learner.loading import find, run_file
from bpe_play.tui.learner.order import Order
from bpe_play.tui.learner.parts import supplied
from bpe_play.tui.learner.program import Program
from bpe_play.tui.learner.report import Report, Trip
from bpe_play.tui.worker import NICENESS, read_order

_SECONDS_BETWEEN_NEWS = 0.1


class Answers:
    """The pipe to the lab, for the thread that works and the one that watches."""

    def __init__(self, pipe: BinaryIO) -> None:
        self._pipe = pipe
        self._lock = threading.Lock()
        self._due = 0.0

    def send(self, kind: Kind, value: dict[str, Any]) -> None:
        with self._lock:
            self._pipe.write(json_frame(kind, value))
            self._pipe.flush()

    def learning(self, step: int) -> None:
        """Say how far it is, but not too often."""
        if time.monotonic() >= self._due:
            self._due = time.monotonic() + _SECONDS_BETWEEN_NEWS
            self.send(Kind.PROGRESS, {"doing": "learning", "step": step})


def main() -> None:
    os.nice(NICENESS)
    answers = Answers(os.fdopen(int(sys.argv[1]), "wb"))
    orders = _take_standard_input()
    data, corpus = read_order(orders)
    order = Order.from_json(data)
    threading.Thread(target=_end_with_the_lab, args=(orders, order.path, answers), daemon=True).start()
    try:
        _prepare(order)
        last = Kind.DONE, work(order, corpus.decode("utf-8", "replace"), answers)
    except BaseException as error:
        if isinstance(error, MemoryError):
            limits.let_explain()
        last = Kind.FAILED, faults.explain(error, order.path).to_json()
    _flush_prints()
    answers.send(*last)
    os._exit(0)  # at once: no thread of theirs and nothing registered with atexit can hold it up


def _take_standard_input() -> BinaryIO:
    """The pipe of the orders, moved to where the learner's `input()` does not find it."""
    orders = os.fdopen(os.dup(0), "rb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return orders


def _prepare(order: Order) -> None:
    """The file's own folder, readable prints, and the limits."""
    folder = os.path.dirname(order.path) or "."
    os.chdir(folder)
    sys.path.insert(0, folder)
    sys.argv[:] = [order.path]
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)  # type: ignore[union-attr]
    guard.keep_to_one_process()
    limits.apply(order.limits)


def work(order: Order, text: str, answers: Answers) -> dict[str, Any]:
    """Run the file, check the exercise if it is for one, and set what it learns beside the engine's."""
    exercise = EXERCISES.get(order.exercise)
    if exercise is not None and exercise.split:
        order = replace(order, split=exercise.split)
    given = supplied(TieRule(order.ties), pre_tokenizer(order.split))
    ready = {name: part for name, part in given.items() if exercise is None or name != exercise.function}
    answers.send(Kind.PROGRESS, {"doing": "running the file", "step": 0})
    names = run_file(order.source, order.path, ready)
    if exercise is not None:
        checked = check(exercise, names, order.path)
        answers.send(Kind.FACTS, checked.to_json())
        if not (checked.good and exercise.learns):
            return {}
    program = Program(find(names, ready), given)
    return report(order, text, program, answers).to_json()


def report(order: Order, text: str, program: Program, answers: Answers) -> Report:
    """Learn with both, and compare."""
    size = BYTES + order.merges
    split = pre_tokenizer(order.for_whole if program.is_whole and not program.cuts else order.split)
    weights = None if order.words is None else dict(order.words)
    words = program.words(text, weights)
    seconds = -time.perf_counter()
    learned = program.learn(text, words, size, answers.learning)
    seconds += time.perf_counter()
    engine_words = _engine_words(text, weights, program, split)
    engine_seconds = -time.perf_counter()
    engine = comparing.steps_of(list(train(engine_words, size, ties=TieRule(order.ties))))
    engine_seconds += time.perf_counter()
    yours = comparing.count_steps(learned.merges, words)
    trips, fault = _trips(order, program)
    return Report(
        made_of=program.made_of,
        split=split.key if split.key != "custom" else str(split.pattern),
        corpus_bytes=sum(len(word) * count for word, count in engine_words.items()),
        yours=yours,
        engine=engine,
        difference=comparing.first_difference(learned, yours, engine, engine_words),
        trips=trips,
        notes=program.calls.notes,
        fault=fault,
        seconds=seconds,
        engine_seconds=engine_seconds,
    )


def _engine_words(
    text: str, weights: Mapping[bytes, int] | None, program: Program, split: PreTokenizer
) -> Mapping[bytes, int]:
    """The corpus as the engine cuts it; words with counts are joined only for who trains on a text."""
    if weights is not None and not program.is_whole:
        return weights
    return split.counts(text.encode("utf-8", "replace"))


def _trips(order: Order, program: Program) -> tuple[tuple[Trip, ...], faults.Fault | None]:
    """Round trips up to the first one that stops the program, and what stopped it."""
    texts = dict.fromkeys([*filter(None, [order.typed]), *comparing.TEXTS])
    trips: list[Trip] = []
    for text in texts:
        try:
            trips.append(comparing.round_trip(program, text))
        except Exception as error:
            return tuple(trips), faults.explain(error, order.path)
    return tuple(trips), None


def _end_with_the_lab(orders: BinaryIO, path: str, answers: Answers) -> None:
    """Wait until the pipe of the orders closes; then say where the program is, and end."""
    orders.read(1)
    line, name = faults.running_in(sys._current_frames().get(threading.main_thread().ident or 0), path)
    try:
        answers.send(Kind.FAILED, {"line": line, "name": name})
    finally:
        os._exit(0)


def _flush_prints() -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):  # they may be anything by now
            stream.flush()


if __name__ == "__main__":
    main()
