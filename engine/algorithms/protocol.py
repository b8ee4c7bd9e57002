"""What every algorithm promises: it trains in steps, and gives a model that can be asked about any text.

This is all that a screen or a command needs to know; the algorithms are in table.py. `Coder` is the part
that `engine.tokenizer.Tokenizer` keeps too, so what only reads and writes text takes either.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Protocol, runtime_checkable

from bpe_play.engine.algorithms.keeping import Keeping
from bpe_play.engine.algorithms.settings import Settings, check_counts
from bpe_play.engine.algorithms.steps import Move, Step
from bpe_play.engine.specials import SpecialMode
from bpe_play.engine.tokenizer import Tokenization


class Coder(Protocol):
    """Turns text into ids and ids into bytes."""

    def encode(
        self, text: str | bytes, *, step: int | None = None, specials: SpecialMode = SpecialMode.TEXT
    ) -> list[int]: ...

    def tokenize(
        self, text: str | bytes, *, step: int | None = None, specials: SpecialMode = SpecialMode.TEXT
    ) -> Tokenization: ...

    def decode(self, ids: Iterable[int], *, step: int | None = None) -> bytes: ...

    def token(self, token_id: int, step: int | None = None) -> bytes: ...


@runtime_checkable
class Model(Coder, Protocol):
    """A trained model, as of any step of its training.

    steps  the last step that it can be asked for; 0 where there is no history
    """

    @property
    def steps(self) -> int: ...

    def ids(self, step: int | None = None) -> list[int]:
        """All ids there were after a step."""

    def written(self, token_id: int) -> bytes:
        """A token as its vocabulary writes it, such as `##er`, `▁the`, `<0x41>` or `[UNK]`."""

    def is_unknown(self, token_id: int) -> bool:
        """Whether it stands for text that has no token of its own."""

    def seen(self, text: str | bytes) -> bytes:
        """The text as the model sees it, after normalizing."""

    def explain(self, word: str | bytes, step: int | None = None) -> Iterator[Move]:
        """How one piece of text becomes tokens, move by move; the last move shows them all."""


class Training:
    """A training that runs only as far as one takes steps from it. Drop it whenever you like.

    notes         what one should know before it starts, such as characters that will be [UNK]
    start_tokens  length of the corpus in tokens before the first step
    most_steps    how many steps there may be; 0 where nobody knows
    reason        why it ended; None before
    """

    def __init__(
        self,
        steps: Generator[Step, None, str],
        model: Callable[[], Model],
        notes: Iterable[str] = (),
        *,
        start_tokens: int = 0,
        most_steps: int = 0,
    ) -> None:
        self._steps = steps
        self._model = model
        self.notes = tuple(notes)
        self.start_tokens, self.most_steps = start_tokens, max(most_steps, 0)
        self.reason: str | None = None

    def __iter__(self) -> Iterator[Step]:
        return self

    def __next__(self) -> Step:
        try:
            return next(self._steps)
        except StopIteration as end:
            if self.reason is None:
                self.reason = end.value
            raise

    def model(self) -> Model:
        """What has been learned so far. It does not change when training goes on; it can be pickled."""
        return self._model()


@dataclass(frozen=True)
class Algorithm:
    """A way to make a vocabulary, and to cut text with it.

    key      the name that files and commands use
    title    the one that people read
    summary  what it does, in a sentence
    heeds    the names of the settings that change what it does, besides vocab_size
    columns  the figures that a list of its steps shows, the one that bars are drawn for first; "entries" is
             the size of the vocabulary
    keeping  how a model stands in our model file; None for BPE over bytes, which has a file of its own
    """

    key: str
    title: str
    summary: str
    heeds: frozenset[str]
    start: Callable[[Mapping[bytes, int], Settings], Training]
    columns: tuple[str, ...] = ("count",)
    keeping: Keeping | None = None

    def effective(self, settings: Settings) -> Settings:
        """The settings with everything at its default that this algorithm does not heed."""
        ignored: dict[str, Any] = {
            field.name: field.default
            for field in fields(Settings)
            if field.name not in self.heeds | {"vocab_size"}
        }
        return replace(settings, **ignored)

    def words(self, data: bytes, settings: Settings) -> dict[bytes, int]:
        """The pieces of a corpus with their counts: what training takes."""
        return self.effective(settings).words(data)

    def train(self, words: Mapping[bytes, int], settings: Settings) -> Training:
        """Begin a training on words and their counts.

        Raises EngineError when the words and the settings cannot go together.
        """
        check_counts(words.items())
        return self.start({word: count for word, count in words.items() if word}, self.effective(settings))


def run(training: Training) -> Model:
    """Take all steps.

    >>> from bpe_play.engine.algorithms.table import ALGORITHMS
    >>> model = run(ALGORITHMS["char"].train({b"aab": 1}, Settings()))
    >>> model.encode("abz")
    [1, 2, 0]
    """
    for _ in training:
        pass
    return training.model()
