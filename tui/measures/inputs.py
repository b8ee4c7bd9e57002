"""What is to be measured (Order), and what a measure finds at hand while it works (Inputs)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from bpe_play.corpora import CorpusError, Source, open_source
from bpe_play.engine.algorithms.protocol import Training
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.table import algorithm
from bpe_play.engine.errors import EngineError
from bpe_play.tui.measures.picks import Kind, Made, Recipe, loaded

# Says what is being done, and how much of how much of it is done; 0 of 0 where nobody knows.
Tell = Callable[[str, int, int], object]


@dataclass(frozen=True)
class Order:
    """What to measure, complete enough for another process.

    measure   the key of a measure
    recipes   the tokenizers, as many as the measure takes
    corpus    the name of the corpus that algorithms are trained on; its bytes travel beside the order
    words     the corpus where it is words with counts
    settings  how algorithms are trained
    text      a second text, a built-in one by name or a path; empty for none
    options   those of the measure
    """

    measure: str
    recipes: tuple[Recipe, ...]
    corpus: str
    settings: Settings
    text: str
    options: Any
    words: Mapping[bytes, int] | None = field(default=None, compare=False, repr=False)


class Inputs:
    """Tokenizers, corpus and text of an order, each made when it is first asked for."""

    def __init__(self, order: Order, data: bytes, tell: Tell = lambda doing, done, total: None) -> None:
        self.order = order
        self.tell = tell
        self._data = data

    @property
    def options(self) -> Any:
        return self.order.options

    @cached_property
    def corpus(self) -> bytes:
        """The corpus as running text."""
        words = self.order.words
        return self._data if words is None else running_text(words)

    @cached_property
    def text(self) -> bytes:
        """The second text; where none is named, the corpus."""
        return self.text_named(self.order.text) if self.order.text else self.corpus

    @property
    def text_name(self) -> str:
        return self.order.text or self.order.corpus

    @staticmethod
    def text_named(name: str) -> bytes:
        """A text by its name or path. EngineError if it cannot be had."""
        try:
            return text_of(open_source(name))
        except CorpusError as error:
            raise EngineError(error.title.rstrip("."), error.hint) from None

    @cached_property
    def made(self) -> list[Made]:
        """The tokenizers, in order; an algorithm is trained."""
        return [self.make(recipe) for recipe in self.order.recipes]

    def make(self, recipe: Recipe) -> Made:
        if recipe.pick.kind is Kind.ALGORITHM:
            return self.trained(recipe)
        self.tell(f"loading {recipe.title}", 0, 0)
        return loaded(recipe)

    def trained(self, recipe: Recipe, settings: Settings | None = None) -> Made:
        """Train the algorithm of a recipe on the corpus; BPE for the lab's own tokenizer."""
        chosen = settings or self.order.settings
        training = self.begin(recipe, chosen)
        steps = []
        for step in training:
            steps.append(step)
            total = chosen.vocab_size if step.merge is not None else 0
            self.tell(f"training {recipe.title}", step.vocabulary, total)
        return Made(recipe.title, training.model(), tuple(steps), training.notes, training.reason or "")

    def begin(self, recipe: Recipe, settings: Settings) -> Training:
        """A training on the corpus that has not made a step yet."""
        self.tell(f"training {recipe.title}", 0, 0)
        found = algorithm(recipe.pick.name if recipe.pick.kind is Kind.ALGORITHM else "bpe")
        words = self.order.words
        return found.train(found.words(self.corpus, settings) if words is None else words, settings)


def text_of(source: Source) -> bytes:
    """A corpus as running text."""
    return source.data if source.words is None else running_text(source.words)


def running_text(words: Mapping[bytes, int]) -> bytes:
    """Words with counts as a text: each as often as it counts, a word a line.

    >>> running_text({b"a": 2, b"b": 1})
    b'a\\na\\nb\\n'
    """
    return b"".join((word + b"\n") * count for word, count in words.items())
