"""A vocabulary out of a list of ranks: find the merges that the list does not tell.

A rank file says what each token is and when it was learned, not from what. But the token was one pair when
it was learned, so cutting its bytes with the tokens of lower rank must leave two parts: its parents.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bpe_play.engine.merges import SINGLE_BYTES, Pair
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
    """The pairs and the ids they make, both in order of rank, and the tokens that no pair makes.

    Where that last list is empty, replaying the pairs gives the same ids as merging by rank. Two
    neighbours whose bytes join to a token are then always its parents: whatever merged inside them had a
    lower rank, in the context as in the token alone, and nothing merged across.

    >>> recover_merges({b"a": 0, b"b": 1, b"c": 2, b"bc": 3, b"abc": 4})
    ([(1, 2), (0, 3)], [3, 4], [])
    """
    pairs: list[Pair] = []
    ids: list[int] = []
    orphans: list[bytes] = []
    in_order = sorted((rank, token) for token, rank in ranks.items() if len(token) > 1)
    for number, (rank, token) in enumerate(in_order):
        if number % 4096 == 0:
            progress(number / len(in_order))
        if pair := _parents(token, rank, ranks):
            pairs.append(pair)
            ids.append(rank)
        else:
            orphans.append(token)
    return pairs, ids, orphans


def _parents(token: bytes, rank: int, ranks: Mapping[bytes, int]) -> Pair | None:
    parts = [token[at : at + 1] for at in range(len(token))]
    while len(parts) > 2:
        best, where = rank, -1
        for at in range(len(parts) - 1):
            joined = ranks.get(parts[at] + parts[at + 1], rank)
            if joined < best:
                best, where = joined, at
        if where < 0:
            return None
        parts[where : where + 2] = [parts[where] + parts[where + 1]]
    left, right = ranks.get(parts[0], rank), ranks.get(parts[1], rank)
    return (left, right) if left < rank and right < rank else None


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
