"""Very long words, a whole text for example, kept so that a merge touches only the places that hold its pair.

A long word is cut into blocks, and each block is treated as a word of its own (fast_words.py), but for what
happens at its ends. A token belongs to the block in which it begins, and a pair to the block of its left
token: so the last pair of a block reaches into the next block, and merging it takes the first token of that
block away. Blocks are worked on from left to right, so `aaaa` is merged as if there were no blocks.

While pairs are frequent, blocks are large: nearly every block holds the pair, and few blocks cost little.
Once pairs are rare, the blocks are cut into small ones: there is little to search around each place.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from operator import add

from bpe_play.engine.fast_words import WordIndex
from bpe_play.engine.neighbours import Change, Neighbours

LARGE, SMALL = 10_000, 100  # tokens in a block
RARE = 1000  # a pair is rare if this is the mean distance between its places, in tokens


class TextIndex(WordIndex):
    """Words as in WordIndex, of any length. What is a word there is a block here.

    before, after  the nearest blocks of the same word that are not empty, or -1
    """

    def __init__(self, words: Iterable[bytes], weights: Iterable[int]) -> None:
        blocks: list[bytes] = []
        block_weights: list[int] = []
        continues: list[bool] = []
        for word, weight in zip(words, weights, strict=True):
            for start in range(0, len(word), LARGE):
                blocks.append(word[start : start + LARGE])
                block_weights.append(weight)
                continues.append(start > 0)
        super().__init__(blocks, block_weights)
        self._link(continues)
        self._has_large_blocks = True
        self._rare = self.tokens() // RARE

    def _link(self, continues: list[bool]) -> None:
        """Make neighbours of blocks, given whether each continues the word of the one before."""
        self._before = [number - 1 if it_does else -1 for number, it_does in enumerate(continues)]
        self._after = [number + 1 if it_does else -1 for number, it_does in enumerate(continues[1:])]
        self._after.append(-1)
        self._words.append("")  # its number is -1: it stands before the first block of a word and after the last
        self._before.append(-1)

    def _cut_small(self) -> None:
        """Cut the large blocks into small ones, and index them."""
        blocks: list[str] = []
        weights: list[int] = []
        starts: list[int] = []
        continues: list[bool] = []
        for number, weight in enumerate(self._weights):
            block, start = self._words[number], self._starts[number]
            for position in range(0, len(block), SMALL):
                blocks.append(block[position : position + SMALL])
                weights.append(weight)
                starts.append(start)
                continues.append(position > 0 or self._before[number] >= 0)
                start += self._bytes_in(blocks[-1])
        self._words, self._weights, self._starts = blocks, weights, starts
        self._link(continues)
        self._has_large_blocks = False
        self._find_places()

    def find_pairs(self) -> dict[str, int]:
        where: defaultdict[str, list[int]] = defaultdict(list)
        counts: Counter[str] = Counter()
        for number, weight in enumerate(self._weights):
            for pair, count in Counter(self._pairs(number)).items():
                where[pair].append(number)
                counts[pair] += count * weight
        self._where = dict(where)
        return dict(counts)

    def _find_places(self) -> None:
        """Fill the index anew."""
        where: defaultdict[str, list[int]] = defaultdict(list)
        for number in range(len(self._weights)):
            for pair in set(self._pairs(number)):
                where[pair].append(number)
        self._where = dict(where)

    def _pairs(self, number: int) -> Iterator[str]:
        chars = self._searched(number)
        return map(add, chars, chars[1:])

    def merge(self, pair: str, new: str) -> tuple[int, list[Change]]:
        replaced, changes = super().merge(pair, new)
        if self._has_large_blocks and replaced < self._rare:
            self._cut_small()
        return replaced, changes

    def _replace(self, pair: str, new: str, neighbours: Neighbours) -> int:
        blocks, weights, after = self._words, self._weights, self._after
        left_of, right_of = neighbours.left, neighbours.right
        replaced = 0
        open_end = -1  # a block that ends in the new token; what follows it is not certain yet
        for number in self._where.pop(pair):
            head = blocks[after[number]][:1]
            parts = (blocks[number] + head).split(pair)
            if len(parts) == 2 and parts[0] and head and len(parts[1]) > 1 and open_end < 0:
                left, right = parts  # the usual case: all happens inside the block
                blocks[number] = left + new + right[:-1]
                replaced += weights[number]
                left_of[left[-1]].append(number)
                right_of[right[0]].append(number)
            elif len(parts) > 1:
                self._note_left_end(number, parts, open_end, neighbours)
                if head and parts[-1]:
                    parts[-1] = parts[-1][:-1]
                elif head:
                    self._take_head(after[number])
                neighbours.collect(number, parts)
                blocks[number] = new.join(parts)
                replaced += weights[number] * (len(parts) - 1)
                open_end = -1 if parts[-1] else number
        self._note_right_end(open_end, neighbours)
        return replaced

    def _note_left_end(self, number: int, parts: list[str], open_end: int, neighbours: Neighbours) -> None:
        """The neighbours where a block begins that was cut into these parts, and where the last one ended."""
        before = -1 if parts[0] else self._before[number]
        if before >= 0 and before == open_end:
            neighbours.twice.append(before)
            return
        if before >= 0:
            neighbours.left[self._words[before][-1]].append(before)
        self._note_right_end(open_end, neighbours)

    def _note_right_end(self, open_end: int, neighbours: Neighbours) -> None:
        if open_end >= 0 and (head := self._words[self._after[open_end]][:1]):
            neighbours.right[head].append(open_end)

    def _take_head(self, number: int) -> None:
        """The first token of a block goes to the block before; a block that has no other is left out."""
        block = self._words[number]
        self._starts[number] += self._bytes_of[block[0]]
        self._words[number] = block[1:]
        if len(block) == 1:
            before, after = self._before[number], self._after[number]
            self._after[before], self._before[after] = after, before

    def _searched(self, number: int) -> str:
        """A block and the first token of the next one."""
        return self._words[number] + self._words[self._after[number]][:1]
