"""Byte-pair encoding in its plainest form: this file is the definition, and can be read aloud.

A word is a list of ids. Training counts pairs of neighbours, merges the most frequent one, and repeats.
Encoding replays the merges in the order in which they were learned.

It does not split text into words (pretokenizers.py), it knows no special tokens (specials.py), and it
counts everything again at every step. The fast trainer (fast_words.py, fast_text.py) and the fast encoder
(encoder.py) must give the same results; tests hold them to it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from itertools import pairwise

from bpe_play.engine.choices import Choices, preferred
from bpe_play.engine.merges import BYTES, SINGLE_BYTES, Candidate, Merge, Pair, StopReason, TieRule

Words = Mapping[bytes, int]


def count_pairs(words: Iterable[tuple[list[int], int]]) -> dict[Pair, int]:
    """How often each pair of neighbours occurs, in order of first occurrence.

    Each word comes with its weight: how often it stands in the corpus.

    >>> count_pairs([([1, 2, 1, 2], 1), ([2, 3], 10)])
    {(1, 2): 2, (2, 1): 1, (2, 3): 10}
    """
    counts: dict[Pair, int] = {}
    for ids, weight in words:
        for pair in pairwise(ids):
            counts[pair] = counts.get(pair, 0) + weight
    return counts


def merge(ids: list[int], pair: Pair, new_id: int) -> list[int]:
    """The ids with every occurrence of the pair replaced, from left to right, without overlap.

    >>> merge([1, 1, 1, 2], (1, 1), 256)
    [256, 1, 2]
    """
    merged = []
    position = 0
    while position < len(ids):
        if tuple(ids[position : position + 2]) == pair:
            merged.append(new_id)
            position += 2
        else:
            merged.append(ids[position])
            position += 1
    return merged


def rank_candidates(counts: Mapping[Pair, int], ties: TieRule) -> list[Candidate]:
    """All pairs, best first: by count, and among equals by the tie rule.

    The counts come in order of first occurrence, and sorting keeps the order of equals.
    """
    candidates = [Candidate(pair, count) for pair, count in counts.items()]
    if ties is TieRule.LOWEST_IDS:
        candidates.sort(key=lambda candidate: candidate.pair)
    return sorted(candidates, key=lambda candidate: -candidate.count)


def train(
    words: Words,
    vocab_size: int,
    *,
    ties: TieRule = TieRule.FIRST_SEEN,
    min_count: int = 1,
    longest_token: int | None = None,
    runners_up: int = 10,
    choices: Choices | None = None,
) -> Generator[Merge, None, StopReason]:
    """Learn merges from words and their counts, one at a time, until the vocabulary has its size.

    vocab_size     256 bytes plus the merges
    min_count      a pair that occurs less often is not merged
    longest_token  in bytes; a pair that would make a longer token is no candidate
    runners_up     how many other candidates each Merge carries
    choices        pairs that win steps at which they tie, whatever the tie rule says

    A generator: take as many steps as you like; the reason it ended is its return value. EngineError when it
    comes to a choice that does not tie.

    >>> [merge.token for merge in train({b"aaabdaaabac": 1}, 259)]
    [b'aa', b'aaa', b'aaab']
    """
    corpus = [(list(word), weight) for word, weight in words.items()]
    vocabulary = list(SINGLE_BYTES)
    while len(vocabulary) < vocab_size:
        counts = {
            pair: count
            for pair, count in count_pairs(corpus).items()
            if longest_token is None or len(vocabulary[pair[0]] + vocabulary[pair[1]]) <= longest_token
        }
        if not counts:
            return StopReason.NO_PAIR_LEFT
        step = len(vocabulary) - BYTES + 1
        candidates = rank_candidates(counts, ties)
        if choices and step in choices:
            candidates = preferred(candidates, step, choices[step], counts.get(choices[step], 0))
        best, *others = candidates
        if best.count < min_count:
            return StopReason.BELOW_MINIMUM
        new_id = len(vocabulary)
        vocabulary.append(vocabulary[best.pair[0]] + vocabulary[best.pair[1]])
        corpus = [(merge(ids, best.pair, new_id), weight) for ids, weight in corpus]
        yield Merge(
            step=step,
            pair=best.pair,
            id=new_id,
            token=vocabulary[new_id],
            count=best.count,
            tokens_after=sum(len(ids) * weight for ids, weight in corpus),
            tied=sum(count == best.count for count in counts.values()),
            runners_up=tuple(others[:runners_up]),
        )
    return StopReason.VOCABULARY_FULL


def encode(word: bytes, steps: Mapping[Pair, int]) -> list[int]:
    """The ids of a word: of all pairs in it, merge the one that was learned first, and repeat.

    `steps` tells at which step each pair was merged. Neither the longest token nor the leftmost pair
    decides: with (a, c) learned first and (ac, a) second, `acac` is ac|ac.

    >>> encode(b"acac", {(97, 99): 1, (256, 97): 2})
    [256, 256]
    """
    ids = list(word)
    while True:
        known = [pair for pair in pairwise(ids) if pair in steps]
        if not known:
            return ids
        first = min(known, key=lambda pair: steps[pair])
        ids = merge(ids, first, BYTES - 1 + steps[first])


def decode(ids: Iterable[int], vocabulary: Mapping[int, bytes]) -> bytes:
    """The bytes of the tokens, one after the other. Whether they are UTF-8 is another question."""
    return b"".join(vocabulary[token_id] for token_id in ids)
