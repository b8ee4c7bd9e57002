"""A corpus of symbols in which pairs are counted once and then kept up to date, merge by merge.

All words stand one behind the other in arrays; a position holds a symbol, or NONE once it was merged into
the one before it. Positions are linked within a word, so that a merge touches only its own surroundings.
It does not choose what to merge (pair_training.py), and does not know what a symbol means.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bpe_play.engine.merges import Pair

NONE = -1


class PairCorpus:
    """Symbols with the counts of their pairs.

    counts[pair]      how often the pair stands there: all neighbours count, so `aaa` holds (a, a) twice
    symbol_counts[s]  how often a symbol stands there
    tokens            length of the corpus in symbols

    >>> corpus = PairCorpus([([1, 2, 1, 2], 1), ([2, 3], 10)])
    >>> corpus.counts
    {(1, 2): 2, (2, 1): 1, (2, 3): 10}
    >>> sorted(corpus.merge((1, 2), 4)), corpus.counts, corpus.tokens
    ([(1, 2), (2, 1), (4, 1), (4, 4)], {(2, 3): 10, (4, 4): 1}, 22)
    """

    def __init__(self, words: Iterable[tuple[Sequence[int], int]]) -> None:
        self.counts: dict[Pair, int] = {}
        self.symbol_counts: dict[int, int] = {}
        self.tokens = 0
        self._symbols: list[int] = []
        self._before: list[int] = []
        self._after: list[int] = []
        self._weights: list[int] = []
        self._places: dict[Pair, list[int]] = {}
        self._front: dict[Pair, int] = {}
        self._pairs_with: dict[int, set[Pair]] = {}
        for symbols, weight in words:
            self._add_word(symbols, weight)

    def _add_word(self, symbols: Sequence[int], weight: int) -> None:
        start, end = len(self._symbols), len(self._symbols) + len(symbols)
        self._symbols += symbols
        self._before += [NONE, *range(start, end - 1)][: end - start]
        self._after += [*range(start + 1, end), NONE][: end - start]
        self._weights += [weight] * len(symbols)
        self.tokens += weight * len(symbols)
        for symbol in symbols:
            self.symbol_counts[symbol] = self.symbol_counts.get(symbol, 0) + weight
        for place in range(start, end - 1):
            self._gain((self._symbols[place], self._symbols[place + 1]), place, weight)

    def pairs_with(self, symbol: int) -> Iterable[Pair]:
        """All pairs that hold a symbol."""
        return self._pairs_with.get(symbol, ())

    def first_place(self, pair: Pair) -> int:
        """Where the pair stands first; places are in the order of the corpus."""
        places, front = self._places[pair], self._front[pair]
        while not self._holds(places[front], pair):
            front += 1
        self._front[pair] = front
        return places[front]

    def merge(self, pair: Pair, new: int) -> set[Pair]:
        """Replace every occurrence from left to right, without overlap; the pairs whose counts changed."""
        changed = {pair}
        was_there = new in self.symbol_counts
        self.symbol_counts.setdefault(new, 0)
        for place in self._places[pair][self._front[pair] :]:
            if self._holds(place, pair):
                self._merge_at(place, pair, new, changed)
        if was_there:
            self._sort_places(changed)
        return changed

    def _merge_at(self, place: int, pair: Pair, new: int, changed: set[Pair]) -> None:
        symbols, weight = self._symbols, self._weights[place]
        second = self._after[place]
        before, after = self._before[place], self._after[second]
        lost, gained = [pair], []
        if before != NONE:
            lost.append((symbols[before], pair[0]))
            gained.append(((symbols[before], new), before))
        if after != NONE:
            lost.append((pair[1], symbols[after]))
            gained.append(((new, symbols[after]), place))
            self._before[after] = place
        symbols[place], symbols[second], self._after[place] = new, NONE, after
        for symbol, change in ((pair[0], -weight), (pair[1], -weight), (new, weight)):
            self.symbol_counts[symbol] += change
        self.tokens -= weight
        for other in lost:
            self._lose(other, weight)
        for other, where in gained:
            self._gain(other, where, weight)
        changed.update(lost)
        changed.update(other for other, _ in gained)

    def _holds(self, place: int, pair: Pair) -> bool:
        """Whether the pair stands there still."""
        second = self._after[place]
        return self._symbols[place] == pair[0] and second != NONE and self._symbols[second] == pair[1]

    def _gain(self, pair: Pair, place: int, weight: int) -> None:
        if pair in self.counts:
            self.counts[pair] += weight
            self._places[pair].append(place)
            return
        self.counts[pair] = weight
        self._places[pair] = [place]
        self._front[pair] = 0
        for symbol in pair:
            self._pairs_with.setdefault(symbol, set()).add(pair)

    def _lose(self, pair: Pair, weight: int) -> None:
        self.counts[pair] -= weight
        if self.counts[pair]:
            return
        del self.counts[pair], self._places[pair], self._front[pair]
        for symbol in set(pair):
            self._pairs_with[symbol].discard(pair)

    def _sort_places(self, pairs: Iterable[Pair]) -> None:
        """Bring places into order again, where a symbol came up anew that had been there before."""
        for pair in pairs:
            if pair in self._places:
                self._places[pair].sort()
                self._front[pair] = 0
