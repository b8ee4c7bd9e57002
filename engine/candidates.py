"""The pairs that could be merged, with their counts, and the best of them always at hand.

Once a pair exists its count only falls, and the place where it is first seen only moves back: a pair's rank
is never better than it was. So most pairs need no exact rank at all, and there are three kinds:

    front    the best pairs in exact order (front.py)
    heap     more pairs, ordered by a rank that they once had or that is a guess, never too bad; one that
             comes up is ranked again, and goes back into the heap if it has fallen
    counts   all pairs that occur twice or more; those with a count below the bar are nowhere else

When front and heap run out, the bar is lowered. Pairs that occur once are most of all pairs and rarely have
their turn: they are not kept, but counted when nothing else is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from heapq import heapify, heappop, heappush, heapreplace
from typing import NamedTuple

from bpe_play.engine.front import Front
from bpe_play.engine.merges import Candidate
from bpe_play.engine.neighbours import Change

HeapEntry = tuple[int, str]  # a rank, exact or too good, and the pair

_SPARE = 20  # a front that runs short gets so many more than are wanted
_INTAKE = 100  # how many pairs, at least, a lower bar lets in


class Order(NamedTuple):
    """Where a pair stands among equally frequent ones: that with the smallest place comes first.

    place  exactly
    guess  quickly, and perhaps too small
    span   larger than any place
    """

    place: Callable[[str], int]
    guess: Callable[[str], int]
    span: int


class Candidates:
    """Pairs (two characters each, see token_chars.py) ranked by count, and by order among equals.

    count_all  counts all pairs that occur at least so often
    fits       whether a pair may be merged at all; None if all may
    """

    def __init__(
        self,
        count_all: Callable[[int], dict[str, int]],
        order: Order,
        fits: Callable[[str], bool] | None = None,
    ) -> None:
        self._count_all, self._order, self._fits = count_all, order, fits
        self._least = 2
        self._counts = self._count()
        self._bar = self._top = max(self._counts.values(), default=1) + 1
        self._pairs_with: Counter[int] = Counter()  # how many pairs have a count, from the bar up
        self._heap: list[HeapEntry] = []
        self._front = Front()

    def _count(self) -> dict[str, int]:
        counts = self._count_all(self._least)
        return {pair: counts[pair] for pair in filter(self._fits, counts)} if self._fits else counts

    def best(self, wanted: int) -> list[Candidate]:
        """The best pairs, best first; fewer than wanted only if there are fewer."""
        front = self._front.candidates
        while len(front) < wanted:
            if self._heap:
                self._fill_front(wanted + _SPARE)
            elif self._bar > 1:
                self._lower_bar()
            else:
                break
        return front[:wanted]

    def count(self, pair: str) -> int:
        """How often a pair occurs, exactly if it is as frequent as one of the best; else 0 may be said."""
        return self._counts.get(pair, 0)

    def tied(self, count: int) -> int:
        """How many pairs have this count; the count must be that of one of the best."""
        return self._pairs_with[count]

    def take(self, pair: str) -> None:
        """The pair is merged and gone."""
        self._fall(pair, self._counts.pop(pair), 0)

    def update(self, changes: Iterable[Change]) -> list[str]:
        """Pairs have lost occurrences to new pairs. Returns the pairs that are gone.

        A pair that is not known loses nothing: it was just merged, is too rare, or does not fit.
        """
        counts, bar, least, fits = self._counts, self._bar, self._least, self._fits
        gone, fallen, entering = [], [], []
        for lost, born, amount in changes:
            old = counts.get(lost, 0)
            if old - amount >= least:
                counts[lost] = old - amount
            elif old:
                del counts[lost]
                gone.append(lost)
            if old >= bar:
                fallen.append((lost, old, old - amount))
            if amount < least or (fits and not fits(born)):
                continue
            counts[born] = amount
            if amount >= bar:
                entering.append((born, amount))
        for pair, old, new in fallen:
            self._fall(pair, old, new)
        for pair, count in entering:
            self._pairs_with[count] += 1
            self._enter(pair, count)
        return gone

    def _fall(self, pair: str, old: int, new: int) -> None:
        """Move a pair whose count has fallen; in the heap it can wait until it comes up."""
        self._pairs_with[old] -= 1
        if new >= self._bar:
            self._pairs_with[new] += 1
        if self._front.remove(pair):
            count = self._counts.get(pair, 0)
            if count >= self._bar:
                self._enter(pair, count)

    def _enter(self, pair: str, count: int) -> None:
        """Put a pair that is in neither of them into the front, if it is good enough, or the heap."""
        last = self._front.last_rank
        rank = self._rank(count, self._order.guess(pair))
        if rank > last:
            heappush(self._heap, (rank, pair))
            return
        rank = self._rank(count, self._order.place(pair))
        if rank > last:
            heappush(self._heap, (rank, pair))
        else:
            self._front.insert(rank, pair, count)

    def _rank(self, count: int, place: int) -> int:
        return (self._top - count) * self._order.span + place

    def _fill_front(self, size: int) -> None:
        """Move the best pairs of the heap to the front, once their ranks are exact."""
        heap, front = self._heap, self._front
        while heap and len(front.candidates) < size:
            rank, pair = heap[0]
            count = self._counts.get(pair, 0)
            if count < self._bar:
                heappop(heap)
            elif rank == (exact := self._rank(count, self._order.place(pair))):
                heappop(heap)
                front.insert(rank, pair, count)
            else:
                heapreplace(heap, (exact, pair))

    def _lower_bar(self) -> None:
        """Let pairs from below the bar into the empty heap: an 8th of them, or the least intake."""
        old = self._bar
        if old == self._least:
            self._least = 1
            self._counts = self._count()
        below = {count: pairs for count, pairs in Counter(self._counts.values()).items() if count < old}
        intake, room = 0, max(_INTAKE, sum(below.values()) // 8)
        for self._bar in sorted(below, reverse=True):
            self._pairs_with[self._bar] = below[self._bar]
            intake += below[self._bar]
            if intake >= room:
                break
        else:
            self._bar = self._least
        self._heap = [
            (self._rank(count, self._order.guess(pair)), pair)
            for pair, count in self._counts.items()
            if self._bar <= count < old
        ]
        heapify(self._heap)
