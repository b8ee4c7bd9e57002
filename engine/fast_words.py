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
from bpe_play.engine.token_chars import single_tokens, spell


class WordIndex:
    """Words and their weights, as they are cut at this moment.

    starts[i]    the place of word i: at which byte it would begin if the words stood one after the other
    where[pair]  ascending numbers of the words that hold the pair; some of them may hold it no more
    least        pairs that occur less often are not in `where`
    """

    def __init__(
        self, words: Iterable[str], weights: Iterable[int], token_of: dict[str, bytes] | None = None
    ) -> None:
        self._words, self._weights = list(words), list(weights)
        self._token_of = token_of or single_tokens()
        self._starts = list(accumulate(map(self._bytes_in if token_of else len, self._words), initial=0))
        self._where: dict[str, list[int]] = {}
        self._least = 1
        self._weigh = len if set(self._weights) == {1} else self._sum_weights
        self.span = self._starts[-1] + 1  # larger than any place

    def find_pairs(self, least: int) -> dict[str, int]:
        """Index the pairs that occur at least so often, from now on too; how often each of them occurs."""
        where: defaultdict[str, list[int]] = defaultdict(list)
        for number, word in enumerate(self._words):
            for pair in map(add, word, word[1:]):
                where[pair].append(number)
        return self._keep(where, {pair: self._weigh(numbers) for pair, numbers in where.items()}, least)

    def _keep(self, where: dict[str, list[int]], counts: dict[str, int], least: int) -> dict[str, int]:
        self._least = least
        kept = {pair: count for pair, count in counts.items() if count >= least}
        self._where = {pair: where[pair] for pair in kept}
        return kept

    def tokens(self) -> int:
        """How many tokens the corpus has."""
        return sum(map(mul, map(len, self._words), self._weights))

    def _sum_weights(self, numbers: list[int]) -> int:
        return sum(map(self._weights.__getitem__, numbers))

    def merge(self, pair: str, new: str) -> tuple[int, list[Change]]:
        """Replace a pair by a new token: how often that was, and which other pairs it has changed."""
        self._token_of[new] = self._token_of[pair[0]] + self._token_of[pair[1]]
        neighbours = Neighbours()
        replaced = self._replace(pair, new, neighbours)
        changes = []
        where, least, weigh = self._where, self._least, self._weigh
        for lost, born, numbers in neighbours.changes(pair, new):
            amount = weigh(numbers)
            changes.append((lost, born, amount))
            if amount >= least:
                where[born] = list(dict.fromkeys(numbers)) if neighbours.has_repeats else numbers
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
        while (place := self._place_in(numbers[stale], pair)) < 0:
            stale += 1
        del numbers[:stale]
        return place

    def _place_in(self, number: int, pair: str) -> int:
        """Where the pair stands in a word, or -1."""
        word = self._words[number]
        position = word.find(pair)
        return position if position < 0 else self._starts[number] + self._bytes_in(word[:position])

    def _bytes_in(self, tokens: str) -> int:
        return len(spell(tokens, self._token_of))
