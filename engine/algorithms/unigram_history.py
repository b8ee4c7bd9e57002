"""A Unigram vocabulary as it was after each step of its training, and the model that can be asked for any.

A snapshot is two arrays, so that twenty rounds from a hundred thousand pieces down take some megabytes.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from typing import Any

from bpe_play.engine.algorithms.alphabet import Fallback
from bpe_play.engine.algorithms.piece_index import Index
from bpe_play.engine.algorithms.pieces import check_step
from bpe_play.engine.algorithms.text_rules import TextRules
from bpe_play.engine.algorithms.unigram import PENALTY, UnigramModel


class History:
    """Pieces that have ever been there (`texts`), and which were there after each step, with their scores."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._numbers: list[array[int]] = []
        self._scores: list[array[float]] = []

    def add(self, alive: Sequence[int], scores: Sequence[float]) -> None:
        """Keep what there is now."""
        numbers = array("L", (number for number, is_there in enumerate(alive) if is_there))
        self._numbers.append(numbers)
        self._scores.append(array("d", (scores[number] for number in numbers)))

    def __len__(self) -> int:
        return len(self._numbers)

    def copy(self) -> History:
        """The same, not growing any more."""
        other = History()
        other.texts, other._numbers, other._scores = self.texts, self._numbers[:], self._scores[:]
        return other

    def at(self, step: int) -> list[tuple[int, float]]:
        """Numbers of pieces and their scores after a step from 1 on; none after step 0."""
        if not step:
            return []
        return list(zip(self._numbers[step - 1], self._scores[step - 1], strict=True))


class HistoryModel(UnigramModel):
    """The model of a training, as of any step of it.

    Ids are given by probability in the last step, and are the same in earlier ones. Pieces that were
    dropped on the way have the ids after those that stayed.
    """

    def __init__(self, history: History, fallback: Fallback, rules: TextRules) -> None:
        self.fallback, self.steps, self._history = fallback, len(history), history
        self._order = _by_probability(history)
        self._ids = {number: fallback.size + place for place, number in enumerate(self._order)}
        special = [(fallback.written(token_id).decode(), 0.0) for token_id in range(fallback.size)]
        last = dict(history.at(self.steps))
        pieces = [(history.texts[number], last.get(number, 0.0)) for number in self._order]
        never = range(fallback.size) if last else range(fallback.size + len(pieces))
        super().__init__(
            [*special, *pieces], None if fallback.in_bytes else 0, fallback.in_bytes, rules, never=set(never)
        )
        self._indexes: dict[int, Index] = {}

    def index(self, step: int | None) -> Index:
        step = check_step(step, self.steps)
        if step not in self._indexes:
            if len(self._indexes) > 1:
                self._indexes.pop(next(iter(self._indexes)))
            self._indexes[step] = self._index_at(step)
        return self._indexes[step]

    def _index_at(self, step: int) -> Index:
        pieces = self._history.at(step)
        lowest = min((score for _, score in pieces), default=0.0)
        texts = self._history.texts
        return Index.of(
            ((texts[number], self._ids[number], score) for number, score in pieces), lowest - PENALTY
        )

    def ids(self, step: int | None = None) -> list[int]:
        there = (self._ids[number] for number, _ in self._history.at(check_step(step, self.steps)))
        return [*range(self.fallback.size), *sorted(there)]

    def plain_token(self, token_id: int, step: int | None) -> bytes | None:
        is_there = step is None or token_id in set(self.ids(step))
        return super().plain_token(token_id, step) if is_there else None

    def __getstate__(self) -> dict[str, Any]:
        return super().__getstate__() | {"_indexes": {}}


def _by_probability(history: History) -> list[int]:
    """All pieces, those of the last step first and by score, then the others by number."""
    last = dict(history.at(len(history)))
    return sorted(range(len(history.texts)), key=lambda number: (-last.get(number, -math.inf), number))
