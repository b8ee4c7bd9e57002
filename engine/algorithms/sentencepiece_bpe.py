"""BPE as sentencepiece has it: any two neighbours merge whose text together is a piece, the best score first.

It has no list of merges, only pieces with scores; among equal scores the leftmost pair comes first. So a
piece can come about from any two parts, where BPE over a merge list asks for the two it was learned from.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from heapq import heappop, heappush

from bpe_play.engine.algorithms.piece_index import UNKNOWN_ID, Edge
from bpe_play.engine.algorithms.scored_pieces import ScoredPieces
from bpe_play.engine.algorithms.steps import Move
from bpe_play.engine.algorithms.text_rules import Cut, TextRules
from bpe_play.engine.door import to_text


class SentencePieceBpeModel(ScoredPieces):
    """Cuts text by merging.

    never   ids of pieces that text never becomes, although it may spell them
    whole   pieces that are taken as they stand, before anything is merged, and never merge
    unused  ids of pieces that are cut up again, into what they were merged from

    >>> pieces = [("<unk>", 0.0), ("a", 0.0), ("b", 0.0), ("ab", -1.0), ("ba", 0.0)]
    >>> model = SentencePieceBpeModel(pieces, 0, never={0})
    >>> model.encode("abab"), model.encode("axb")
    ([1, 4, 2], [1, 0, 2])
    """

    def __init__(
        self,
        pieces: Sequence[tuple[str, float]],
        unk_id: int | None,
        byte_fallback: bool = False,
        rules: TextRules | None = None,
        *,
        never: Collection[int] = (),
        whole: Collection[str] = (),
        unused: Collection[int] = (),
    ) -> None:
        super().__init__(pieces, unk_id, byte_fallback, rules)
        self._entries = {
            text: (piece_id, score)
            for piece_id, (text, score) in enumerate(pieces)
            if text and piece_id not in never
        }
        self._whole, self._unused = sorted(whole, key=len, reverse=True), frozenset(unused)

    def cut(self, piece: bytes, step: int | None) -> list[Cut]:
        text = to_text(piece)
        merging = _Merging(text, self._start(text), self._entries)
        merging.run()
        return self._cuts(merging)

    def moves(self, piece: bytes, step: int | None) -> Iterator[Move]:
        text = to_text(piece)
        merging = _Merging(text, self._start(text), self._entries)
        yield Move("start", self.names(self._cuts(merging)), 0)
        while merging.merge():
            yield Move("merge", self.names(self._cuts(merging)), 0)
        names = self.names(self._cuts(merging))
        yield Move("no two neighbours make a piece", names, len(names))

    def _start(self, text: str) -> list[tuple[int, int, bool]]:
        """Characters and whole pieces: start, end, and whether it may merge."""
        parts: list[tuple[int, int, bool]] = []
        start = 0
        while start < len(text):
            found = next((piece for piece in self._whole if text.startswith(piece, start)), "")
            end = start + (len(found) or 1)
            parts.append((start, end, not found))
            start = end
        return parts

    def _cuts(self, merging: _Merging) -> list[Cut]:
        edges = [
            Edge(start, end, *self._entries.get(merging.text[start:end], (UNKNOWN_ID, 0.0)))
            for start, end in merging.parts(self._is_unused)
        ]
        return self.cuts_of(merging.text, edges)

    def _is_unused(self, part: str) -> bool:
        entry = self._entries.get(part)
        return entry is not None and entry[0] in self._unused


class _Merging:
    """A text in the course of merging: parts, linked in both directions, and a heap of what could merge."""

    def __init__(
        self, text: str, parts: Sequence[tuple[int, int, bool]], entries: Mapping[str, tuple[int, float]]
    ) -> None:
        self.text, self._entries = text, entries
        self._ends = {start: end for start, end, _ in parts}
        self._before = {end: start for start, end, _ in parts}
        self._frozen = {start for start, _, may_merge in parts if not may_merge}
        self._made_of: dict[tuple[int, int], int] = {}
        self._heap: list[tuple[float, int, int, int]] = []
        for start, end, _ in parts:
            self._push(start, end)

    def _push(self, left: int | None, right: int) -> None:
        end = self._ends.get(right)
        if left is None or end is None or left in self._frozen or right in self._frozen:
            return
        entry = self._entries.get(self.text[left:end])
        if entry is not None:
            heappush(self._heap, (-entry[1], left, right, end))

    def merge(self) -> bool:
        """Make the best merge there is; False when there is none."""
        while self._heap:
            _, left, right, end = heappop(self._heap)
            if self._ends.get(left) == right and self._ends.get(right) == end:
                del self._ends[right]
                self._ends[left], self._before[end] = end, left
                self._made_of[left, end] = right
                self._push(self._before.get(left), left)
                self._push(left, end)
                return True
        return False

    def run(self) -> None:
        while self.merge():
            pass

    def parts(self, is_unused: Callable[[str], bool]) -> Iterator[tuple[int, int]]:
        """Start and end of each part, unused ones cut up into what they were made of."""
        start = 0
        while start < len(self.text):
            end = self._ends[start]
            yield from self._used(start, end, is_unused)
            start = end

    def _used(self, start: int, end: int, is_unused: Callable[[str], bool]) -> Iterator[tuple[int, int]]:
        middle = self._made_of.get((start, end))
        if middle is None or not is_unused(self.text[start:end]):
            yield start, end
            return
        yield from self._used(start, middle, is_unused)
        yield from self._used(middle, end, is_unused)
