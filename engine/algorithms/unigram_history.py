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
        return list(zip(*self.columns(step), strict=True))

    def columns(self, step: int) -> tuple[Sequence[int], Sequence[float]]:
        """The same as two columns."""
        return (self._numbers[step - 1], self._scores[step - 1]) if step else ((), ())


class HistoryModel(UnigramModel):
    """The model of a training, as of any step of it.

    Ids are given by probability in the last step, and are the same in earlier ones. Pieces that were
    dropped on the way have the ids after those that stayed.
    """

    def __init__(self, history: History, fallback: Fallback, rules: TextRules) -> None:
        self.fallback, self.steps, self._history = fallback, len(history), history
        self._order = array("L", _by_probability(history))
        self._places = _inverse(self._order)
        special = [fallback.written(token_id).decode() for token_id in range(fallback.size)]
        texts = [*special, *(history.texts[number] for number in self._order)]
        unknown = None if fallback.in_bytes else 0
        super().__init__(
            [(text, 0.0) for text in texts], unknown, fallback.in_bytes, rules, never=range(fallback.size)
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
        """All pieces there ever were, with the scores of those that are there."""
        numbers, values = self._history.columns(step)
        scores = array("d", [-math.inf]) * (len(self._order) + 1)
        for place, score in zip(map(self._places.__getitem__, numbers), values, strict=True):
            scores[place] = score
        return self._index.scored(scores, min(values, default=0.0) - PENALTY)

    def ids(self, step: int | None = None) -> list[int]:
        first = self.fallback.size
        numbers, _ = self._history.columns(check_step(step, self.steps))
        return [*range(first), *sorted(first + self._places[number] for number in numbers)]

    def usable(self) -> list[tuple[str, float]]:
        last = dict(self._history.at(self.steps))
        return [(self._history.texts[number], last[number]) for number in self._order if number in last]

    def plain_token(self, token_id: int, step: int | None) -> bytes | None:
        place = token_id - self.fallback.size
        if step is not None and 0 <= place < len(self._order) and self.index(step).scores[place] == -math.inf:
            return None
        return super().plain_token(token_id, step)

    def __copy__(self) -> HistoryModel:
        """With memories of its own, and the same index, which takes a while to make."""
        other = HistoryModel.__new__(HistoryModel)
        other.__dict__ |= super().__getstate__() | {"_indexes": dict(self._indexes)}
        return other

    def __getstate__(self) -> dict[str, Any]:
        return super().__getstate__() | {"_indexes": {}, "_index": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ |= state
        first = self.fallback.size
        pieces = enumerate(self._texts[first:], start=first)
        self._index = Index.of(((text, piece_id, 0.0) for piece_id, text in pieces), 0.0)


def _by_probability(history: History) -> list[int]:
    """All pieces, those of the last step first and by score, then the others by number."""
    last = dict(history.at(len(history)))
    return sorted(range(len(history.texts)), key=lambda number: (-last.get(number, -math.inf), number))


def _inverse(order: Sequence[int]) -> array[int]:
    """For each number its place in the order."""
    places = array("L", bytes(len(order) * array("L").itemsize))
    for place, number in enumerate(order):
        places[number] = place
    return places
