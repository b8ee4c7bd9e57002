"""Learn what a state asks for, here and now, in this thread.

The lab itself has a process for that (worker.py). This is for whoever has no screen that must stay quick: the
check of a hand-out, the figures of a lesson.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping

from bpe_play.corpora import Source
from bpe_play.engine.history import RUNNERS_UP
from bpe_play.engine.merges import Merge, StopReason
from bpe_play.engine.training import train
from bpe_play.tui.algorithm_settings import settings_of
from bpe_play.tui.lab import Training
from bpe_play.tui.state import State


def merges_of(
    state: State, words: Mapping[bytes, int], runners_up: int = RUNNERS_UP
) -> Generator[Merge, None, StopReason]:
    """The merges of BPE over bytes, with the settings of a state.

    >>> [merge.token for merge in merges_of(State(vocab_size=258), {b"aaabdaaabac": 1})]
    [b'aa', b'aaa']
    """
    return train(
        words,
        state.vocab_size,
        ties=state.ties,
        min_count=state.min_count,
        longest_token=state.longest_token,
        choices=dict(state.choices),
        runners_up=runners_up,
    )


def taught_otherwise(state: State, source: Source) -> Training:
    """The whole training with another algorithm than BPE over bytes, as the lab's trainer does it."""
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
