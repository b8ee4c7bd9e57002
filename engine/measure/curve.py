"""Compression against vocabulary size: every step of one training is a point of the curve.

The curve on the text that was trained on comes out of the training. On another text the merges are
replayed; algorithms that do not merge are asked to encode it as of some of their steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bpe_play.engine.algorithms.pair_corpus import PairCorpus
from bpe_play.engine.algorithms.protocol import Model
from bpe_play.engine.vocabulary import Vocabulary


@dataclass(frozen=True)
class Point:
    """A vocabulary size, and how long a text is with it."""

    vocabulary: int
    tokens: int
    bytes_per_token: float


def curve(size: int, lengths: Iterable[tuple[int, int]]) -> list[Point]:
    """Points from (vocabulary size, length in tokens), for a text of `size` bytes.

    >>> curve(100, [(256, 100), (257, 80)])[1]
    Point(vocabulary=257, tokens=80, bytes_per_token=1.25)
    """
    return [Point(entries, tokens, size / tokens if tokens else 0.0) for entries, tokens in lengths]


def replayed(pieces: Mapping[bytes, int], vocabulary: Vocabulary) -> Iterator[tuple[int, int]]:
    """Vocabulary size and length of another text, before the first merge and after each.

    pieces  of the other text, with their counts, cut as the vocabulary's own corpus was
    """
    corpus = PairCorpus((vocabulary.start(piece), count) for piece, count in pieces.items())
    entries = len(vocabulary) - vocabulary.step
    yield entries, corpus.tokens
    for step, (pair, new_id) in enumerate(zip(vocabulary.pairs, vocabulary.ids, strict=True), start=1):
        if pair in corpus.counts:
            corpus.merge(pair, new_id)
        yield entries + step, corpus.tokens


def encoded(model: Model, data: bytes, steps: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The same for any model, at the steps asked for."""
    for step in steps:
        yield len(model.ids(step)), len(model.encode(data, step=step))


@dataclass(frozen=True)
class Gain:
    """What doubling the vocabulary brought: bytes per token more."""

    start: int
    end: int
    gain: float


def gains(points: Sequence[Point]) -> list[Gain]:
    """The gain of each doubling, from the first size on, as far as the curve goes.

    >>> [round(gain.gain, 2) for gain in gains(curve(12, [(1, 12), (2, 6), (3, 5), (4, 4)]))]
    [1.0, 1.0]
    """
    by_size = {point.vocabulary: point.bytes_per_token for point in points}
    found: list[Gain] = []
    size = min(by_size, default=0)
    while size and 2 * size in by_size:
        found.append(Gain(size, 2 * size, by_size[2 * size] - by_size[size]))
        size *= 2
    return found


@dataclass(frozen=True)
class Trend:
    """How the gains go at the end of the curve: rising or shrinking, from which size on."""

    rises: bool
    since: int
    gains: tuple[float, ...]

    def __str__(self) -> str:
        numbers = ", ".join(f"{gain:.2f}" for gain in self.gains)
        goes = "rise" if self.rises else "shrink"
        return f"From {self.since:,} on the gains {goes}: {numbers} bytes per token with each doubling."


def trend(found: Sequence[Gain]) -> Trend | None:
    """Whether the last gains rise or shrink, as far back as they do so; None with fewer than two.

    >>> print(trend([Gain(256, 512, 1.2), Gain(512, 1024, 0.8), Gain(1024, 2048, 0.9)]))
    From 512 on the gains rise: 0.80, 0.90 bytes per token with each doubling.
    """
    if len(found) < 2:
        return None
    rises = found[-1].gain > found[-2].gain
    first = len(found) - 2
    while first and (found[first].gain > found[first - 1].gain) == rises:
        first -= 1
    return Trend(rises, found[first].start, tuple(gain.gain for gain in found[first:]))


def bend(points: Sequence[Point]) -> Point | None:
    """Where each further doubling begins to bring less than the one before, to the end; None if nowhere.

    On a small text there is no such place: the longer tokens get, the more of the text each of them is.
    """
    at_the_end = trend(gains(points))
    if at_the_end is None or at_the_end.rises:
        return None
    return next(point for point in points if point.vocabulary == at_the_end.since)
