"""The history of a training of any algorithm but BPE over bytes: its steps as they came, readable as of any.

It has the face of engine/history.py as far as a screen needs it to tell time: steps, tokens, compression,
the next pair. What a step is differs (a merge, a new entry, a round): each is kept as a Step. The vocabulary
is that of the model known last, which may be some steps behind while training runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bpe_play.engine.algorithms.protocol import Algorithm
from bpe_play.engine.algorithms.steps import Choice, Step
from bpe_play.engine.merges import Candidate
from bpe_play.engine.vocabulary import Vocabulary

ENTRIES = "entries"


class StepHistory:
    """Steps of one training.

    size          of the corpus in bytes; 0 where it is not known
    start_tokens  length of the corpus in tokens before the first step
    notes         what one should know of this training

    >>> from bpe_play.engine.algorithms.settings import Settings
    >>> from bpe_play.engine.algorithms.table import ALGORITHMS
    >>> training = ALGORITHMS["bpe-char"].train({"ñaña".encode(): 2}, Settings(vocab_size=4))
    >>> history = StepHistory(ALGORITHMS["bpe-char"], 12, training.start_tokens, list(training))
    >>> len(history), history.tokens_after(0), history.tokens_after(1), history.bytes_per_token(1)
    (1, 8, 4, 3.0)
    >>> history.figures(1), history.candidates(0)
    ([4, 1], [Candidate(pair=(2, 1), count=4), Candidate(pair=(1, 2), count=2)])
    """

    def __init__(
        self,
        algorithm: Algorithm,
        size: int,
        start_tokens: int,
        steps: Iterable[Step] = (),
        notes: Sequence[str] = (),
    ) -> None:
        self.algorithm, self.size, self.start_tokens = algorithm, size, start_tokens
        self.notes = tuple(notes)
        self.vocabulary = Vocabulary()
        self._steps = list(steps)
        self._most: dict[str, float] = {}
        self._note_most(self._steps)

    @property
    def counted(self) -> bool:
        """Whether the tokens of the corpus are known."""
        return self.start_tokens > 0

    def extend(self, steps: Sequence[Step]) -> None:
        """Add steps."""
        self._steps += steps
        self._note_most(steps)

    def _note_most(self, steps: Sequence[Step]) -> None:
        """The largest value of each figure, for the scale of bars."""
        for name in self.algorithm.columns:
            largest = max((self._figure(step, name) or 0 for step in steps), default=0)
            self._most[name] = max(self._most.get(name, 0), largest)

    def __len__(self) -> int:
        return len(self._steps)

    def step(self, number: int) -> Step:
        """A step from 1 on."""
        if not 1 <= number <= len(self):
            raise IndexError(f"step {number} of {len(self)}")
        return self._steps[number - 1]

    @property
    def steps(self) -> Sequence[Step]:
        """All of them. Do not change the list."""
        return self._steps

    def figures(self, number: int) -> list[float | None]:
        """What the algorithm's columns say of a step; None where the step has no such figure."""
        return [self._figure(self.step(number), name) for name in self.algorithm.columns]

    @staticmethod
    def _figure(step: Step, name: str) -> float | None:
        if name == ENTRIES:
            return step.vocabulary
        return next((figure.value for figure in step.figures if figure.name == name), None)

    def most(self, name: str) -> float:
        """The largest value that a column has so far."""
        return self._most.get(name, 0)

    def token_id(self, number: int) -> int | None:
        """The id of the token that a step made; None for a step that makes none, or several."""
        step = self.step(number)
        if step.merge is not None:
            return step.merge.id
        return step.vocabulary - 1 if step.title in ("merge", "new entry") else None

    def text(self, number: int) -> bytes:
        """The token that a step made, as it stands in the corpus; nothing for a step that makes none."""
        made, pieces = self.token_id(number), self.step(number).pieces
        if made is None:
            return b""
        return self.vocabulary.tokens.get(made, pieces[-1] if pieces else b"")

    def tokens_after(self, step: int) -> int:
        """Length of the corpus in tokens after a step; step 0 is before the first."""
        return self.step(step).tokens_after if step else self.start_tokens

    def bytes_per_token(self, step: int) -> float:
        """Compression of the corpus after a step; 0.0 where it is not known."""
        tokens = self.tokens_after(step)
        return self.size / tokens if tokens else 0.0

    def candidates(self, step: int) -> list[Candidate]:
        """The pair that is merged next, and the runners-up, where steps are merges."""
        merge = self.step(step + 1).merge if step < len(self) else None
        return [] if merge is None else [Candidate(merge.pair, merge.count), *merge.runners_up]

    def choices(self, step: int) -> list[Choice]:
        """The same as the vocabulary writes them, with scores; the next merge in front."""
        merge = self.step(step + 1).merge if step < len(self) else None
        if merge is None:
            return []
        following = self.step(step + 1)
        left, right = following.pieces[:2]
        score = self._figure(following, "score")
        first = Choice(left, right, merge.count, merge.count if score is None else score)
        return [first, *following.choices]
