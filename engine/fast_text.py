"""Very long words, a whole text for example, kept so that a merge touches only the places that hold its pair.

A long word is cut into blocks, and each block is treated as a word of its own (fast_words.py), but for what
happens at its ends. A token belongs to the block in which it begins, so a pair may stand across the end of
a block; merging it takes the first token of the next block away. In the index a block number i means
"inside block i", and its complement ~i means "across the end of block i". Both are worked on from left to
right, so `aaaa` is merged as if there were no blocks.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from operator import add

from bpe_play.engine.fast_words import WordIndex
from bpe_play.engine.neighbours import Neighbours
from bpe_play.engine.token_chars import spell

BLOCK = 200  # tokens, when it is cut


class TextIndex(WordIndex):
    """Words as in WordIndex, of any length. What is a word there is a block here.

    before, after  the nearest blocks of the same word that are not empty, or -1
    data           the bytes of all words, one after the other
    """

    def __init__(
        self, words: Iterable[str], weights: Iterable[int], token_of: dict[str, bytes] | None = None
    ) -> None:
        blocks: list[str] = []
        block_weights: list[int] = []
        self._before: list[int] = []
        self._after: list[int] = []
        for word, weight in zip(words, weights, strict=True):
            first = len(blocks)
            blocks += [word[start : start + BLOCK] for start in range(0, len(word), BLOCK)]
            last = len(blocks) - 1
            block_weights += [weight] * (len(blocks) - first)
            self._before += [-1, *range(first, last)]
            self._after += [*range(first + 1, last + 1), -1]
        super().__init__(blocks, block_weights, token_of)
        self._data = b"".join(spell(block, self._token_of) for block in blocks)
        self._weights += self._weights[::-1]  # now ~i has the weight of i
        # Number -1: what stands before the first block of a word, and after the last.
        self._words.append("")
        self._before.append(-1)

    def find_pairs(self, least: int) -> dict[str, int]:
        where: defaultdict[str, list[int]] = defaultdict(list)
        counts: Counter[str] = Counter()
        for number, after in enumerate(self._after):
            block, weight = self._words[number], self._weights[number]
            for pair, count in Counter(map(add, block, block[1:])).items():
                where[pair].append(number)
                counts[pair] += count * weight
            if block and after >= 0:
                across = block[-1] + self._words[after][0]
                where[across].append(~number)
                counts[across] += weight
        return self._keep(where, counts, least)

    def _replace(self, pair: str, new: str, neighbours: Neighbours) -> int:
        blocks, weights = self._words, self._weights
        left_of, right_of = neighbours.left, neighbours.right
        replaced, first = 0, pair[0]
        open_place: int | None = None  # of a new token whose right neighbour may be merged next
        for number in self._where.pop(pair):
            parts = blocks[number].split(pair) if number >= 0 else self._take_across(~number, pair)
            if len(parts) < 2:
                continue
            left, right, block = parts[0], parts[-1], number
            if left and right and right != first and open_place is None:  # the usual case
                left_of[left[-1]].append(number)
                right_of[right[0]].append(number)
            else:
                block = max(number, ~number)
                self._note_left(block, left, open_place, pair, neighbours)
                open_place = self._note_right(block, right, pair, neighbours)
            if len(parts) > 2:
                neighbours.between(block, parts)
            blocks[block] = new.join(parts)
            replaced += weights[block] * (len(parts) - 1)
        self._close(open_place, pair, neighbours)
        return replaced

    def _take_across(self, number: int, pair: str) -> list[str]:
        """Cut a block at the pair across its end; the next block loses its first token. Empty if stale."""
        block, after = self._words[number], self._after[number]
        head, rest = self._words[after][:1], self._words[after][1:]
        if block[-1:] + head != pair:
            return []
        self._words[after] = rest
        self._starts[after] += len(self._token_of[head])
        if not rest:
            self._after[number] = self._after[after]
            self._before[self._after[after]] = number
        return [block[:-1], ""]

    def _note_left(
        self, block: int, left: str, open_place: int | None, pair: str, neighbours: Neighbours
    ) -> None:
        """Note what stands left of the first cut in a block: it may be the new token that was made last."""
        before = self._before[block]
        char, place = (left[-1], block) if left else (self._words[before][-1:], ~before)
        if char and place == open_place:
            neighbours.twice.append(place)
            return
        self._close(open_place, pair, neighbours)
        if char:
            neighbours.left[char].append(place)

    def _note_right(self, block: int, right: str, pair: str, neighbours: Neighbours) -> int | None:
        """Note what stands right of the last cut in a block, or where that is if it cannot be told yet."""
        if right in ("", pair[0]):
            return block if right else ~block
        neighbours.right[right[0]].append(block)
        return None

    def _close(self, open_place: int | None, pair: str, neighbours: Neighbours) -> None:
        """The right neighbour was not merged."""
        if open_place is not None:
            char = pair[0] if open_place >= 0 else self._words[self._after[~open_place]][:1]
            if char:
                neighbours.right[char].append(open_place)

    def guess_place(self, pair: str) -> int:
        number = self._where[pair][0]
        return self._starts[max(number, ~number)]

    def _place_in(self, number: int, pair: str) -> int:
        """If the bytes of the pair stand only once in a block, that is where; tokens are counted only if not."""
        if number < 0:
            return self._place_across(~number, pair)
        if pair not in self._words[number]:
            return -1
        after = self._after[number]
        block = self._starts[number], self._starts[after] if after >= 0 else len(self._data)
        token = self._token_of[pair[0]] + self._token_of[pair[1]]
        place = self._data.find(token, *block)
        is_alone = self._data.find(token, place + 1, block[1]) < 0
        return place if is_alone else super()._place_in(number, pair)

    def _place_across(self, number: int, pair: str) -> int:
        after = self._after[number]
        if self._words[number][-1:] + self._words[after][:1] != pair:
            return -1
        return self._starts[after] - len(self._token_of[pair[0]])
