"""A curve over vocabulary sizes in two arrays: a published vocabulary has 100,000 points and more, which
must travel between processes and be drawn while nobody waits. And how its gains go, in words.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator

from bpe_play.engine.measure.curve import Point, bend, gains, trend


class SizeCurve:
    """Points in order of size, made when they are asked for; of several with one size, the last.

    size  of the text in bytes

    >>> curve = SizeCurve(9, [(256, 9), (260, 3)])
    >>> len(curve), curve[-1], curve.at(257)
    (2, Point(vocabulary=260, tokens=3, bytes_per_token=3.0), None)
    """

    def __init__(self, size: int = 0, lengths: Iterable[tuple[int, int]] = ()) -> None:
        """`lengths` are vocabulary sizes, each with the length of the text in tokens."""
        ordered = sorted(dict(lengths).items())
        self.size = size
        self._sizes = array("Q", (vocabulary for vocabulary, _ in ordered))
        self._tokens = array("Q", (tokens for _, tokens in ordered))

    def __len__(self) -> int:
        return len(self._sizes)

    def __iter__(self) -> Iterator[Point]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, place: int) -> Point:
        tokens = self._tokens[place]
        return Point(self._sizes[place], tokens, self.size / tokens if tokens else 0.0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SizeCurve) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # arrays can be changed

    def at(self, vocabulary: int) -> Point | None:
        """The point of a size; None where there is none."""
        place = bisect_left(self._sizes, vocabulary)
        is_there = place < len(self) and self._sizes[place] == vocabulary
        return self[place] if is_there else None

    def thinned(self, most: int) -> list[Point]:
        """Not many more points than can be seen: evenly over the factors, with the last."""
        if len(self) <= most:
            return list(self)
        last = len(self) - 1
        return [self[place] for place in sorted({0, last, *(round(last ** (n / most)) for n in range(most))})]


def outcome(curve: SizeCurve) -> str:
    """Whether the gains rise or shrink, and where the curve bends, as found on this text."""
    if not curve:
        return "There is nothing to measure: the corpus is empty."
    points = list(curve)
    found, where = trend(gains(points)), bend(points)
    if found is None:
        return "There is no trend yet: the size must double twice at least."
    goes = "rise" if found.rises else "shrink"
    numbers = ", ".join(f"{gain:+.2f}" for gain in found.gains)
    said = f"The gains {goes} from {found.since:,} on: {numbers} bytes per token with each doubling."
    if where is None:
        return f"{said} No bend: on a small text there may be none."
    if where == points[0]:
        return f"{said} The curve bends from its start."
    return f"{said} It bends at {where.vocabulary:,}."
