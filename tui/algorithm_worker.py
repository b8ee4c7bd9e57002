"""What the trainer's process does for an algorithm other than BPE over bytes: its steps, and models on the way.

A step alone cuts no text (a round of Unigram changes thousands of scores), so the model travels too: before
the first step, now and then while training runs, and when it has ended. A model that is large is sent more
seldom.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Sequence
from typing import Any, BinaryIO

from bpe_play.engine.algorithms.protocol import Training
from bpe_play.engine.algorithms.steps import Step
from bpe_play.engine.algorithms.table import algorithm
from bpe_play.engine.algorithms.trained import TrainedModel
from bpe_play.tui.algorithm_settings import settings_of
from bpe_play.tui.frames import Kind, frame, json_frame
from bpe_play.tui.worker import SECONDS_PER_BATCH, words_of, write

_SECONDS_PER_MODEL = 0.4
_SHARE_FOR_MODELS = 0.1  # of the time, at most


def train(order: dict[str, Any], data: bytes, answers: BinaryIO) -> None:
    """Count, train, send. The tokenizers that are sent have the special tokens of the order."""
    row, settings = algorithm(order["algorithm"]), settings_of(order)
    words = words_of(order, settings.pre_tokenizer, settings.normalizer.apply(data).data, answers)
    training = row.train(words, settings)
    size = len(data) or sum(len(word) * weight for word, weight in words.items())
    start = {
        "tokens": training.start_tokens,
        "pieces": len(words),
        "size": size,
        "most_steps": training.most_steps,
        "notes": training.notes,
    }
    write(answers, json_frame(Kind.START, start))
    sender = _Sender(answers, lambda: TrainedModel.of(row.key, settings, training), order["specials"])
    sender.send_model()
    _send_steps(training, sender)
    done = {"reason": training.reason, "fingerprint": sender.send_model()}
    write(answers, json_frame(Kind.DONE, done))


class _Sender:
    """Sends steps in batches by time, and models so that they take a small part of it."""

    def __init__(self, answers: BinaryIO, model: Callable[[], TrainedModel], specials: Sequence[str]) -> None:
        self._answers, self._model, self._specials = answers, model, specials
        self._due = 0.0
        self._model_due = 0.0
        self._batch: list[Step] = []

    def add(self, step: Step) -> None:
        """One more step; the first goes at once, so that the screen shows life."""
        self._batch.append(step)
        if time.monotonic() < self._due:
            return
        self.send_steps()
        if time.monotonic() >= self._model_due:
            self.send_model()
        self._due = time.monotonic() + SECONDS_PER_BATCH

    def send_steps(self) -> None:
        write(self._answers, frame(Kind.STEPS, pickle.dumps(self._batch)))
        self._batch = []

    def send_model(self) -> str:
        """What has been learned so far, with its fingerprint, which is the answer; steps go apart from it."""
        start = time.monotonic()
        model = self._model()
        mark = model.fingerprint()
        tokenizer = model.with_specials(*self._specials).tokenizer()
        write(self._answers, frame(Kind.MODEL, pickle.dumps((tokenizer, mark))))
        took = time.monotonic() - start
        self._model_due = time.monotonic() + max(_SECONDS_PER_MODEL, took / _SHARE_FOR_MODELS)
        return mark


def _send_steps(training: Training, sender: _Sender) -> None:
    for step in training:
        sender.add(step)
    sender.send_steps()
