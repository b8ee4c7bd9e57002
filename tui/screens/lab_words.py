"""The words and figures on the lab screen's borders and in its header."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import PurePath
from typing import TYPE_CHECKING

from rich.cells import cell_len

from bpe_play.corpora import CORPORA
from bpe_play.engine import PRETOKENIZERS, Tokenization, grapheme_bounds, to_text
from bpe_play.engine.byte_letters import BYTE_IDS
from bpe_play.engine.merges import BYTES
from bpe_play.tui.lab import Lab, Phase

if TYPE_CHECKING:
    from bpe_play.corpora import Facts

_LARGE = 20_000


def size_in_words(size: int) -> str:
    """A number of bytes with a unit, in powers of ten, as file managers write it.

    >>> size_in_words(86), size_in_words(151_191), size_in_words(104_857_600)
    ('86 B', '151 kB', '105 MB')
    """
    for unit, factor in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= factor:
            value = size / factor
            return f"{value:.1f} {unit}" if value < 10 else f"{value:.0f} {unit}"
    return f"{size} B"


def header_settings(lab: Lab) -> list[tuple[str, str]]:
    """Corpus, split, ties and fingerprint, as (label, value); or the tokenizer that others trained."""
    state = lab.state
    name = state.source if state.source in CORPORA else PurePath(state.source).name
    if not lab.own:
        return [
            ("", PurePath(state.tokenizer).name),
            ("text", name),
            ("tokens", f"{len(lab.tokenizer.vocabulary):,}"),
            *_byte_order(lab),
        ]
    split = state.split if state.split in PRETOKENIZERS else f"/{state.split}/"
    settings = [
        ("", "standard input" if state.source == "-" else name),
        ("split", split if len(split) <= 16 else f"{split[:15]}…"),
        ("ties", state.ties.value.replace("-", " ")),
    ]
    if lab.fingerprint:
        settings.append(("", f"#{lab.fingerprint}"))
    return settings


def _byte_order(lab: Lab) -> list[tuple[str, str]]:
    """Said where the single bytes do not have the ids 0 to 255 in their own order."""
    ids = tuple(lab.tokenizer.vocabulary.byte_ids)
    if ids == tuple(range(BYTES)) or len(ids) < BYTES:
        return []
    return [("byte order", "GPT-2's" if ids == tuple(BYTE_IDS) else "its own")]


def header_status(lab: Lab) -> str:
    """Where the training is."""
    training = lab.training
    if not lab.own:
        return f"{lab.cursor:,} / {lab.steps:,}"
    match training.phase:
        case Phase.READING:
            return "reading the corpus …"
        case Phase.COUNTING:
            return f"counting pieces … {training.counted:.0%}" if training.counted else "counting pieces …"
        case Phase.FAILED:
            return "no training"
        case Phase.LEARNING:
            return f"learning {lab.steps:,} / {training.target:,}"
    return f"{lab.cursor:,} / {lab.steps:,}"


def ending(lab: Lab) -> str:
    """Why nothing is known beyond the last step."""
    training = lab.training
    if not lab.own:
        return lab.tokenizer.why_no_merges or "this is the whole vocabulary"
    if training.phase is Phase.FAILED:
        return training.ending
    if training.busy:
        return "training goes on …" if lab.steps else header_status(lab)
    return training.ending


def corpus_figures(lab: Lab) -> list[str]:
    """What the corpus is, from all there is to say down to its size: bytes at once, the rest once counted."""
    source, facts = lab.source, lab.facts
    if source is None:
        return [""]
    if source.words is not None:
        return [f"{len(source.words)} words with counts", f"{len(source.words)} words"]
    figures = [size_in_words(len(source.data))]
    if source.skipped:
        figures.append(f"{len(source.skipped)} left out")
    if facts is not None:
        figures += _facts_in_words(facts)
    variants = ["  ".join(figures[:count]) for count in range(len(figures), 0, -1)]
    if facts is not None and facts.first_invalid is not None:
        variants.insert(-1, f"{figures[0]}  not UTF-8 at offset {facts.first_invalid:,}")
    return variants


def _facts_in_words(facts: Facts) -> list[str]:
    """What is odd first, since the end is what gives way on a small screen."""
    words = []
    if facts.first_invalid is not None:
        words.append(f"not UTF-8 at offset {facts.first_invalid:,} ({facts.invalid_bytes:,} bytes)")
    if facts.bom:
        words.append(f"BOM {facts.bom}")
    if facts.look_alikes:
        words.append(f"{facts.look_alikes:,} like special tokens")
    return [*words, f"{facts.lines:,} lines {facts.line_ends}", f"{facts.characters:,} characters"]


def text_figures(tokenization: Tokenization, round_trip: bool) -> list[str]:
    """Graphemes, code points, bytes, tokens, bytes per token, round trip: in full, and shorter and shorter."""
    data = tokenization.data
    if not data:
        return ["nothing typed"]
    sign = "✓" if round_trip else "✗"
    characters = f"{_code_points(data):,} code points"
    graphemes = f"{_graphemes(data):,} graphemes" if len(data) < _LARGE else ""
    size, tokens = f"{len(data):,} bytes", f"{len(tokenization.spans):,} tokens"
    compression = f"{tokenization.bytes_per_token:.2f} b/t"
    variants = [
        [graphemes, characters, size, tokens, compression, f"round trip {sign}"],
        [graphemes, size, tokens, compression, f"round trip {sign}"],
        [size, tokens, f"round trip {sign}"],
        [tokens, sign],
    ]
    return ["  ".join(filter(None, parts)) for parts in variants]


# The text stays the same from step to step, so what was counted last is kept.
@lru_cache(maxsize=2)
def _code_points(data: bytes) -> int:
    """A stray byte counts as one."""
    return len(to_text(data))


@lru_cache(maxsize=2)
def _graphemes(data: bytes) -> int:
    return len(grapheme_bounds(data)) - 1


def longest_that_fits(variants: Sequence[str], room: int) -> str:
    """The first that has room, or the last.

    >>> longest_that_fits(["151 kB  3,384 lines LF", "151 kB"], 10)
    '151 kB'
    """
    return next((words for words in variants if cell_len(words) <= room), variants[-1])
