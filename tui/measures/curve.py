"""Vocabulary size: bytes per token against it, and what an entry costs a model.

Every step of one training is a point. A tokenizer that was trained elsewhere has its merges replayed, so
its curve shows the corpus as a text that it was not trained on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from bpe_play.engine.algorithms.byte_bpe import ByteBpeModel
from bpe_play.engine.algorithms.losses import loss
from bpe_play.engine.algorithms.protocol import Model
from bpe_play.engine.door import to_text
from bpe_play.engine.measure.curve import Point, bend, curve, encoded, gains, replayed, trend
from bpe_play.engine.measure.entry_cost import EntryCost, tokens_of_request, window_in_characters
from bpe_play.engine.merges import BYTES
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.tui.measures.inputs import Inputs
from bpe_play.tui.measures.picks import Kind, Recipe

_ASKED = 24  # how many steps a model is asked about that cannot be replayed


@dataclass(frozen=True)
class CurveOptions:
    """How far to train; and of the model whose costs are shown: its width, its context window in tokens,
    a request in characters, whether its output table is its embedding, and one more size to price."""

    vocab_size: int = 4096
    width: int = 4096
    window: int = 8192
    request: int = 1000
    tied: bool = False
    priced: int = 128_000


@dataclass(frozen=True)
class CurveResult:
    """The curve on the corpus and on the second text.

    trained  whether the corpus was trained on
    lost     characters of the second text that became unknown tokens: where there are many, its curve is no
             praise, since one such token may swallow a whole word
    """

    points: tuple[Point, ...]
    other: tuple[Point, ...]
    size: int
    characters: int
    corpus: str
    text: str
    title: str
    trained: bool
    ending: str
    lost: int = 0


@dataclass(frozen=True)
class CurveRow:
    """One size of the vocabulary: how long texts are with it, and what it costs.

    gain  bytes per token more than with half as many entries; None where that size is not known. What
          depends on a text is None for a size that was only priced.
    """

    vocabulary: int
    tokens: int | None
    bytes_per_token: float | None
    gain: float | None
    other_bytes_per_token: float | None
    embedding: int
    parameters: int
    memory: int
    window_characters: float | None
    request_tokens: float | None


def measure(inputs: Inputs) -> CurveResult:
    """Train, or replay, once; every step is a point."""
    recipe = inputs.order.recipes[0]
    found = _of_training if recipe.pick.kind is Kind.ALGORITHM else _of_replay
    points, other, ending, lost = found(inputs, recipe)
    return CurveResult(
        points,
        other,
        _size(inputs),
        _characters(inputs),
        inputs.order.corpus,
        inputs.order.text,
        recipe.title,
        recipe.pick.kind in (Kind.ALGORITHM, Kind.LAB),
        ending,
        lost,
    )


Points = tuple[Point, ...]


def _of_training(inputs: Inputs, recipe: Recipe) -> tuple[Points, Points, str, int]:
    size = inputs.options.vocab_size
    made = inputs.trained(recipe, replace(inputs.order.settings, vocab_size=size, runners_up=0))
    lengths = [(step.vocabulary, step.tokens_after) for step in made.steps]
    if isinstance(made.model, ByteBpeModel):
        lengths.insert(0, (BYTES, _size(inputs)))
    other, lost = _on_other(inputs, made.model) if inputs.order.text else ((), 0)
    return _sorted(_size(inputs), lengths), other, made.reason, lost


def _on_other(inputs: Inputs, model: Model) -> tuple[Points, int]:
    """The curve on the second text, and how many of its characters are unknown."""
    inputs.tell(f"cutting {inputs.order.text}", 0, 0)
    points = _sorted(len(inputs.text), _lengths(model, inputs.text))
    return points, loss(model, inputs.text).unknown_characters


def _of_replay(inputs: Inputs, recipe: Recipe) -> tuple[Points, Points, str, int]:
    tokenizer = recipe.load()
    inputs.tell(f"replaying the merges of {recipe.title}", 0, 0)
    words = inputs.order.words
    lengths = _replayed(tokenizer, inputs.corpus) if words is None else replayed(words, tokenizer.vocabulary)
    other = _sorted(len(inputs.text), _replayed(tokenizer, inputs.text)) if inputs.order.text else ()
    return _sorted(_size(inputs), lengths), other, "these are all its merges", 0


def _size(inputs: Inputs) -> int:
    """Length of the corpus in bytes; of words with counts, that of the words."""
    words = inputs.order.words
    return len(inputs.corpus) if words is None else sum(len(word) * count for word, count in words.items())


def _characters(inputs: Inputs) -> int:
    words = inputs.order.words
    if words is None:
        return len(to_text(inputs.corpus))
    return sum(len(to_text(word)) * count for word, count in words.items())


def _lengths(model: Model, data: bytes) -> Iterator[tuple[int, int]]:
    if isinstance(model, ByteBpeModel):
        return _replayed(model.tokenizer, data)
    last = max(model.steps, 1)
    steps = sorted({round(last ** (number / _ASKED)) for number in range(_ASKED + 1)})
    return encoded(model, data, steps)


def _replayed(tokenizer: Tokenizer, data: bytes) -> Iterator[tuple[int, int]]:
    return replayed(tokenizer.pre_tokenizer.counts(data), tokenizer.vocabulary)


def _sorted(size: int, lengths: Iterable[tuple[int, int]]) -> tuple[Point, ...]:
    """By size; of several steps with one size, as Unigram has them, the last."""
    return tuple(curve(size, sorted(dict(lengths).items())))


def outcome(result: CurveResult) -> str:
    """Whether the gains rise or shrink, and where the curve bends, as found on this text."""
    if not result.points:
        return "There is nothing to measure: the corpus is empty."
    found = trend(gains(result.points))
    if found is None:
        return "There is no trend yet: the size must double twice at least."
    goes = "rise" if found.rises else "shrink"
    numbers = ", ".join(f"{gain:+.2f}" for gain in found.gains)
    said = f"The gains {goes} from {found.since:,} on: {numbers} bytes per token with each doubling."
    where = bend(result.points)
    if where is None:
        return f"{said} No bend: on a small text there may be none."
    if where.vocabulary == result.points[0].vocabulary:
        return f"{said} The curve bends from its start."
    return f"{said} It bends at {where.vocabulary:,}."


def shown_sizes(result: CurveResult, options: CurveOptions) -> list[int]:
    """The sizes a table shows: the first, each doubling, the last, and the one to price."""
    if not result.points:
        return [options.priced]
    size, last = result.points[0].vocabulary, result.points[-1].vocabulary
    sizes = {last, options.priced}
    while size <= last:
        sizes.add(size)
        size *= 2
    return sorted(sizes)


def row_of(result: CurveResult, options: CurveOptions, size: int) -> CurveRow:
    """All figures of one size."""
    return _row(_by_size(result.points), _by_size(result.other), result, options, size)


def rows(result: CurveResult, options: CurveOptions, part: str) -> list[CurveRow]:
    """Every size of the curve, for a file."""
    points, other = _by_size(result.points), _by_size(result.other)
    return [_row(points, other, result, options, size) for size in points]


def _by_size(points: Iterable[Point]) -> dict[int, Point]:
    return {point.vocabulary: point for point in points}


def _row(
    points: dict[int, Point],
    others: dict[int, Point],
    result: CurveResult,
    options: CurveOptions,
    size: int,
) -> CurveRow:
    cost = EntryCost(size, options.width, options.tied)
    point, other, half = points.get(size), others.get(size), points.get(size // 2)
    gain = point.bytes_per_token - half.bytes_per_token if point and half and size % 2 == 0 else None
    tokens, characters = (point.tokens if point else 0), result.characters
    return CurveRow(
        size,
        point.tokens if point else None,
        point.bytes_per_token if point else None,
        gain,
        other.bytes_per_token if other else None,
        cost.embedding,
        cost.parameters,
        cost.memory,
        window_in_characters(options.window, tokens, characters) if point else None,
        tokens_of_request(options.request, tokens, characters) if point else None,
    )
