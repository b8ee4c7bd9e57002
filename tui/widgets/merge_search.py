"""Finding merges by the bytes of the token they made."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from bpe_play.engine.vocabulary import Vocabulary


def matching_steps(vocabulary: Vocabulary, query: bytes, after: int = 0) -> list[int]:
    """The steps beyond `after` whose token holds the query's bytes, in order; none for an empty query.

    >>> matching_steps(Vocabulary.of([(97, 98), (99, 100), (256, 257)]), b"b")
    [1, 3]
    """
    tokens, new_ids = vocabulary.tokens, vocabulary.ids[after:]
    return [step for step, made in enumerate(new_ids, after + 1) if query in tokens[made]] if query else []


def next_match(steps: Sequence[int], from_step: int, backwards: bool = False) -> int | None:
    """The nearest match beyond a step, or before it; at the end it begins again from the other end.

    >>> next_match([3, 8], 3), next_match([3, 8], 8), next_match([3, 8], 8, backwards=True)
    (8, 3, 3)
    """
    if not steps:
        return None
    if backwards:
        return steps[bisect_left(steps, from_step) - 1]
    return steps[bisect_right(steps, from_step) % len(steps)]
