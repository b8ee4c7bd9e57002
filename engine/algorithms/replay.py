"""The merges that make the tokens of one piece, one after the other, for BPE over bytes or characters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from bpe_play.engine.bpe import merge
from bpe_play.engine.vocabulary import Vocabulary


def replay(piece: bytes, vocabulary: Vocabulary, limit: int) -> Iterator[tuple[int, list[int]]]:
    """Each merge as its step and the ids after it; before the first merge step 0 and the ids it starts with.

    >>> [(step, len(ids)) for step, ids in replay(b"acac", Vocabulary.of([(97, 99), (256, 97)]), 2)]
    [(0, 4), (1, 2)]
    """
    ids = vocabulary.start(piece)
    yield 0, ids
    while steps := [step for pair in pairwise(ids) if 0 < (step := vocabulary.steps.get(pair, 0)) <= limit]:
        first = min(steps)
        ids = merge(ids, vocabulary.pairs[first - 1], vocabulary.ids[first - 1])
        yield first, ids
