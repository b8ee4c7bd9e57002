"""What the lab gives to an order: its tokenizer, its settings for algorithms, its typed text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.step_history import StepHistory
from bpe_play.engine.algorithms.trained_tokenizer import TrainedTokenizer
from bpe_play.engine.pretokenizers import pre_tokenizer
from bpe_play.tui.lab import Lab
from bpe_play.tui.measures.learning import LearningOptions
from bpe_play.tui.measures.picks import Kind, Pick, Recipe
from bpe_play.tui.measures.table import Measure
from bpe_play.tui.vocabularies import VOCABULARIES

_RUNNERS_UP = 3


@dataclass(frozen=True)
class Learning:
    """How algorithms are trained, beside what the lab says; `vocab_size` 0 is the lab's."""

    vocab_size: int = 0
    sentencepiece: bool = False
    byte_fallback: bool = False
    nfkc: bool = False


def settings_of(lab: Lab, learning: Learning) -> Settings:
    """How algorithms are trained; EngineError where a setting cannot be."""
    state = lab.state
    return Settings(
        vocab_size=learning.vocab_size or state.vocab_size,
        split=pre_tokenizer(state.split),
        ties=state.ties,
        min_count=state.min_count,
        longest_token=state.longest_token,
        runners_up=_RUNNERS_UP,
        sentencepiece=learning.sentencepiece,
        byte_fallback=learning.byte_fallback,
        nfkc=learning.nfkc,
    )


def working_options(lab: Lab, measure: Measure, options: Any) -> Any:
    """The options as far as the work depends on them, with the text that is typed in the lab."""
    working = measure.working(options)
    return replace(working, typed=lab.state.text) if isinstance(working, LearningOptions) else working


def recipe_of(lab: Lab, pick: Pick) -> Recipe:
    return lab_recipe(lab) if pick.kind is Kind.LAB else Recipe(pick, pick.title)


def lab_recipe(lab: Lab) -> Recipe:
    """What the lab shows, as of its step."""
    pick, name = Pick(Kind.LAB), lab.state.tokenizer
    if not name:
        tokenizer = lab.tokenizer
        if isinstance(tokenizer, TrainedTokenizer):
            return _trained_recipe(lab, tokenizer)
        specials = tuple(tokenizer.specials.ids.items())
        pairs = tuple(tokenizer.vocabulary.pairs[: lab.cursor])
        return Recipe(pick, "lab", lab.cursor, tokenizer.pre_tokenizer, pairs, specials, mark=lab.fingerprint)
    is_published = any(name == row.name for row in VOCABULARIES.rows())
    other = Pick(Kind.PUBLISHED if is_published else Kind.FILE, name)
    return Recipe(other, f"lab: {other.title}", None if lab.cursor == lab.steps else lab.cursor)


def _trained_recipe(lab: Lab, tokenizer: TrainedTokenizer) -> Recipe:
    """What the lab has learned with another algorithm than BPE over bytes."""
    history = lab.history
    steps = history.steps if isinstance(history, StepHistory) else ()
    trained = replace(tokenizer.trained, steps=steps)
    return Recipe(
        Pick(Kind.LAB), "lab", lab.cursor, trained.settings.split, trained=trained, mark=lab.fingerprint
    )
