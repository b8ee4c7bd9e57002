"""A ranking of pairs that is kept while their scores change."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import NamedTuple

from bpe_play.engine.merges import Pair


class Ranked(NamedTuple):
    """A pair with its place in the ranking: the smaller the better, so scores are negative."""

    negative_score: float
    tie: int | Pair
    pair: Pair


class Ranking:
    """The best pairs, and how many share the best score.

    A heap in which entries that no longer hold stay until they come up.

    >>> ranking = Ranking()
    >>> ranking.put((1, 2), 5.0, 0); ranking.put((2, 3), 5.0, 1); ranking.put((7, 8), 9.0, 2)
    >>> ranking.remove((7, 8))
    >>> [entry.pair for entry in ranking.best(2)], ranking.tied(5.0)
    ([(1, 2), (2, 3)], 2)
    """

    def __init__(self) -> None:
        self._heap: list[Ranked] = []
        self._entries: dict[Pair, Ranked] = {}
        self._with_score: dict[float, int] = {}

    def put(self, pair: Pair, score: float, tie: int | Pair) -> None:
        """Add a pair, or give it a new score; among equal scores the smaller `tie` is the better."""
        entry = Ranked(-score, tie, pair)
        old = self._entries.get(pair)
        if old == entry:
            return
        if old is not None:
            self._with_score[-old.negative_score] -= 1
        self._entries[pair] = entry
        self._with_score[score] = self._with_score.get(score, 0) + 1
        heappush(self._heap, entry)
        if len(self._heap) > 3 * len(self._entries) + 1000:
            self._heap = list(self._entries.values())
            heapify(self._heap)

    def remove(self, pair: Pair) -> None:
        """Take a pair out, if it is there."""
        old = self._entries.pop(pair, None)
        if old is not None:
            self._with_score[-old.negative_score] -= 1

    def best(self, number: int) -> list[Ranked]:
        """The best entries, or all if there are fewer."""
        found: list[Ranked] = []
        while self._heap and len(found) < number:
            entry = heappop(self._heap)
            if self._entries.get(entry.pair) == entry and entry not in found:
                found.append(entry)
        for entry in found:
            heappush(self._heap, entry)
        return found

    def tied(self, score: float) -> int:
        """How many pairs have this score."""
        return self._with_score.get(score, 0)
