"""Runs the training that the lab wants: opens the corpus, starts the trainer, hands over what it says.

The one place that listens to a trainer. `run` opens the corpus and starts the trainer; the app runs it as a
worker, and cancels it when another training is wanted. `drain` is called by a timer and hands over what the
trainer has said, so the screen is repainted at the timer's pace and not at the trainer's.
"""

from __future__ import annotations

from array import array
from collections import deque
from typing import TYPE_CHECKING, Any

from bpe_play.corpora.errors import CorpusError
from bpe_play.engine.history import History
from bpe_play.tui.aside import aside
from bpe_play.tui.frames import Kind
from bpe_play.tui.lab import Lab, Phase, Training
from bpe_play.tui.training import TrainingProcess

if TYPE_CHECKING:
    from bpe_play.corpora import Facts, Source
    from bpe_play.engine.algorithms.step_history import StepHistory


class Runner:
    """Keeps the lab's training going; `standard_input` is what came in by a pipe, if anything did."""

    def __init__(self, lab: Lab, standard_input: Source | None = None) -> None:
        self.lab = lab
        self._standard_input = standard_input
        self._process: TrainingProcess | None = None
        self._training: Training | None = None

    async def run(self, training: Training) -> None:
        """Open the corpus and start the trainer, for one training; the trainer before it is ended."""
        self.stop()
        self._process = None  # what it has said was about another training
        self._training = training
        try:
            source = await self._source(training.of.source)
        except CorpusError as error:
            self._fail(training, error.title, error.hint)
            return
        if training is self.lab.training and training.busy:  # not stopped while the corpus was read
            self._train(source)

    async def _source(self, name: str) -> Source:
        if self.lab.source is None:
            if name == "-" and self._standard_input is not None:
                source = self._standard_input
            else:
                source = await aside(open_source, name)
            self.lab.opened(source)
        assert self.lab.source is not None
        return self.lab.source

    def _train(self, source: Source) -> None:
        self.lab.counting()
        data = b"" if source.words is not None else source.data
        self._process = TrainingProcess(self.lab.order(), data)

    def stop(self) -> None:
        """End the trainer; what it has said so far is still in its inbox."""
        if self._process is not None:
            self._process.stop()

    def close(self) -> None:
        """End the trainer and wait until it is gone."""
        if self._process is not None:
            self._process.close()

    def drain(self) -> None:
        """Hand what has arrived to the lab, if it still wants it."""
        if self._process is None or self._training is not self.lab.training:
            return
        inbox = self._process.inbox
        while inbox:
            kind, payload = inbox.popleft()
            if kind is Kind.MERGES:
                self.lab.learned(_joined(payload, inbox))
            elif kind is Kind.STEPS:
                self.lab.learned(payload)
            elif kind is Kind.MODEL:
                self.lab.took(*payload)
            else:
                self._hear(kind, payload)

    def _hear(self, kind: Kind, payload: dict[str, Any]) -> None:
        match kind:
            case Kind.PROGRESS:
                self.lab.counted(payload["done"] / max(payload["total"], 1))
            case Kind.START:
                history, most_steps = _history(self.lab.training.of.algorithm, payload)
                self.lab.begun(history, payload["pieces"], most_steps)
            case Kind.DONE:
                self.lab.ended(payload["reason"], fingerprint=payload.get("fingerprint", ""))
            case Kind.FACTS:
                names = tuple(bytes.fromhex(name) for name in payload.pop("look_alike_names"))
                self.lab.described(_facts(payload, names))
            case Kind.FAILED if "step" in payload:
                self.lab.drop_choices(payload["step"])
            case Kind.FAILED:
                assert self._training is not None
                self._fail(self._training, payload["title"], payload["hint"])

    def _fail(self, training: Training, title: str, hint: str) -> None:
        if training is self.lab.training:
            self.lab.ended(f"{title.rstrip('.')}. {hint}", Phase.FAILED)


def open_source(name: str) -> Source:
    """The corpora's own, imported late, as below: the first screen does without."""
    from bpe_play.corpora import open_source

    return open_source(name)


def _history(key: str, start: dict[str, Any]) -> tuple[History | StepHistory, int | None]:
    """A history without steps for what an algorithm says when it begins, and how many there may be."""
    if key == "bpe":
        return History(start["tokens"]), None
    from bpe_play.engine.algorithms.step_history import StepHistory
    from bpe_play.engine.algorithms.table import algorithm

    history = StepHistory(algorithm(key), start["size"], start["tokens"], notes=start["notes"])
    return history, start["most_steps"]


def _facts(figures: dict[str, Any], look_alike_names: tuple[bytes, ...]) -> Facts:
    from bpe_play.corpora import Facts

    return Facts(**figures, look_alike_names=look_alike_names)


def _joined(first: bytes, inbox: deque[tuple[Kind, Any]]) -> array[int]:
    """All rows that have arrived in a run, as one, so that listeners are told once."""
    rows = array("Q", first)
    while inbox and inbox[0][0] is Kind.MERGES:
        rows.frombytes(inbox.popleft()[1])
    return rows
