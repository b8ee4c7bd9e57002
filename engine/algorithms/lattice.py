"""All ways to cut a text into pieces of a vocabulary, each piece with the logarithm of its probability.

The probability of a way is the product of those of its pieces. Here are the best few ways, the probability
of all ways together, and a way drawn at random; the best way alone is in piece_index.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from heapq import nlargest
from itertools import accumulate
from random import Random

from bpe_play.engine.algorithms.piece_index import Edge, Index


@dataclass(frozen=True)
class Lattice:
    """The edges of one text, by where they end.

    >>> lattice = Lattice.of("aa", Index.of([("a", 1, math.log(0.5)), ("aa", 2, math.log(0.5))], -10.0))
    >>> [(round(math.exp(score), 2), [edge.id for edge in path]) for score, path in lattice.best(5)]
    [(0.5, [2]), (0.25, [1, 1])]
    >>> round(math.exp(lattice.log_total()), 2)
    0.75
    """

    length: int
    ending: list[list[Edge]] = field(repr=False)

    @classmethod
    def of(cls, text: str, index: Index) -> Lattice:
        ending: list[list[Edge]] = [[] for _ in range(len(text) + 1)]
        for start in range(len(text)):
            for edge in index.edges_from(text, start):
                ending[edge.end].append(edge)
        return cls(len(text), ending)

    def best(self, number: int) -> list[tuple[float, list[Edge]]]:
        """The most probable ways with their scores, the best first."""
        ways: list[list[tuple[float, Edge | None, int]]] = [[(0.0, None, 0)]]
        for end in range(1, self.length + 1):
            found = (
                (score + edge.score, edge, rank)
                for edge in self.ending[end]
                for rank, (score, _, _) in enumerate(ways[edge.start])
            )
            ways.append(nlargest(number, found, key=lambda way: way[0]))
        return [(way[0], self._path(ways, way)) for way in ways[-1]]

    @staticmethod
    def _path(
        ways: list[list[tuple[float, Edge | None, int]]], way: tuple[float, Edge | None, int]
    ) -> list[Edge]:
        path: list[Edge] = []
        _, edge, rank = way
        while edge is not None:
            path.append(edge)
            _, edge, rank = ways[edge.start][rank]
        return path[::-1]

    def log_totals(self, temperature: float = 1.0) -> list[float]:
        """For each place, the logarithm of the sum over all ways that lead there, scores being divided."""
        totals = [0.0]
        for end in range(1, self.length + 1):
            totals.append(log_sum(totals[edge.start] + edge.score / temperature for edge in self.ending[end]))
        return totals

    def log_total(self) -> float:
        """The logarithm of the probability of all ways together."""
        return self.log_totals()[-1]

    def sample(self, random: Random, temperature: float = 1.0) -> list[Edge]:
        """A way drawn at random: the probability of each, to the power of 1 / temperature.

        Near 0 it is the best way nearly always, at 1 as often as it is probable, high up all are alike.
        """
        totals = self.log_totals(temperature)
        path: list[Edge] = []
        place = self.length
        while place:
            edges = self.ending[place]
            shares = accumulate(
                math.exp(totals[edge.start] + edge.score / temperature - totals[place]) for edge in edges
            )
            drawn = random.random()
            edge = next((edge for edge, share in zip(edges, shares, strict=True) if drawn < share), edges[-1])
            path.append(edge)
            place = edge.start
        return path[::-1]


def log_sum(logarithms: Iterable[float]) -> float:
    """The logarithm of a sum of numbers that are given as logarithms.

    >>> round(log_sum([math.log(2), math.log(3)]), 6) == round(math.log(5), 6)
    True
    """
    values = list(logarithms)
    largest = max(values)
    if largest == -math.inf:
        return largest
    return largest + math.log(sum(math.exp(value - largest) for value in values))
