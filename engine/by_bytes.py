"""Whether merging by bytes comes to the same as merging by pairs: then other programs' encoders can be used.

We merge a pair of ids. tiktoken knows no pairs: it merges any two neighbours whose bytes joined are a token,
the lowest rank first, and among equals the leftmost. That differs where a token can also come about from two
other parts, as `a` + `aa` beside `aa` + `a`. A training never makes such a vocabulary, a file may hold one.

It is enough to look at each token alone, with its parents side by side. Whatever merges inside them does so as
it did when they were looked at; so the question is whether anything merges across the border between them
before they are whole. At the border stands at first the last byte of the left one and the first byte of the
right one, then what these are merged into, and so on: two ladders, climbed in the order of the steps.
"""

from __future__ import annotations

from itertools import chain

from bpe_play.engine.merges import BYTES
from bpe_play.engine.vocabulary import Vocabulary

_NEVER = 1 << 60

Ladder = tuple[int, ...]  # tokens, each the child of the next; as their steps


def merges_by_bytes(vocabulary: Vocabulary, limit: int) -> bool:
    """Whether the first `limit` merges are what merging by the bytes of neighbours gives, for every text.

    >>> merges_by_bytes(Vocabulary.of([(97, 97), (256, 97)]), 2)
    True
    >>> merges_by_bytes(Vocabulary.of([(97, 97), (97, 256)]), 2)  # aaa is aa|a, so a|aa comes about nowhere
    False
    """
    if vocabulary.singly or vocabulary.characters or vocabulary.whole:
        return False
    ids = [*vocabulary.byte_ids, *vocabulary.ids[:limit]]
    step_of = {vocabulary.tokens[token_id]: place - BYTES + 1 for place, token_id in enumerate(ids)}
    if len(step_of) < len(ids):  # two tokens with the same bytes
        return False
    ends, starts = _ladders(vocabulary, limit)
    tokens = {step_of[token]: token for token in step_of}
    return not any(
        _crosses(ends[left], starts[right], step_of, tokens) for left, right in vocabulary.pairs[:limit]
    )


def _ladders(vocabulary: Vocabulary, limit: int) -> tuple[dict[int, Ladder], dict[int, Ladder]]:
    """For each id, what its last byte becomes until it is the whole token, and the same for its first byte.

    Single bytes stand in the ladders as steps from -255 to 0, so that each step is one token.
    """
    ends: dict[int, Ladder] = {
        token_id: (place - BYTES + 1,) for place, token_id in enumerate(vocabulary.byte_ids)
    }
    starts = dict(ends)
    for step, ((left, right), token_id) in enumerate(zip(vocabulary.pairs, vocabulary.ids, strict=True), 1):
        if step > limit:
            break
        ends[token_id] = (*ends[right], step)
        starts[token_id] = (*starts[left], step)
    return ends, starts


def _crosses(end: Ladder, start: Ladder, step_of: dict[bytes, int], tokens: dict[int, bytes]) -> bool:
    """Whether something merges across a border, where `end` stands to the left of it and `start` to the right."""
    rungs = chain(end[1:], (_NEVER,)), chain(start[1:], (_NEVER,))
    left, right = end[0], start[0]
    next_left, next_right = next(rungs[0]), next(rungs[1])
    while (now := min(next_left, next_right)) < _NEVER:
        across = step_of.get(tokens[left] + tokens[right], _NEVER)
        # Of equal merges the leftmost is made: one inside the left token comes before the border, one inside
        # the right token after it.
        if across < now or (across == now and next_left != now):
            return True
        if next_left == now:
            left, next_left = now, next(rungs[0])
        if next_right == now:
            right, next_right = now, next(rungs[1])
    return False
