"""Pieces with scores, made for looking them up in a text, and the most probable way to cut it (Viterbi)."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

UNKNOWN_ID = -1
_NO_SCORE = -math.inf


class Edge(NamedTuple):
    """A piece where it stands in the text: text[start:end]; the id -1 is a character without a piece."""

    start: int
    end: int
    id: int
    score: float


@dataclass(frozen=True)
class Index:
    """Pieces by their text, made for looking up all that begin at one place.

    places         text → where its id and its score are; the last place for a text that is no piece, but the
                   beginning of one
    ids, scores    by place; the last place has no id, and the score of what is not there: minus infinity
    longest        characters of the longest piece
    unknown_score  that of a character without a piece
    single         whether sums are rounded to 32 bits, as sentencepiece does: two ways that are equally
                   good in exact arithmetic then end up in the order in which they do there
    """

    places: dict[str, int]
    ids: Sequence[int]
    scores: Sequence[float]
    longest: int
    unknown_score: float
    single: bool = False

    @classmethod
    def of(
        cls, pieces: Iterable[tuple[str, int, float]], unknown_score: float, single: bool = False
    ) -> Index:
        """From (text, id, score)."""
        places: dict[str, int] = {}
        ids: list[int] = []
        scores: list[float] = []
        for place, (text, piece_id, score) in enumerate(pieces):
            for end in range(1, len(text)):
                places.setdefault(text[:end], -1)
            places[text] = place
            ids.append(piece_id)
            scores.append(score)
        longest = max(map(len, places), default=1)
        return cls(places, [*ids, UNKNOWN_ID], [*scores, _NO_SCORE], longest, unknown_score, single)

    def scored(self, scores: Sequence[float], unknown_score: float) -> Index:
        """The same pieces with other scores, which is done at once; minus infinity for one that is not there."""
        return replace(self, scores=scores, unknown_score=unknown_score)

    def find(self, text: str) -> tuple[int, float] | None:
        """Id and score of a piece, if it is there."""
        place = self.places.get(text, -1)
        score = self.scores[place]
        return None if score == _NO_SCORE else (self.ids[place], score)

    def edges_from(self, text: str, start: int) -> list[Edge]:
        """Every piece that begins here, the shortest first; the character itself if it has no piece."""
        edges: list[Edge] = []
        for end in range(start + 1, min(len(text), start + self.longest) + 1):
            place = self.places.get(text[start:end])
            if place is None:
                break
            if self.scores[place] != _NO_SCORE:
                edges.append(Edge(start, end, self.ids[place], self.scores[place]))
        if not edges or edges[0].end > start + 1:
            edges.insert(0, Edge(start, start + 1, UNKNOWN_ID, self.unknown_score))
        return edges


def best_path(text: str, index: Index) -> list[Edge]:
    """The most probable way; among equal ones that whose last piece is longest, and so on to the left.

    >>> index = Index.of([("a", 1, -1.0), ("b", 2, -1.0), ("ab", 3, -1.5)], -10.0)
    >>> [edge.id for edge in best_path("abaz", index)]
    [3, 1, -1]
    """
    return best_paths(text, index)(len(text))


def best_paths(text: str, index: Index) -> Callable[[int], list[Edge]]:
    """The same for every beginning of a text at once: the most probable way to so many of its characters."""
    size, places, ids, scores, longest = len(text), index.places, index.ids, index.scores, index.longest
    best = array("f" if index.single else "d", [_NO_SCORE]) * (size + 1)
    best[0] = 0.0
    rounded = array("f" if index.single else "d", [0.0])
    back: list[tuple[int, int, float]] = [(0, 0, 0.0)] * (size + 1)
    for start in range(size):
        so_far = best[start]
        alone = False
        for end in range(start + 1, min(size, start + longest) + 1):
            place = places.get(text[start:end])
            if place is None:
                break
            score = scores[place]
            if score == _NO_SCORE:
                continue
            alone = alone or end == start + 1
            rounded[0] = so_far + score
            if rounded[0] > best[end]:
                best[end] = rounded[0]
                back[end] = (start, ids[place], score)
        if not alone:
            rounded[0] = so_far + index.unknown_score
            if rounded[0] > best[start + 1]:
                best[start + 1] = rounded[0]
                back[start + 1] = (start, UNKNOWN_ID, index.unknown_score)
    return lambda end: _walk_back(back, end)


def _walk_back(back: list[tuple[int, int, float]], end: int) -> list[Edge]:
    path: list[Edge] = []
    while end:
        start, piece_id, score = back[end]
        path.append(Edge(start, end, piece_id, score))
        end = start
    return path[::-1]
