"""One algorithm from the inside: its steps, the typed text in its tokens, one word explained, its losses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bpe_play.engine.algorithms.losses import loss
from bpe_play.engine.algorithms.protocol import Model
from bpe_play.engine.algorithms.steps import Move, Step
from bpe_play.engine.algorithms.unigram import Segmentation, UnigramModel
from bpe_play.engine.door import to_bytes
from bpe_play.tui.measures.inputs import Inputs

STEPS, TEXT, WORD, WAYS = "steps", "text", "a word", "ways"
PARTS = (STEPS, TEXT, WORD, WAYS)
_WAYS = 8
_SAMPLES = 8
_LONGEST_WORD = 200


@dataclass(frozen=True)
class LearningOptions:
    """The text that is cut, the word that is explained (empty: its first one), and how ways are drawn by
    chance: at which temperature, beginning with which seed."""

    typed: bytes = b""
    word: str = ""
    temperature: float = 1.0
    seed: int = 1


@dataclass(frozen=True)
class TokenRow:
    """A token of the typed text: what it covers there, and how the vocabulary writes it."""

    id: int
    written: bytes
    covers: bytes
    start: int
    end: int
    unknown: bool


@dataclass(frozen=True)
class WayRow:
    """A way to cut the word. `rank` is None for one that was drawn by chance, with this seed."""

    rank: int | None
    seed: int | None
    pieces: tuple[bytes, ...]
    probability: float | None


@dataclass(frozen=True)
class LearningResult:
    """What an algorithm did and does. `round_trips` is the light, `loss` says why it is red."""

    title: str
    steps: tuple[Step, ...]
    notes: tuple[str, ...]
    ending: str
    tokens: tuple[TokenRow, ...]
    round_trips: bool
    loss: str
    word: bytes
    moves: tuple[Move, ...]
    ways: tuple[WayRow, ...]


def measure(inputs: Inputs) -> LearningResult:
    (made,) = inputs.made
    inputs.tell("explaining", 0, 0)
    options, model = inputs.options, made.model
    report = loss(model, options.typed)
    word = to_bytes(options.word) or _first_word(options.typed)
    return LearningResult(
        made.title,
        made.steps,
        made.notes,
        made.reason,
        tuple(_tokens(model, options.typed)),
        report.round_trips,
        str(report),
        word,
        tuple(model.explain(word)),
        tuple(_ways(model, word, options)),
    )


def _first_word(text: bytes) -> bytes:
    """Not too long, as every move shows all of it."""
    return (text.split() or [b"unhappiness"])[0][:_LONGEST_WORD]


def _tokens(model: Model, text: bytes) -> list[TokenRow]:
    return [
        TokenRow(span.id, model.written(span.id), span.token, span.start, span.end, span.unknown)
        for span in model.tokenize(text).spans
    ]


def _ways(model: Model, word: bytes, options: LearningOptions) -> list[WayRow]:
    """The most probable ways, then some drawn by chance; only Unigram knows more than one."""
    if not isinstance(model, UnigramModel) or not word:
        return []
    best = model.segmentations(word, _WAYS)
    chances = {way.pieces: way.probability for way in best}
    drawn = (
        _drawn(model, word, options, seed, chances) for seed in range(options.seed, options.seed + _SAMPLES)
    )
    return [*(_ranked(rank, way) for rank, way in enumerate(best, start=1)), *drawn]


def _ranked(rank: int, way: Segmentation) -> WayRow:
    return WayRow(rank, None, way.pieces, way.probability)


def _drawn(
    model: UnigramModel,
    word: bytes,
    options: LearningOptions,
    seed: int,
    chances: dict[tuple[bytes, ...], float],
) -> WayRow:
    sampled = model.sample(word, temperature=options.temperature, seed=seed)
    pieces = tuple(model.written(token_id) for token_id in sampled.ids)
    return WayRow(None, seed, pieces, chances.get(pieces))


def outcome(result: LearningResult, part: str) -> list[str]:
    """What one should know of the training, and whether the text came back."""
    return [*result.notes, *([result.loss] if result.tokens else [])]


def rows(result: LearningResult, options: LearningOptions, part: str) -> Sequence[Any]:
    """The rows of a part."""
    return {STEPS: result.steps, TEXT: result.tokens, WORD: result.moves, WAYS: result.ways}[part]
