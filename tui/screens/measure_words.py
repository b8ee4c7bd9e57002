"""What is set on the measure screen, in words as short as the pane beside the figures needs them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bpe_play.engine.counted import counted
from bpe_play.tui.measure_state import MeasureState
from bpe_play.tui.measures.curve import CurveOptions
from bpe_play.tui.measures.digits import DigitsOptions
from bpe_play.tui.measures.indents import IndentsOptions
from bpe_play.tui.measures.learning import LearningOptions
from bpe_play.tui.measures.letters import LettersOptions
from bpe_play.tui.measures.sides import SidesOptions
from bpe_play.tui.measures.tax import TaxOptions
from bpe_play.tui.measures.words import WordsOptions


def settings_in_words(state: MeasureState) -> list[tuple[str, str]]:
    """The keys that change something here, with what is set."""
    choices, lab = state.choices, state.lab
    shown = list(zip(("k", "K"), (pick.title for pick in choices.picks), strict=False))
    if "text" in state.measure.takes:
        shown.append(("o", Path(choices.text).name or _own_text(state)))
    if state.trains:
        shown.append(("t", _learning_in_words(state)))
    if choices.options is not None:
        shown.append(("e", _options_in_words(choices.options)))
    if state.needs_corpus:
        shown.append(("·", f"corpus {Path(lab.state.source).name or lab.state.source}"))
    return shown


def _own_text(state: MeasureState) -> str:
    return "no second text" if state.view in ("size", "fertility") else "the corpus"


def _learning_in_words(state: MeasureState) -> str:
    learning = state.learning
    if state.view == "size":  # it has a size of its own
        return "SentencePiece" if learning.sentencepiece else "as words"
    size = learning.vocab_size or state.lab.state.vocab_size
    marks = "▁" * learning.sentencepiece + "⟨⟩" * learning.byte_fallback
    return f"{size:,} entries {marks}".strip()


def _options_in_words(options: Any) -> str:
    match options:
        case CurveOptions():
            return f"to {options.vocab_size:,} entries"
        case TaxOptions():
            return Path(options.folder).name if options.folder else "our passage"
        case DigitsOptions():
            return f"to {options.largest:,}" + (", after a space" if options.space else "")
        case IndentsOptions():
            return f"to {options.deepest} deep"
        case LettersOptions():
            return f"{options.letter} in …"
        case WordsOptions():
            return f"price {options.price}" if options.price.strip() else "no price"
        case SidesOptions():
            return counted(len(options.words.split()), "word")
        case LearningOptions():
            return options.word or "first typed word"
    return ""
