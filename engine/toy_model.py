"""A toy model of the next token: it shows why a token that is never used in training stays a stranger.

This is a stand-in for a large model and no more than that. It knows one thing about a text, which token
follows which, and it is small enough to train in plain Python in seconds. What it shares with a large model
is the part that matters here: an embedding table with one row of numbers for each token, filled with random
numbers at the start, in which training moves only the rows of tokens that occur in the text.

    row of a token (input)  ·  row of another token (output)  =  how likely the other one comes next

Each pair of neighbours in the text is a lesson: tell the token that did follow from a few drawn at random
("negative sampling"). A lesson moves the input row of the one token and the output rows of the others. The
output row of a token that never occurs does move: it is drawn at random now and then, and pushed away, so
that the model never predicts it. That is true of large models too. What a token *means* to the model is its
input row, so it is the input rows whose way from the start is measured.

Same numbers on every machine: Python's own random numbers, sums that are rounded once, and a table with six
digits in place of the exponential function.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, fsum, log, sqrt
from operator import mul
from random import Random

Row = list[float]

_REACH, _STEPS = 8, 64  # scores from -8 to 8, in steps of 1/64
_SIGMOID = [round(1 / (1 + exp(-(at / _STEPS - _REACH))), 6) for at in range(2 * _REACH * _STEPS + 1)]


@dataclass(frozen=True)
class ToySettings:
    """How the toy is built and trained.

    dims        numbers in a row
    rounds      how often it reads the text
    negatives   tokens drawn at random in each lesson
    rate        how far a lesson moves a row; it sinks to a tenth of this towards the end
    seed        of the random numbers
    most_pairs  of a longer text, pairs are taken at equal distances, so many in all
    """

    dims: int = 16
    rounds: int = 10
    negatives: int = 6
    rate: float = 0.15
    seed: int = 1
    most_pairs: int = 100_000


@dataclass(frozen=True, slots=True)
class ToyProgress:
    """So many of so many lessons are done; `loss` is the mean error of the last ones, lower is better."""

    done: int
    total: int
    loss: float


@dataclass(frozen=True, slots=True)
class MovedRow:
    """How often a token was read in training (in one round), and how far its input row is from its start."""

    id: int
    uses: int
    moved: float


class ToyModel:
    """The embedding table of some tokens, and its training.

    >>> model = ToyModel(range(256))
    >>> for progress in model.train(b"abababab"):
    ...     pass
    >>> model.moved(ord("a")) > 0, model.moved(ord("z")), model.predict(ord("a"))[0][0] == ord("b")
    (True, 0.0, True)
    """

    def __init__(self, ids: Iterable[int], settings: ToySettings | None = None) -> None:
        self.settings = settings or ToySettings()
        self.ids = list(ids)
        self.uses: Counter[int] = Counter()
        self._random = Random(self.settings.seed)
        self.inputs = {token_id: self._random_row() for token_id in self.ids}
        self.outputs = {token_id: self._random_row() for token_id in self.ids}
        self.start = {token_id: row.copy() for token_id, row in self.inputs.items()}

    def train(self, text: Sequence[int]) -> Generator[ToyProgress, None, None]:
        """Read the ids of a text several times; every thousand lessons it tells how it goes."""
        pairs = self._lessons(text)
        self.uses.update(current for current, _ in pairs)
        total = len(pairs) * self.settings.rounds
        done, errors = 0, 0.0
        for _ in range(self.settings.rounds):
            for current, following in pairs:
                errors += self._lesson(current, following, self.settings.rate * (1 - 0.9 * done / total))
                done += 1
                if done % 1_000 == 0 or done == total:
                    yield ToyProgress(done, total, errors / ((done - 1) % 1_000 + 1))
                    errors = 0.0

    def moved(self, token_id: int) -> float:
        """The distance of a token's input row from where it started; 0.0 if no lesson ever touched it."""
        pairs = zip(self.inputs[token_id], self.start[token_id], strict=True)
        way = [now - was for now, was in pairs]
        return sqrt(_dot(way, way))

    def rows(self) -> list[MovedRow]:
        """Every token, the farthest row first."""
        rows = [MovedRow(token_id, self.uses[token_id], self.moved(token_id)) for token_id in self.ids]
        return sorted(rows, key=lambda row: (-row.moved, row.id))

    def predict(self, token_id: int, most: int = 5) -> list[tuple[int, float]]:
        """The tokens that the model expects after this one, each with its probability, best first."""
        row = self.inputs[token_id]
        weights = {other: exp(_dot(row, output)) for other, output in self.outputs.items()}
        whole = fsum(weights.values())
        best = sorted(weights.items(), key=lambda item: (-item[1], item[0]))[:most]
        return [(other, weight / whole) for other, weight in best]

    def _random_row(self) -> Row:
        return [self._random.random() - 0.5 for _ in range(self.settings.dims)]

    def _lessons(self, text: Sequence[int]) -> list[tuple[int, int]]:
        pairs = list(pairwise(text))
        stride = max(1, -(-len(pairs) // self.settings.most_pairs))
        return pairs[::stride]

    def _lesson(self, current: int, following: int, rate: float) -> float:
        """Pull the pair together, push the current token and some random ones apart; returns the error."""
        row = self.inputs[current]
        change = [0.0] * len(row)
        error = 0.0
        for other, truth in [(following, 1.0), *self._strangers(following)]:
            output = self.outputs[other]
            guess = _sigmoid(_dot(row, output))
            error -= log(guess if truth else 1 - guess)
            pull = rate * (truth - guess)
            change = [total + pull * value for total, value in zip(change, output, strict=True)]
            self.outputs[other] = [value + pull * own for value, own in zip(output, row, strict=True)]
        self.inputs[current] = [value + step for value, step in zip(row, change, strict=True)]
        return error

    def _strangers(self, following: int) -> list[tuple[int, float]]:
        draw, count = self._random.random, len(self.ids)
        drawn = (self.ids[int(draw() * count)] for _ in range(self.settings.negatives))
        return [(other, 0.0) for other in drawn if other != following]


def _dot(row: Row, other: Row) -> float:
    return fsum(map(mul, row, other))


def _sigmoid(score: float) -> float:
    """Between 0 and 1: how sure a score is."""
    return _SIGMOID[int((min(max(score, -_REACH), _REACH) + _REACH) * _STEPS)]
