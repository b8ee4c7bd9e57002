"""The trainer that lessons teach, as short as it can be: the whole text is one list, counted anew at each step."""

from __future__ import annotations

from itertools import pairwise


def train(data: bytes, vocab_size: int) -> list[bytes]:
    """The learned tokens in order; of equal pairs the one that stands first is merged.

    >>> train(b"aaabdaaabac", 259)
    [b'aa', b'aaa', b'aaab']
    """
    ids, vocabulary = list(data), [bytes([value]) for value in range(256)]
    for new_id in range(256, vocab_size):
        counts: dict[tuple[int, int], int] = {}
        for pair in pairwise(ids):
            counts[pair] = counts.get(pair, 0) + 1
        best = max(counts, key=counts.__getitem__)
        vocabulary.append(vocabulary[best[0]] + vocabulary[best[1]])
        ids = _merge(ids, best, new_id)
    return vocabulary[256:]


def _merge(ids: list[int], pair: tuple[int, int], new_id: int) -> list[int]:
    merged, at = [], 0
    while at < len(ids):
        found = at + 1 < len(ids) and ids[at] == pair[0] and ids[at + 1] == pair[1]
        merged.append(new_id if found else ids[at])
        at += 2 if found else 1
    return merged
