"""Expectation and maximization for Unigram: how often is each piece used, over all ways to cut the corpus?

Every word is prepared once as a list of edges, each a place where a piece stands. Probabilities are
multiplied as they are, not as logarithms, which is three times as fast; a word so long or so improbable
that its product leaves the range of a float is done with logarithms instead.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bpe_play.engine.algorithms.lattice import log_sum
from bpe_play.engine.algorithms.unigram_units import Unit

_SMALL, _LARGE = 1e-100, 1e100
_LARGEST_EXPONENT = 300.0
_LEAST = 0.5  # a piece that is expected less often is dropped


@dataclass
class Expectation:
    """expected[piece]: how often it is used, over all ways by their probability.

    loss  minus the logarithm of the probability of the corpus, in nats
    """

    expected: list[float]
    loss: float

    @property
    def tokens(self) -> float:
        return sum(self.expected)


def expect(
    units: Iterable[Unit], scores: Sequence[float], lengths: Sequence[int], scale: float
) -> Expectation:
    """Count uses over all ways to cut the units.

    scale  about how much a character costs, in nats. Every piece is made more probable by that much for
           each of its characters: all ways through a unit have the same length, so nothing changes but
           that the products stay near 1.
    """
    scale = min(scale, _LARGEST_EXPONENT / max(lengths, default=1))
    chances = [math.exp(score + scale * length) for score, length in zip(scores, lengths, strict=True)]
    result = Expectation([0.0] * len(scores), 0.0)
    for unit in units:
        total = _forward_backward(unit, chances, result.expected)
        if total is None:
            result.loss -= unit.weight * _with_logarithms(unit, scores, result.expected)
        else:
            result.loss -= unit.weight * (math.log(total) - scale * unit.length)
    return result


def _forward_backward(unit: Unit, chances: Sequence[float], expected: list[float]) -> float | None:
    """Add the unit's uses to `expected`; the sum over all ways, or None when it is out of range."""
    places = unit.places
    forward = [0.0] * (unit.length + 1)
    forward[0] = 1.0
    for start, end, piece in places:
        forward[end] += forward[start] * chances[piece]
    total = forward[-1]
    if not _SMALL < total < _LARGE:
        return None
    backward = [0.0] * (unit.length + 1)
    backward[-1] = unit.weight / total
    for start, end, piece in reversed(places):
        share = chances[piece] * backward[end]
        backward[start] += share
        expected[piece] += forward[start] * share
    return total


def _with_logarithms(unit: Unit, scores: Sequence[float], expected: list[float]) -> float:
    """The same without leaving the range; the logarithm of the sum over all ways."""
    ending: list[list[float]] = [[] for _ in range(unit.length + 1)]
    forward = [-math.inf] * (unit.length + 1)
    ending[0] = [0.0]
    at = -1
    for start, end, piece in unit.places:
        while at < start:
            at += 1
            forward[at] = log_sum(ending[at]) if ending[at] else -math.inf
        ending[end].append(forward[start] + scores[piece])
    total = forward[-1] = log_sum(ending[-1])
    starting: list[list[float]] = [[] for _ in range(unit.length + 1)]
    starting[-1] = [0.0]
    for start, end, piece in reversed(unit.places):
        rest = scores[piece] + log_sum(starting[end]) if starting[end] else -math.inf
        starting[start].append(rest)
        expected[piece] += unit.weight * math.exp(forward[start] + rest - total)
    return total


def maximize(expected: Sequence[float], alive: bytearray, needed: int) -> list[float]:
    """New scores from the uses; a piece that is hardly used dies, save the first `needed`, the characters.

    The scores are digamma(use) - digamma(sum), not logarithms of shares: so rarely used pieces lose more,
    and the vocabulary gets sparse by itself (a Bayesian view of the same step; sentencepiece does it too).
    """
    for piece, use in enumerate(expected):
        if alive[piece] and use < _LEAST and piece >= needed:
            alive[piece] = 0
    uses = [max(use, _LEAST) if alive[piece] else 0.0 for piece, use in enumerate(expected)]
    total = digamma(sum(uses)) if any(uses) else 0.0
    return [digamma(use) - total if use else -math.inf for use in uses]


def digamma(x: float) -> float:
    """The derivative of the logarithm of the gamma function, for x > 0, to 8 digits or so.

    >>> round(digamma(1.0), 6), round(digamma(100.0), 6)
    (-0.577216, 4.600162)
    """
    result = 0.0
    while x < 7:
        result -= 1 / x
        x += 1
    x -= 0.5
    square = 1 / (x * x)
    series = square / 24 - 7 * square**2 / 960 + 31 * square**3 / 8064 - 127 * square**4 / 30720
    return result + math.log(x) + series
