"""A vocabulary out of a list of ranks: find the merges that the list does not tell.

A rank file says what each token is and when it was learned, not from what. But the token was one pair when
it was learned, so cutting its bytes with the tokens before it must leave two parts: its parents.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from bpe_play.engine.merges import BYTES, SINGLE_BYTES, Pair
from bpe_play.engine.vocabulary import Vocabulary

Progress = Callable[[float], None]


def vocabulary_of(ranks: Mapping[bytes, int], progress: Progress = lambda done: None) -> Vocabulary:
    """The vocabulary of any list of ranks that has all single bytes; it encodes as tiktoken does.

    Ranks that no training made may hold tokens that no one pair makes. Then whatever two neighbours join
    to a token are merged, and a piece that is a token is never cut.
    """
    pairs, ids, orphans = recover_merges(ranks, progress)
    if orphans:
        return _by_bytes(ranks)
    tokens = {rank: token for token, rank in ranks.items()}
    return Vocabulary.of_parts(_byte_ids(ranks), tokens, pairs, ids)


def recover_merges(
    ranks: Mapping[bytes, int], progress: Progress = lambda done: None
) -> tuple[list[Pair], list[int], list[bytes]]:
    """The pairs and the ids they make, both in order of rank, and the first token that no pair makes.

    Where there is no such token, replaying the pairs gives the same ids as merging by rank. Two neighbours
    whose bytes join to a token are then always its parents: whatever merged inside them had a lower rank,
    in the context as in the token alone, and nothing merged across.

    >>> recover_merges({b"a": 0, b"b": 1, b"c": 2, b"bc": 3, b"abc": 4})
    ([(1, 2), (0, 3)], [3, 4], [])
    """
    in_order = sorted((rank, token) for token, rank in ranks.items() if len(token) > 1)
    left, right = _halves_of([token for _, token in in_order], progress)
    ids = [rank for rank, _ in in_order]
    orphans = [token for _, token in in_order[len(left) : len(left) + 1]]
    rank_of = [*(ranks.get(byte, -1) for byte in SINGLE_BYTES), *ids].__getitem__
    return list(zip(map(rank_of, left), map(rank_of, right), strict=True)), ids[: len(left)], orphans


def _halves_of(learned: Sequence[bytes], progress: Progress) -> tuple[list[int], list[int]]:
    """The numbers of the parents of each token, up to the first that has none.

    Single bytes have the numbers 0 to 255, the tokens learned from 256 on. Of the ways to halve a token the
    right one is that whose halves are finished before anything merges across the border between them. To
    see that, one goes back in time along the border, as in survivors.py: the later made of the two tokens
    beside it is taken apart, again and again, and never must both join to one that is older than that.
    """
    tokens, lefts, rights = list(SINGLE_BYTES), [0] * BYTES, [0] * BYTES
    numbers = dict(zip(SINGLE_BYTES, range(BYTES), strict=True))
    number = numbers.get

    def is_crossed(left: int, right: int) -> bool:
        while left >= BYTES or right >= BYTES:
            if left > right:
                before, left = left, rights[left]
            else:  # of two equal merges the one on the left comes first
                before, right = right + 1, lefts[right]
            if number(tokens[left] + tokens[right], before) < before:
                return True
        return False

    for done, token in enumerate(learned):
        if done % 4096 == 0:
            progress(done / len(learned))
        for at in _places(len(token)):
            left = number(token[:at])
            right = None if left is None else number(token[at:])
            if left is not None and right is not None and not is_crossed(left, right):
                numbers[token] = len(tokens)
                tokens.append(token)
                lefts.append(left)
                rights.append(right)
                break
        else:
            break
    return lefts[BYTES:], rights[BYTES:]


@lru_cache(maxsize=1 << 10)
def _places(length: int) -> tuple[int, ...]:
    """Where a token can be halved, the middle first: there it is found soonest."""
    return tuple(sorted(range(1, length), key=lambda at: abs(2 * at - length)))


def _by_bytes(ranks: Mapping[bytes, int]) -> Vocabulary:
    """A vocabulary in which all ways to halve a token are one step: its pair is the first of them."""
    in_order = sorted((rank, token) for token, rank in ranks.items())
    halves = [(rank, _halves(token, ranks)) for rank, token in in_order if len(token) > 1]
    made = [(rank, pairs) for rank, pairs in halves if pairs]
    vocabulary = Vocabulary.of_parts(
        _byte_ids(ranks), dict(in_order), [pairs[0] for _, pairs in made], [rank for rank, _ in made]
    )
    for step, (_, pairs) in enumerate(made, start=1):
        vocabulary.steps.update(dict.fromkeys(pairs, step))
    vocabulary.whole, vocabulary.singly = ranks, True
    return vocabulary


def _halves(token: bytes, ranks: Mapping[bytes, int]) -> list[Pair]:
    both = ((ranks.get(token[:at]), ranks.get(token[at:])) for at in range(1, len(token)))
    return [(left, right) for left, right in both if left is not None and right is not None]


def _byte_ids(ranks: Mapping[bytes, int]) -> list[int]:
    return [ranks[byte] for byte in SINGLE_BYTES]
