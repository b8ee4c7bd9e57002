"""The glitch screen's own process: counts the kinds of a vocabulary, or makes glitch tokens of two corpora.

    anatomy   a tokenizer and a text  ->  PROGRESS …, DONE with the counts
    glitch    corpus A and corpus B   ->  PROGRESS …, START with merges and report, …, DONE with the toy

Served like the trainer (worker.py): it ends when its work is done, and when whoever started it is gone.
"""

from __future__ import annotations

import os
import time
from collections.abc import Generator
from dataclasses import replace
from typing import Any, BinaryIO

from bpe_play.engine.anatomy import study
from bpe_play.engine.glitch import GlitchReport, find_glitches
from bpe_play.engine.merges import Pair, TieRule
from bpe_play.engine.pretokenizers import pre_tokenizer
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.toy_model import ToyModel, ToySettings
from bpe_play.engine.vocabulary import Vocabulary
from bpe_play.tui.frames import Kind, json_frame
from bpe_play.tui.glitch_messages import TokenizerOrder, ToyResult, anatomy_to_json, report_to_json
from bpe_play.tui.worker import serve, write

WORKER = "bpe_play.tui.glitch_worker"
_SECONDS_PER_WORD = 0.1
_PREDICTION_WORK = 2_000_000  # predictions times tokens


class _Teller:
    """Says what is being done and how much of it, but not more often than a screen can show."""

    def __init__(self, answers: BinaryIO) -> None:
        self.answers = answers
        self._due = 0.0

    def tell(self, doing: str, done: int = 0, total: int = 0) -> None:
        """`total` 0: nobody knows how much there is to do."""
        now = time.monotonic()
        if now >= self._due or not total:
            self._due = now + _SECONDS_PER_WORD
            self.say(Kind.PROGRESS, {"doing": doing, "done": done, "total": total})

    def say(self, kind: Kind, value: dict[str, Any]) -> None:
        write(self.answers, json_frame(kind, value))


def work(order: dict[str, Any], data: bytes, answers: BinaryIO) -> None:
    """One order of either kind; the data are the text, or A and B joined."""
    teller = _Teller(answers)
    if order["job"] == "anatomy":
        _count_kinds(order, data, teller)
    else:
        _make_glitches(order, data[: order["size_a"]], data[order["size_a"] :], teller)


def _count_kinds(order: dict[str, Any], text: bytes, teller: _Teller) -> None:
    teller.tell("opening the vocabulary")
    steps = study(TokenizerOrder(**order["tokenizer"]).make(), text if order["has_text"] else None)
    while True:
        try:
            progress = next(steps)
        except StopIteration as end:
            teller.say(Kind.DONE, anatomy_to_json(end.value))
            return
        teller.tell("looking at every token", progress.done, progress.total)


def _make_glitches(order: dict[str, Any], corpus_a: bytes, corpus_b: bytes, teller: _Teller) -> None:
    pairs = _learn(order, corpus_a, teller)
    tokenizer = Tokenizer(pre_tokenizer(order["split"]), Vocabulary.of(pairs))
    report = _find(tokenizer, corpus_a, corpus_b, teller)
    teller.say(Kind.START, {"pairs": pairs, "report": report_to_json(report)})
    settings = replace(ToySettings(), seed=order["seed"], rounds=order["rounds"])
    teller.say(Kind.DONE, teach(tokenizer, corpus_b, report, settings, teller).to_json())


def _learn(order: dict[str, Any], corpus: bytes, teller: _Teller) -> list[Pair]:
    from bpe_play.engine.training import train

    teller.tell("cutting A into pieces")
    words = pre_tokenizer(order["split"]).counts(corpus)
    total = order["vocab_size"] - 256
    pairs: list[Pair] = []
    for merge in train(words, order["vocab_size"], ties=TieRule(order["ties"]), runners_up=0):
        pairs.append(merge.pair)
        teller.tell("learning a tokenizer from A", merge.step, total)
    return pairs


def _find(tokenizer: Tokenizer, corpus_a: bytes, corpus_b: bytes, teller: _Teller) -> GlitchReport:
    steps: Generator[str, None, GlitchReport] = find_glitches(tokenizer, corpus_a, corpus_b)
    while True:
        try:
            teller.tell(next(steps))
        except StopIteration as end:
            report: GlitchReport = end.value
            return report


def teach(
    tokenizer: Tokenizer, corpus_b: bytes, report: GlitchReport, settings: ToySettings, teller: _Teller
) -> ToyResult:
    """Train the toy on B, and ask it what comes after glitch tokens and after the most used ones."""
    teller.tell("cutting B into tokens")
    model = ToyModel(sorted(tokenizer.vocabulary.tokens), settings)
    loss = 0.0
    for progress in model.train(tokenizer.encode(corpus_b)):
        loss = progress.loss
        teller.tell("training the toy model on B", progress.done, progress.total)
    teller.tell("asking the toy model")
    most = max(_PREDICTION_WORK // len(model.ids) // 20, 10)
    asked = [row.id for row in report.glitch[:most]] + [token for token, _ in report.uses_b.most_common(most)]
    rows = {row.id: row for row in model.rows()}
    return ToyResult(rows, {token_id: model.predict(token_id) for token_id in asked}, loss)


if __name__ == "__main__":
    try:
        serve(work)
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        os._exit(0)
