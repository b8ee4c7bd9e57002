"""Words of a corpus, prepared for Unigram training: where in each of them which pieces stand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

# (start, end, piece)
Place = tuple[int, int, int]


@dataclass
class Unit:
    """A word of the corpus: its length in characters, how often it occurs, and where pieces stand in it.

    Places are in order of their start, so whatever leads to a place comes before what starts from it.
    """

    length: int
    weight: int
    places: list[Place]

    @classmethod
    def of(cls, text: str, weight: int, numbers: Mapping[str, int | None], whole: bool = True) -> Unit:
        """The unit of a text; without `whole` the text as one piece is left out.

        numbers  text → piece; None for a text that is no piece, but the beginning of one
        """
        size = len(text)
        places: list[Place] = []
        for start in range(size):
            for end in range(start + 1, size + 1):
                piece = numbers.get(text[start:end], -1)
                if piece is None:
                    continue
                if piece < 0:
                    break
                places.append((start, end, piece))
        if not whole:
            places = [place for place in places if place[:2] != (0, size)]
        return cls(size, weight, places)

    def keep(self, alive: bytearray) -> None:
        """Drop the places of pieces that are no more."""
        self.places = [place for place in self.places if alive[place[2]]]

    def best(self, scores: Sequence[float]) -> tuple[float, list[int]]:
        """The score of the best way, and its pieces from last to first; -inf and none if there is no way."""
        best = [-math.inf] * (self.length + 1)
        best[0] = 0.0
        back: list[tuple[int, int]] = [(0, 0)] * (self.length + 1)
        for start, end, piece in self.places:
            score = best[start] + scores[piece]
            if score > best[end]:
                best[end] = score
                back[end] = (start, piece)
        path: list[int] = []
        place = self.length if best[-1] > -math.inf else 0
        while place:
            place, piece = back[place]
            path.append(piece)
        return best[-1], path


def with_beginnings(pieces: Iterable[tuple[str, int]]) -> dict[str, int | None]:
    """Pieces by text, and None for every beginning of one that is none itself.

    >>> with_beginnings([("abc", 7), ("a", 8)])
    {'a': 8, 'ab': None, 'abc': 7}
    """
    numbers: dict[str, int | None] = {}
    for text, number in pieces:
        for end in range(1, len(text)):
            numbers.setdefault(text[:end])
        numbers[text] = number
    return numbers
