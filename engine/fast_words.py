"""The words of a corpus, kept so that a merge touches only the words that hold its pair.

Each different word is one `str`, a character a token (token_chars.py), and has a weight: how often it stands
in the corpus. An index tells for each pair the numbers of the words that hold it. To merge a pair, each of
these words is cut at it (`x ab y` gives `x` and `y`) and joined again by the new token; what stood left and
right of the cuts tells which pairs have changed (neighbours.py).

Which pair to merge is decided elsewhere (candidates.py). Very long words are better off in fast_text.py.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import accumulate
from operator import add, mul

from bpe_play.engine.neighbours import Change, Neighbours
from bpe_play.engine.token_chars import SINGLE_CHARS


class WordIndex:
    """Words and their weights, as they are cut at this moment.

    starts[i]    the place of word i: at which byte it would begin if the words stood one after the other
    where[pair]  ascending numbers of the words that hold the pair; some of them may hold it no more
    """

    def __init__(self, words: Iterable[bytes], weights: Iterable[int]) -> None:
        self._words = [word.decode("latin-1") for word in words]
        self._weights = list(weights)
        self._starts = list(accumulate(map(len, self._words), initial=0))
        self._where: dict[str, list[int]] = {}
        self._bytes_of = dict.fromkeys(SINGLE_CHARS, 1)
        self._weigh = len if set(self._weights) == {1} else self._sum_weights
        self.span = self._starts[-1] + 1  # larger than any place

    def find_pairs(self) -> dict[str, int]:
        """Fill the index; how often each pair occurs."""
        where: defaultdict[str, list[int]] = defaultdict(list)
        for number, word in enumerate(self._words):
            for pair in map(add, word, word[1:]):
                where[pair].append(number)
        self._where = dict(where)
        return {pair: self._weigh(numbers) for pair, numbers in where.items()}

    def tokens(self) -> int:
        """How many tokens the corpus has."""
        return sum(map(mul, map(len, self._words), self._weights))

    def _sum_weights(self, numbers: list[int]) -> int:
        return sum(map(self._weights.__getitem__, numbers))

    def merge(self, pair: str, new: str) -> tuple[int, list[Change]]:
        """Replace a pair by a new token: how often that was, and which other pairs it has changed."""
        self._bytes_of[new] = self._bytes_of[pair[0]] + self._bytes_of[pair[1]]
        neighbours = Neighbours()
        replaced = self._replace(pair, new, neighbours)
        changes = []
        for lost, born, numbers in neighbours.changes(pair, new):
            changes.append((lost, born, self._weigh(numbers)))
            if neighbours.has_repeats and len(numbers) > 1:
                numbers = list(dict.fromkeys(numbers))
            self._where[born] = numbers
        return replaced, changes

    def _replace(self, pair: str, new: str, neighbours: Neighbours) -> int:
        words, weights = self._words, self._weights
        left_of, right_of = neighbours.left, neighbours.right
        replaced = 0
        for number in self._where.pop(pair):
            parts = words[number].split(pair)
            if len(parts) == 2:  # the usual case, written out for speed
                left, right = parts
                words[number] = left + new + right
                replaced += weights[number]
                if left:
                    left_of[left[-1]].append(number)
                if right:
                    right_of[right[0]].append(number)
            elif len(parts) > 2:
                words[number] = new.join(parts)
                replaced += weights[number] * (len(parts) - 1)
                neighbours.collect(number, parts)
        return replaced

    def forget(self, pairs: Iterable[str]) -> None:
        """These pairs are not asked for any more."""
        for pair in pairs:
            self._where.pop(pair, None)

    def guess_place(self, pair: str) -> int:
        """Not after the first place of the pair, and known at once."""
        return self._starts[self._where[pair][0]]

    def first_place(self, pair: str) -> int:
        """At which byte the pair stands first."""
        numbers = self._where[pair]
        stale = 0
        while (position := self._searched(numbers[stale]).find(pair)) < 0:
            stale += 1
        del numbers[:stale]
        number = numbers[0]
        return self._starts[number] + self._bytes_in(self._words[number][:position])

    def _searched(self, number: int) -> str:
        """What holds the pairs of a word."""
        return self._words[number]

    def _bytes_in(self, tokens: str) -> int:
        return sum(map(self._bytes_of.__getitem__, tokens))
