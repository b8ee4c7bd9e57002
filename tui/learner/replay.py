"""A corpus on which merges are made one by one and pairs counted: quick enough to check a learner's list.

Each token is one character of a `str`, so that counting and merging are what `str` does in C: `replace` goes
from left to right without overlap, as a merge does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from bpe_play.engine.merges import BYTES, Pair
from bpe_play.engine.token_chars import char_of


class Replay:
    """Words with their weights, cut by the merges made so far. Ids may be any: what made them counts.

    >>> replay = Replay({b"aaab": 2})
    >>> replay.count((97, 97)), replay.merge((97, 97), 256), replay.count((256, 97))
    (4, None, 2)
    """

    def __init__(self, words: Mapping[bytes, int]) -> None:
        self._pieces = ["".join(map(char_of, word)) for word in words]
        self._weights = list(words.values())
        self._chars = {byte: char_of(byte) for byte in range(BYTES)}
        self._made = BYTES

    def count(self, pair: Pair) -> int:
        """How often the pair stands in the corpus; every pair of neighbours counts."""
        left, right = (self._chars[token_id] for token_id in pair)
        count = _count_twins if left == right else str.count
        pieces = zip(self._pieces, self._weights, strict=True)
        return sum(count(piece, left + right) * weight for piece, weight in pieces)

    def merge(self, pair: Pair, new_id: int) -> None:
        char = char_of(self._made)
        self._made += 1
        both = self._chars[pair[0]] + self._chars[pair[1]]
        self._pieces = [piece.replace(both, char) for piece in self._pieces]
        self._chars[new_id] = char


def _count_twins(piece: str, both: str) -> int:
    """Two of the same overlap: aaa holds aa twice."""
    return len(re.findall(f"(?={re.escape(both)})", piece)) if both in piece else 0
