"""One long text, kept whole as long as its pairs are frequent, and in blocks from then on.

At first each merge touches most of the text anyway. Then no index is as quick as going through all of it:
the text is one `str`, cut at the pair and joined again by the new token, and the ends of the parts are the
neighbours that have changed. All of that runs at the speed of C.

As the pairs become rarer, more and more of the text is looked at in vain. From the moment when a merge
replaces less than one token in RARE, blocks with an index take over (fast_text.py). Each merge before that
shortens the text by such a share of it, so to go through the text so often costs, all in all, no more than
RARE times its length.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from operator import itemgetter

from bpe_play.engine.fast_text import TextIndex
from bpe_play.engine.neighbours import Change
from bpe_play.engine.token_chars import single_tokens, spell

RARE = 1300
NEAR = 1000  # tokens; to count the bytes of more takes longer than to search for a place
SIGHT = 24  # tokens

_first, _last = itemgetter(0), itemgetter(-1)


class WholeText:
    """A text that is one word: does what WordIndex does, and is a TextIndex from some moment on.

    known   ascending places, (at which token, at which byte), among them those asked for since the last merge
    """

    def __init__(self, data: bytes, weight: int) -> None:
        self._data, self._weight = data, weight
        self._text = data.decode("latin-1")
        self._token_of = single_tokens()
        self._known = [(0, 0)]
        self._blocks: TextIndex | None = None
        self._least = 1
        self.span = len(data) + 1

    def find_pairs(self, least: int) -> dict[str, int]:
        if self._blocks:
            return self._blocks.find_pairs(least)
        self._least = least
        counts = Counter(pairwise(self._text))
        weighted = {left + right: count * self._weight for (left, right), count in counts.items()}
        return {pair: count for pair, count in weighted.items() if count >= least}

    def tokens(self) -> int:
        return self._blocks.tokens() if self._blocks else len(self._text) * self._weight

    def merge(self, pair: str, new: str) -> tuple[int, list[Change]]:
        if self._blocks:
            return self._blocks.merge(pair, new)
        self._token_of[new] = self._token_of[pair[0]] + self._token_of[pair[1]]
        parts = self._text.split(pair)
        self._text = new.join(parts)
        del self._known[bisect(self._known, len(parts[0]), key=_first) :]
        replaced = len(parts) - 1
        if replaced * RARE < len(self._text):
            self._cut()
        return replaced * self._weight, self._changes(pair, new, parts)

    def _changes(self, pair: str, new: str, parts: list[str]) -> list[Change]:
        """As Neighbours.changes. Nothing between two cuts: the new token follows itself."""
        first, second, weight = pair[0], pair[1], self._weight
        left = Counter(map(_last, filter(None, parts[:-1])))
        right = Counter(map(_first, filter(None, parts[1:])))
        changes = [(char + first, char + new, count * weight) for char, count in left.items()]
        changes += [(second + char, new + char, count * weight) for char, count in right.items()]
        if twice := parts[1:-1].count(""):
            changes.append((second + first, new + new, twice * weight))
        return changes

    def _cut(self) -> None:
        """Go on in blocks."""
        self._blocks = TextIndex([self._text], [self._weight], self._token_of)
        self._blocks.find_pairs(self._least)
        self._text = ""

    def forget(self, pairs: Iterable[str]) -> None:
        if self._blocks:
            self._blocks.forget(pairs)

    def guess_place(self, pair: str) -> int:
        return self._blocks.guess_place(pair) if self._blocks else 0

    def first_place(self, pair: str) -> int:
        """At which byte the pair stands first: counted from the nearest place that is known, if it is near."""
        if self._blocks:
            return self._blocks.first_place(pair)
        position = self._text.find(pair)
        at = bisect(self._known, position, key=_first)
        start, place = self._known[at - 1]
        seen = self._seen_at(position) if position - start > NEAR else None
        if seen is None:
            seen = place + len(spell(self._text[start:position], self._token_of))
        self._known.insert(at, (position, seen))
        return seen

    def _seen_at(self, position: int) -> int | None:
        """At which byte a token begins, if the bytes from there on stand only once in the text."""
        sight = spell(self._text[position : position + SIGHT], self._token_of)
        place = self._data.find(sight)
        return place if self._data.find(sight, place + 1) < 0 else None
