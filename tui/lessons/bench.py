"""The labs that figures are computed in: for each state one that has learned, here and now, without a screen.

A figure is asked of the same Lab that the screen shows, so that both say the same. What was learned for one
state serves every other that asks for the same training.
"""

from __future__ import annotations

from typing import Any

from bpe_play.corpora import Source, open_source
from bpe_play.corpora.errors import CorpusError
from bpe_play.engine import EngineError, Tokenizer
from bpe_play.engine.counting import count_words
from bpe_play.engine.history import pack
from bpe_play.engine.training import run
from bpe_play.tui.lab import Lab
from bpe_play.tui.lessons.settings import SETTINGS, settled
from bpe_play.tui.state import TRAINING_FIELDS, State
from bpe_play.tui.taught import merges_of, taught_otherwise

Settings = tuple[tuple[str, str], ...]


class Bench:
    """Labs by state; the same training is done once.

    >>> lab = Bench().lab(State(source="aaabdaaabac", split="none", vocab_size=259))
    >>> lab.steps, lab.history.merge(3).token
    (3, b'aaab')
    """

    def __init__(self) -> None:
        self._taught: dict[tuple[Any, ...], Lab] = {}
        self._others: dict[str, Tokenizer] = {}

    def lab(self, state: State, settings: Settings = ()) -> Lab:
        """A lab in this state, changed by what a brace sets. EngineError for what cannot be had."""
        wanted = settled(state, {SETTINGS[name].field: read(name, value) for name, value in settings})
        lab = self._like(wanted)
        if wanted.tokenizer:
            lab.adopt(wanted.tokenizer, self._other(wanted.tokenizer))
        return lab

    def _like(self, state: State) -> Lab:
        key = tuple(getattr(state, name) for name in sorted(TRAINING_FIELDS))
        known = self._taught.get(key)
        if known is None:
            known = self._taught[key] = teach(Lab(state))
        lab = Lab(state)
        lab.source, lab.training = known.source, known.training
        if lab.training.tokenizer is not None:
            lab.took(lab.training.tokenizer, lab.training.mark)
        return lab

    def _other(self, name: str) -> Tokenizer:
        if name not in self._others:
            self._others[name] = open_other(name)
        return self._others[name]


def read(name: str, value: str) -> Any:
    """A setting in braces; they are checked when a lesson is read, so nothing is wrong with it here."""
    return SETTINGS[name].read(value)


def teach(lab: Lab) -> Lab:
    """Open the corpus of a lab and learn it, in this thread."""
    try:
        source = open_source(lab.state.source)
    except CorpusError as error:
        raise EngineError(error.title.rstrip("."), error.hint) from error
    lab.opened(source)
    if lab.state.algorithm != "bpe":
        return _teach_otherwise(lab, source)
    words = source.words or count_words(lab.split, source.data)
    merges, reason = run(merges_of(lab.state, words))
    lab.started(sum(len(word) * weight for word, weight in words.items()), len(words))
    lab.learned(pack(merges))
    lab.ended(reason)
    return lab


def _teach_otherwise(lab: Lab, source: Source) -> Lab:
    training = taught_otherwise(lab.state, source)
    lab.begun(training.history, training.pieces)
    assert training.tokenizer is not None
    lab.took(training.tokenizer)
    lab.ended(training.ending)
    return lab


def open_other(name: str) -> Tokenizer:
    """A published tokenizer by name, or one from a file."""
    from bpe_play.engine import published
    from bpe_play.engine.formats import open_tokenizer

    if name in (row.name for row in published.published_names()):
        return published.load(name)
    return open_tokenizer(name)
