"""A hand-out checked without a screen: what is learned here from its state, and whether that is the same."""

from __future__ import annotations

from dataclasses import dataclass

from bpe_play.corpora import open_source
from bpe_play.engine import pre_tokenizer
from bpe_play.engine.counting import count_words
from bpe_play.engine.history import History, pack
from bpe_play.tui.handout.opening import Opened, verdict
from bpe_play.tui.lab import Training, fingerprint_of
from bpe_play.tui.state import State
from bpe_play.tui.taught import merges_of, taught_otherwise


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
        return taught_otherwise(state, source)
    words = count_words(split, source.data) if source.words is None else source.words
    history = History(sum(len(word) * count for word, count in words.items()))
    history.extend(pack(merges_of(state, words, runners_up=0)))
    return Training(state, history)
