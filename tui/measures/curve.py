"""Vocabulary size: bytes per token against it, and what an entry costs a model.

Every step of one training is a point. A tokenizer that was trained elsewhere has its merges replayed, so
its curve shows the corpus as a text that it was not trained on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bpe_play.engine.algorithms.byte_bpe import ByteBpeModel
from bpe_play.engine.algorithms.losses import loss
from bpe_play.engine.algorithms.protocol import Model
from bpe_play.engine.algorithms.trained_tokenizer import TrainedTokenizer
from bpe_play.engine.door import to_text
from bpe_play.engine.measure.curve import encoded, replayed
from bpe_play.engine.merges import BYTES
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.tui.measures.inputs import Inputs
from bpe_play.tui.measures.picks import Kind, Recipe
from bpe_play.tui.measures.size_curve import SizeCurve, outcome

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

    said     how the gains go
    trained  whether the corpus was trained on
    lost     characters of the second text that became unknown tokens: where there are many, its curve is no
             praise, since one such token may swallow a whole word
    """

    points: SizeCurve
    other: SizeCurve
    said: str
    size: int
    characters: int
    corpus: str
    text: str
    title: str
    trained: bool
    ending: str
    lost: int = 0


def measure(inputs: Inputs) -> CurveResult:
    """Train, or replay, once; every step is a point."""
    recipe = inputs.order.recipes[0]
    found = _of_training if recipe.pick.kind is Kind.ALGORITHM else _of_replay
    points, other, ending, lost = found(inputs, recipe)
    return CurveResult(
        points,
        other,
        outcome(points),
        _size(inputs),
        _characters(inputs),
        inputs.order.corpus,
        inputs.order.text,
        recipe.title,
        recipe.pick.kind in (Kind.ALGORITHM, Kind.LAB),
        ending,
        lost,
    )


def _of_training(inputs: Inputs, recipe: Recipe) -> tuple[SizeCurve, SizeCurve, str, int]:
    size = inputs.options.vocab_size
    made = inputs.trained(recipe, replace(inputs.order.settings, vocab_size=size, runners_up=0))
    lengths = [(step.vocabulary, step.tokens_after) for step in made.steps]
    if isinstance(made.model, ByteBpeModel):
        lengths.insert(0, (BYTES, _size(inputs)))
    other, lost = _on_other(inputs, made.model) if inputs.order.text else (SizeCurve(), 0)
    return SizeCurve(_size(inputs), lengths), other, made.reason, lost


def _on_other(inputs: Inputs, model: Model) -> tuple[SizeCurve, int]:
    """The curve on the second text, and how many of its characters are unknown."""
    inputs.tell(f"cutting {inputs.order.text}", 0, 0)
    points = SizeCurve(len(inputs.text), _lengths(model, inputs.text))
    return points, loss(model, inputs.text).unknown_characters


def _of_replay(inputs: Inputs, recipe: Recipe) -> tuple[SizeCurve, SizeCurve, str, int]:
    tokenizer = recipe.load()
    if isinstance(tokenizer, TrainedTokenizer):
        return _of_steps(inputs, tokenizer)
    inputs.tell(f"replaying the merges of {recipe.title}", 0, 0)
    words = inputs.order.words
    lengths = _replayed(tokenizer, inputs.corpus) if words is None else replayed(words, tokenizer.vocabulary)
    other = SizeCurve(len(inputs.text), _replayed(tokenizer, inputs.text) if inputs.order.text else ())
    return SizeCurve(_size(inputs), lengths), other, "these are all its merges", 0


def _of_steps(inputs: Inputs, tokenizer: TrainedTokenizer) -> tuple[SizeCurve, SizeCurve, str, int]:
    """A model that was trained here, asked as of some of its steps."""
    inputs.tell("cutting as of its steps", 0, 0)
    points = SizeCurve(len(inputs.corpus), _lengths(tokenizer.model, inputs.corpus))
    other, lost = _on_other(inputs, tokenizer.model) if inputs.order.text else (SizeCurve(), 0)
    return points, other, "these are all its steps", lost


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
