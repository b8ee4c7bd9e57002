"""How a piece of text becomes tokens: every merge on the way from bytes to ids, in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from bpe_play.engine.bpe import merge
from bpe_play.engine.merges import Pair
from bpe_play.engine.vocabulary import Vocabulary


@dataclass(frozen=True)
class TraceStep:
    """One replayed merge: its step in training, its pair, the id it makes, and the ids after it."""

    step: int
    pair: Pair
    id: int
    ids: tuple[int, ...]


def trace(piece: bytes, vocabulary: Vocabulary, limit: int | None = None) -> Iterator[TraceStep]:
    """The merges that `bpe.encode` makes in one piece, as of step `limit`.

    >>> [step.ids for step in trace(b"acac", Vocabulary.of([(97, 99), (256, 97)]))]
    [(256, 256)]
    """
    limit = vocabulary.step if limit is None else limit
    ids = [vocabulary.byte_ids[value] for value in piece]
    while steps := [step for pair in pairwise(ids) if 0 < (step := vocabulary.steps.get(pair, 0)) <= limit]:
        first = min(steps)
        pair, new_id = vocabulary.pairs[first - 1], vocabulary.ids[first - 1]
        ids = merge(ids, pair, new_id)
        yield TraceStep(first, pair, new_id, tuple(ids))
