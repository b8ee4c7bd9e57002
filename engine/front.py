"""The best candidates in exact order, ready to be handed out: the short list at the head of candidates.py."""

from __future__ import annotations

from bisect import bisect_left

from bpe_play.engine.merges import Candidate
from bpe_play.engine.token_chars import ids_of


class Front:
    """Pairs by rank, the smallest first. Ranks differ.

    >>> front = Front()
    >>> front.insert(7, "ab", 3), front.insert(2, "cd", 4)
    (None, None)
    >>> front.candidates, front.last_rank
    ([Candidate(pair=(99, 100), count=4), Candidate(pair=(97, 98), count=3)], 7)
    >>> front.remove("cd"), front.remove("cd")
    (True, False)
    """

    def __init__(self) -> None:
        self.candidates: list[Candidate] = []
        self._ranks: list[int] = []
        self._rank_of: dict[str, int] = {}

    @property
    def last_rank(self) -> int:
        """The rank at the end; -1 if there is none, so that nothing belongs in an empty front."""
        return self._ranks[-1] if self._ranks else -1

    def insert(self, rank: int, pair: str, count: int) -> None:
        at = bisect_left(self._ranks, rank)
        self._ranks.insert(at, rank)
        self.candidates.insert(at, Candidate(ids_of(pair), count))
        self._rank_of[pair] = rank

    def remove(self, pair: str) -> bool:
        """Whether the pair was in the front."""
        rank = self._rank_of.pop(pair, None)
        if rank is None:
            return False
        at = bisect_left(self._ranks, rank)
        del self._ranks[at], self.candidates[at]
        return True
