"""A hand-out checked without a screen: what is learned here from its state, and whether that is the same."""

from __future__ import annotations

from dataclasses import dataclass

from bpe_play.corpora import Source, open_source
from bpe_play.engine import pre_tokenizer
from bpe_play.engine.counting import count_words
from bpe_play.engine.history import History, pack
from bpe_play.engine.training import train
from bpe_play.tui.algorithm_settings import settings_of
from bpe_play.tui.handout.opening import Opened, verdict
from bpe_play.tui.lab import Training, fingerprint_of
from bpe_play.tui.state import State


@dataclass(frozen=True)
class Checked:
    """What came out: `same` is whether the fingerprint is the promised one, `differs` what else
    is not as it was, such as a version."""

    same: bool
    fingerprint: str
    promised: str
    verdict: str
    differs: tuple[str, ...]


def check(opened: Opened) -> Checked:
    """Train as the lab would; as long as that takes."""
    fingerprint = fingerprint_of(learned(opened.state), opened.promise.steps)
    sentence, holds = verdict(opened.promise, fingerprint)
    return Checked(holds, fingerprint, opened.promise.fingerprint, sentence, opened.differs)


def learned(state: State) -> Training:
    """The training of a state, to its end."""
    source, split = open_source(state.source), pre_tokenizer(state.split)
    if state.algorithm != "bpe":
        return _trained(state, source)
    words = count_words(split, source.data) if source.words is None else source.words
    history = History(sum(len(word) * count for word, count in words.items()))
    history.extend(
        pack(
            train(
                words,
                state.vocab_size,
                ties=state.ties,
                min_count=state.min_count,
                longest_token=state.longest_token,
                choices=dict(state.choices),
                runners_up=0,
            )
        )
    )
    return Training(state, history)


def _trained(state: State, source: Source) -> Training:
    """The same with another algorithm than BPE over bytes, as the lab's trainer does it."""
    from bpe_play.engine.algorithms.step_history import StepHistory
    from bpe_play.engine.algorithms.table import algorithm
    from bpe_play.engine.algorithms.trained import TrainedModel

    row, settings = algorithm(state.algorithm), settings_of(state)
    words = row.words(source.data, settings) if source.words is None else source.words
    training = row.train(words, settings)
    size = len(source.data)
    if source.words is not None:
        size = sum(len(word) * count for word, count in source.words.items())
    history = StepHistory(row, size, training.start_tokens, list(training), training.notes)
    tokenizer = TrainedModel.of(row.key, settings, training).tokenizer()
    ending = training.reason or ""
    return Training(state, history, pieces=len(words), ending=ending, tokenizer=tokenizer)
