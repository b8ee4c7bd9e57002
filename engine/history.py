"""The history of a training: every step with its figures, kept small, and readable as of any step.

A step is one row of unsigned 64-bit numbers, so that 100,000 steps take some 30 MB, rows travel between
processes as they are, and stepping back costs what stepping forward costs.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from bpe_play.engine.merges import Candidate, Merge
from bpe_play.engine.vocabulary import Vocabulary

RUNNERS_UP = 10
_FIGURES = 5
ROW = _FIGURES + 3 * RUNNERS_UP
ROW_BYTES = 8 * ROW


def pack(merges: Iterable[Merge]) -> array[int]:
    """Rows of left id, right id, count, tokens after, tied, and ten times left id, right id, count.

    Runners-up that are missing have the count 0.
    """
    rows: list[int] = []
    for merge in merges:
        row = [*merge.pair, merge.count, merge.tokens_after, merge.tied]
        for (left, right), count in merge.runners_up[:RUNNERS_UP]:
            row += left, right, count
        rows += row + [0] * (ROW - len(row))
    return array("Q", rows)


class History:
    """All steps of one training, and the vocabulary that they made.

    start_tokens  length of the corpus in tokens before the first merge, which is its bytes
    counted       whether counts are known; they are not for a vocabulary that was trained elsewhere, whose
                  counts and tokens are 0

    >>> from bpe_play.engine.bpe import train
    >>> history = History(start_tokens=11)
    >>> history.extend(pack(train({b"aaabdaaabac": 1}, 259)))
    >>> len(history), history.merge(2).token, history.tokens_after(0), history.tokens_after(3)
    (3, b'aaa', 11, 5)
    >>> history.candidates(0)[0]
    Candidate(pair=(97, 97), count=4)
    """

    def __init__(self, start_tokens: int) -> None:
        self.start_tokens = start_tokens
        self.counted = True
        self.vocabulary = Vocabulary()
        self._rows = array("Q")

    @classmethod
    def of(cls, vocabulary: Vocabulary) -> History:
        """The steps of a vocabulary that was trained elsewhere: its merges in order, without counts."""
        history = cls(start_tokens=0)
        history.vocabulary, history.counted = vocabulary, False
        return history

    def extend(self, rows: array[int]) -> None:
        """Add packed steps."""
        for start in range(0, len(rows), ROW):
            self.vocabulary.learn((rows[start], rows[start + 1]))
        self._rows.extend(rows)

    def __len__(self) -> int:
        return len(self._rows) // ROW if self.counted else self.vocabulary.step

    def merge(self, step: int) -> Merge:
        """The merge of a step from 1 on."""
        left, right, count, tokens_after, tied = self._figures(step)
        made = self.vocabulary.ids[step - 1]
        return Merge(
            step=step,
            pair=(left, right),
            id=made,
            token=self.vocabulary.tokens[made],
            count=count,
            tokens_after=tokens_after,
            tied=tied,
            runners_up=self._runners_up(step),
        )

    def text(self, step: int) -> bytes:
        """The token that a step made, as it stands in the corpus."""
        return self.merge(step).token

    def count(self, step: int) -> int:
        """How often the pair of a step stood in the corpus before it was merged."""
        return self._rows[(step - 1) * ROW + 2] if self.counted else 0

    def tied(self, step: int) -> int:
        """How many pairs had the winner's count, the winner included."""
        return self._rows[(step - 1) * ROW + 4] if self.counted else 1

    def tokens_after(self, step: int) -> int:
        """Length of the corpus in tokens after a step; step 0 is before the first merge."""
        return self._rows[(step - 1) * ROW + 3] if step and self.counted else self.start_tokens

    def bytes_per_token(self, step: int) -> float:
        """Compression of the corpus after a step; 1.0 at step 0."""
        tokens = self.tokens_after(step)
        return self.start_tokens / tokens if tokens else 0.0

    def candidates(self, step: int) -> list[Candidate]:
        """What stood to be merged after a step, best first: the pair of the next step and its runners-up.

        Empty after the last step that is known.
        """
        if step >= len(self):
            return []
        left, right, count, _, _ = self._figures(step + 1)
        return [Candidate((left, right), count), *self._runners_up(step + 1)]

    def _figures(self, step: int) -> Sequence[int]:
        if not 1 <= step <= len(self):
            raise IndexError(f"step {step} of {len(self)}")
        if not self.counted:
            return (*self.vocabulary.pairs[step - 1], 0, 0, 1)
        start = (step - 1) * ROW
        return self._rows[start : start + _FIGURES]

    def _runners_up(self, step: int) -> tuple[Candidate, ...]:
        start = (step - 1) * ROW + _FIGURES
        row = self._rows[start : start + 3 * RUNNERS_UP]
        triples = zip(row[::3], row[1::3], row[2::3], strict=True)
        return tuple(Candidate((left, right), count) for left, right, count in triples if count)
