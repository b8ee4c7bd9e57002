"""Pre-tokenizers of WordPiece and Unigram: they drop white space, and change pieces in the middle.

What drops nothing and changes nothing is in hf_stages.py; a list of these does both, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from bpe_play.engine.door import to_bytes, to_text
from bpe_play.engine.fields import Field
from bpe_play.engine.formats.hf_classes import SIGN, SPACE
from bpe_play.engine.formats.hf_cutting import BEHAVIORS, escaped, metaspace, pattern_of
from bpe_play.engine.formats.hf_reading import flag, list_in, unsupported
from bpe_play.engine.formats.hf_stages import DigitsStage, SplitStage, Stage
from bpe_play.engine.formats.hf_steps import NormalizerStep, Prepend, apply_all
from bpe_play.engine.formats.hf_tokenizer import RuledPiece, seen_through
from bpe_play.engine.formats.hf_vocabulary import SPACE as MARK

Pieces = Iterator[RuledPiece]


class WordStage(Protocol):
    """Makes pieces out of a piece."""

    def __call__(self, piece: RuledPiece) -> Pieces: ...


@dataclass(frozen=True)
class Cut:
    """Cuts a piece in a way that drops nothing."""

    stage: Stage

    def __call__(self, piece: RuledPiece) -> Pieces:
        start = 0
        for part in map(to_bytes, self.stage(to_text(piece.data))):
            yield piece.part(start, start + len(part))
            start += len(part)


@dataclass(frozen=True)
class Removed:
    """Drops what a pattern matches; with `invert`, what it does not match."""

    pattern: str
    invert: bool = False

    def __call__(self, piece: RuledPiece) -> Pieces:
        start = 0
        for part, is_match in SplitStage(self.pattern).parts(to_text(piece.data)):
            end = start + len(to_bytes(part))
            if is_match == self.invert:
                yield piece.part(start, end)
            start = end


@dataclass(frozen=True)
class Change:
    """Changes a piece; with `only_first`, something is put only before the one that begins the text."""

    steps: Sequence[NormalizerStep]
    only_first: bool = False

    def __call__(self, piece: RuledPiece) -> Pieces:
        steps = self.steps
        if self.only_first and piece.borders[0] != 0:
            steps = [step for step in steps if not isinstance(step, Prepend)]
        changed = apply_all(steps, piece.data)
        yield RuledPiece(changed.data, seen_through(piece.borders, changed.borders, len(changed.data)))


def cut_words(stages: Sequence[WordStage], piece: RuledPiece) -> list[RuledPiece]:
    """The pieces after all stages; none of them is empty."""
    pieces = [piece]
    for stage in stages:
        pieces = [after for before in pieces for after in stage(before) if after.data]
    return pieces


_NO_SPACES = Removed(SPACE)
_WORDS = r"\w+|[^\w\s]+"


def word_stages(field: Field) -> list[WordStage]:
    """The pre-tokenizer of a tokenizer.json, for a model that sees text as characters."""
    return [stage for part in list_in(field, "pretokenizers") for stage in _stages(part)]


def _stages(part: Field) -> list[WordStage]:
    kind = part.member("type").text()
    if kind not in _READ:
        unsupported(part, "pre_tokenizer")
    return _READ[kind](part)


def _punctuation(field: Field) -> list[WordStage]:
    behavior = field.value.get("behavior", "Isolated")
    if behavior not in BEHAVIORS:
        field.member("behavior").expected("a behavior")
    return [_cut(SIGN, behavior)]


def _cut(pattern: str, behavior: str, invert: bool = False) -> WordStage:
    if behavior != "Removed":
        return Cut(SplitStage(pattern, behavior, invert))
    return Removed(pattern, invert)


def _split(field: Field) -> list[WordStage]:
    behavior, invert = field.member("behavior").text(), flag(field, "invert", False)
    if behavior not in BEHAVIORS:
        field.member("behavior").expected("a behavior")
    return [_cut(pattern_of(field), behavior, invert)]


def _metaspace(field: Field) -> list[WordStage]:
    steps, only_first = metaspace(field)
    split = [Cut(SplitStage(MARK, "MergedWithNext"))] if flag(field, "split", True) else []
    return [Change(steps, only_first), *split]


_READ: dict[str, Callable[[Field], list[WordStage]]] = {
    "BertPreTokenizer": lambda field: [_NO_SPACES, Cut(SplitStage(SIGN))],
    "WhitespaceSplit": lambda field: [_NO_SPACES],
    "Whitespace": lambda field: [Removed(_WORDS, invert=True)],
    "Punctuation": _punctuation,
    "Digits": lambda field: [Cut(DigitsStage(flag(field, "individual_digits", False)))],
    "Split": _split,
    "CharDelimiterSplit": lambda field: [Removed(escaped(field.member("delimiter").text()))],
    "Metaspace": _metaspace,
}
