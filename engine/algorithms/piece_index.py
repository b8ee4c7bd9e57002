"""Pieces with scores, made for looking them up in a text, and the most probable way to cut it (Viterbi)."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

UNKNOWN_ID = -1
_NO_SCORE = -math.inf
_NOT_THERE = (UNKNOWN_ID, _NO_SCORE)


class Edge(NamedTuple):
    """A piece where it stands in the text: text[start:end]; the id -1 is a character without a piece."""

    start: int
    end: int
    id: int
    score: float


@dataclass(frozen=True)
class Index:
    """Pieces by their text, made for looking up all that begin at one place.

    entries        text → (id, score); None for a text that is no piece, but the beginning of one
    longest        characters of the longest piece
    unknown_score  that of a character without a piece
    single         whether sums are rounded to 32 bits, as sentencepiece does: two ways that are equally
                   good in exact arithmetic then end up in the order in which they do there
    """

    entries: dict[str, tuple[int, float] | None]
    longest: int
    unknown_score: float
    single: bool = False

    @classmethod
    def of(
        cls, pieces: Iterable[tuple[str, int, float]], unknown_score: float, single: bool = False
    ) -> Index:
        """From (text, id, score)."""
        entries: dict[str, tuple[int, float] | None] = {}
        for text, piece_id, score in pieces:
            for end in range(1, len(text)):
                entries.setdefault(text[:end])
            entries[text] = (piece_id, score)
        return cls(entries, max(map(len, entries), default=1), unknown_score, single)

    def edges_from(self, text: str, start: int) -> list[Edge]:
        """Every piece that begins here, the shortest first; the character itself if it has no piece."""
        edges: list[Edge] = []
        for end in range(start + 1, min(len(text), start + self.longest) + 1):
            part = text[start:end]
            if part not in self.entries:
                break
            entry = self.entries[part]
            if entry is not None:
                edges.append(Edge(start, end, *entry))
        if not edges or edges[0].end > start + 1:
            edges.insert(0, Edge(start, start + 1, UNKNOWN_ID, self.unknown_score))
        return edges


def best_path(text: str, index: Index) -> list[Edge]:
    """The most probable way; among equal ones that whose last piece is longest, and so on to the left.

    >>> index = Index.of([("a", 1, -1.0), ("b", 2, -1.0), ("ab", 3, -1.5)], -10.0)
    >>> [edge.id for edge in best_path("abaz", index)]
    [3, 1, -1]
    """
    size, entries, longest = len(text), index.entries, index.longest
    best = array("f" if index.single else "d", [_NO_SCORE]) * (size + 1)
    best[0] = 0.0
    rounded = array("f" if index.single else "d", [0.0])
    back: list[tuple[int, int, float]] = [(0, 0, 0.0)] * (size + 1)
    for start in range(size):
        so_far = best[start]
        alone = False
        for end in range(start + 1, min(size, start + longest) + 1):
            entry = entries.get(text[start:end], _NOT_THERE)
            if entry is None:
                continue
            if entry is _NOT_THERE:
                break
            alone = alone or end == start + 1
            rounded[0] = so_far + entry[1]
            if rounded[0] > best[end]:
                best[end] = rounded[0]
                back[end] = (start, *entry)
        if not alone:
            rounded[0] = so_far + index.unknown_score
            if rounded[0] > best[start + 1]:
                best[start + 1] = rounded[0]
                back[start + 1] = (start, UNKNOWN_ID, index.unknown_score)
    return _walk_back(back)


def _walk_back(back: list[tuple[int, int, float]]) -> list[Edge]:
    path: list[Edge] = []
    end = len(back) - 1
    while end:
        start, piece_id, score = back[end]
        path.append(Edge(start, end, piece_id, score))
        end = start
    return path[::-1]
