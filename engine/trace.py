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
    """The merges that make tokens of one piece, as of step `limit`; the last ids are those of the Encoder.

    Where all occurrences of a pair are merged at once, that is one TraceStep; where merges go one by one
    (`vocabulary.singly`), each is. A piece that is looked up whole has one TraceStep, with the step that
    made the token, or 0, and the pair that it was merged from, or the token twice.

    >>> [step.ids for step in trace(b"acac", Vocabulary.of([(97, 99), (256, 97)]))]
    [(256, 256)]
    """
    limit = vocabulary.step if limit is None else limit
    whole = vocabulary.whole_of(piece, limit)
    if whole is None:
        yield from _replayed(vocabulary.start(piece), vocabulary, limit)
    elif vocabulary.start(piece) != [whole]:
        pair = vocabulary.parents(whole) or (whole, whole)
        yield TraceStep(vocabulary.step_of(whole), pair, whole, (whole,))


def _replayed(ids: list[int], vocabulary: Vocabulary, limit: int) -> Iterator[TraceStep]:
    while steps := [step for pair in pairwise(ids) if 0 < (step := vocabulary.steps.get(pair, 0)) <= limit]:
        first = min(steps)
        new_id = vocabulary.ids[first - 1]
        at = next(at for at, pair in enumerate(pairwise(ids)) if vocabulary.steps.get(pair) == first)
        pair = (ids[at], ids[at + 1])
        ids = [*ids[:at], new_id, *ids[at + 2 :]] if vocabulary.singly else merge(ids, pair, new_id)
        yield TraceStep(first, pair, new_id, tuple(ids))
