"""Which tokenizers are measured, and how a process of its own can have them.

A Pick is what a person chooses. A Recipe adds what is needed to make it; making it may take a second, so
it is done where nobody waits for the screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from pathlib import PurePath

from bpe_play.engine.algorithms.byte_bpe import ByteBpeModel
from bpe_play.engine.algorithms.protocol import Model
from bpe_play.engine.algorithms.steps import Move, Step
from bpe_play.engine.algorithms.trained import TrainedModel
from bpe_play.engine.algorithms.trained_tokenizer import TrainedTokenizer
from bpe_play.engine.merges import Pair
from bpe_play.engine.pretokenizers import PRETOKENIZERS, PreTokenizer
from bpe_play.engine.specials import SpecialMode, SpecialTokens
from bpe_play.engine.tokenizer import Tokenization, Tokenizer
from bpe_play.engine.vocabulary import Vocabulary


class Kind(Enum):
    """Where a tokenizer comes from; ALGORITHM ones are trained on the corpus when they are measured."""

    LAB = "lab"
    PUBLISHED = "published"
    FILE = "file"
    ALGORITHM = "algorithm"


@dataclass(frozen=True)
class Pick:
    """The lab's tokenizer, a published one by name, a file by path, or an algorithm by key."""

    kind: Kind
    name: str = ""

    @property
    def title(self) -> str:
        """A short name. It may come from outside: draw it with care.

        >>> Pick(Kind.LAB).title, Pick(Kind.FILE, "models/a.json").title, Pick(Kind.ALGORITHM, "word").title
        ('lab', 'a.json', 'word')
        """
        return "lab" if self.kind is Kind.LAB else PurePath(self.name).name or self.name


@dataclass(frozen=True)
class Recipe:
    """A pick with all that is needed to make it.

    title   what it is called in tables
    step    as of which step; None is the last one
    split, pairs, specials  of the lab's own tokenizer
    trained what the lab has learned with another algorithm than BPE over bytes
    mark    which training these are from. They are large, so this and the step are compared instead
    """

    pick: Pick
    title: str
    step: int | None = None
    split: PreTokenizer = PRETOKENIZERS["none"]
    pairs: tuple[Pair, ...] = field(default=(), compare=False, repr=False)
    specials: tuple[tuple[str, int], ...] = ()
    trained: TrainedModel | None = field(default=None, compare=False, repr=False)
    mark: str = ""

    def load(self) -> Tokenizer:
        """The tokenizer of the lab, of a name or of a file; EngineError if it cannot be had."""
        if self.pick.kind is Kind.PUBLISHED:
            from bpe_play.engine.published import load

            return load(self.pick.name)
        if self.pick.kind is Kind.FILE:
            from bpe_play.engine.formats import open_tokenizer

            return open_tokenizer(self.pick.name)
        if self.trained is not None:
            return self.trained.tokenizer()
        return Tokenizer(self.split, Vocabulary.of(self.pairs), SpecialTokens(dict(self.specials)))


@dataclass(frozen=True)
class Made:
    """A tokenizer at hand. `steps`, `notes` and `reason` are of its training, if it was trained here."""

    title: str
    model: Model
    steps: tuple[Step, ...] = ()
    notes: tuple[str, ...] = ()
    reason: str = ""


def loaded(recipe: Recipe) -> Made:
    """What a recipe without an algorithm gives."""
    model, step = model_of(recipe.load()), recipe.step
    if recipe.trained is not None:
        return Made(recipe.title, AsOf(model, step or 0), tuple(recipe.trained.steps[:step]))
    if step is None or recipe.pick.kind is Kind.LAB:  # the lab's merges end where it stands
        return Made(recipe.title, model)
    return Made(recipe.title, AsOf(model, step))


def model_of(tokenizer: Tokenizer) -> Model:
    """A tokenizer as a Model: that of the algorithm which made it, if it was trained here."""
    return tokenizer.model if isinstance(tokenizer, TrainedTokenizer) else ByteBpeModel(tokenizer)


class AsOf:
    """A model as of one step, for whoever asks without naming a step."""

    def __init__(self, model: Model, step: int) -> None:
        self._model, self.steps = model, step

    def _step(self, step: int | None) -> int:
        return self.steps if step is None else min(step, self.steps)

    def encode(
        self, text: str | bytes, *, step: int | None = None, specials: SpecialMode = SpecialMode.TEXT
    ) -> list[int]:
        return self._model.encode(text, step=self._step(step), specials=specials)

    def tokenize(
        self, text: str | bytes, *, step: int | None = None, specials: SpecialMode = SpecialMode.TEXT
    ) -> Tokenization:
        return self._model.tokenize(text, step=self._step(step), specials=specials)

    def decode(self, ids: Iterable[int], *, step: int | None = None) -> bytes:
        return self._model.decode(ids, step=self._step(step))

    def token(self, token_id: int, step: int | None = None) -> bytes:
        return self._model.token(token_id, self._step(step))

    def ids(self, step: int | None = None) -> list[int]:
        return self._model.ids(self._step(step))

    def written(self, token_id: int) -> bytes:
        return self._model.written(token_id)

    def is_unknown(self, token_id: int) -> bool:
        return self._model.is_unknown(token_id)

    def seen(self, text: str | bytes) -> bytes:
        return self._model.seen(text)

    def explain(self, word: str | bytes, step: int | None = None) -> Iterator[Move]:
        return self._model.explain(word, self._step(step))
