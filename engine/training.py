"""The front door to training: the same promise as `bpe.train`, kept by the fast trainers.

Which trainer works is decided by the words alone: one long word is a whole text (fast_text.py), anything
else is a set of words with counts (fast_words.py). The merges do not depend on that choice.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping

from bpe_play.engine.candidates import Candidates
from bpe_play.engine.counting import count_words as count_words
from bpe_play.engine.errors import EngineError
from bpe_play.engine.fast_words import WordIndex
from bpe_play.engine.fast_text import TextIndex
from bpe_play.engine.merges import BYTES, SINGLE_BYTES, Merge, Pair, StopReason, TieRule
from bpe_play.engine.token_chars import MOST_TOKENS, char_of, ids_of

LONG = 2000  # bytes; words longer than this are better cut into blocks


def train(
    words: Mapping[bytes, int],
    vocab_size: int,
    *,
    ties: TieRule = TieRule.FIRST_SEEN,
    min_count: int = 1,
    longest_token: int | None = None,
    runners_up: int = 10,
) -> Generator[Merge, None, StopReason]:
    """Learn merges from words and their counts, one at a time: what `bpe.train` does, but fast.

    vocab_size     256 bytes plus the merges
    min_count      a pair that occurs less often is not merged
    longest_token  in bytes; a pair that would make a longer token is no candidate
    runners_up     how many other candidates each Merge carries

    Raises EngineError when a count is not positive, or the vocabulary larger than MOST_TOKENS.

    >>> [merge.token for merge in train({b"aaabdaaabac": 1}, 259)]
    [b'aa', b'aaa', b'aaab']
    """
    if vocab_size > MOST_TOKENS:
        raise EngineError(f"A vocabulary of {vocab_size:,} is too large", f"choose at most {MOST_TOKENS:,}")
    for word, count in words.items():
        if count < 1:
            raise EngineError(f"The word {word!r} has the count {count}", "counts start at 1")
    words = {word: count for word, count in words.items() if word}
    make_index = TextIndex if any(len(word) > LONG for word in words) else WordIndex
    index = make_index(words.keys(), words.values())
    return _train(index, vocab_size, TieRule(ties), min_count, longest_token, runners_up)


def _train(
    index: WordIndex,
    vocab_size: int,
    ties: TieRule,
    min_count: int,
    longest_token: int | None,
    runners_up: int,
) -> Generator[Merge, None, StopReason]:
    vocabulary = list(SINGLE_BYTES)
    tokens = index.tokens()

    def fits(pair: str) -> bool:
        left, right = ids_of(pair)
        return longest_token is None or len(vocabulary[left]) + len(vocabulary[right]) <= longest_token

    counts = {pair: count for pair, count in index.find_pairs().items() if fits(pair)}
    if ties is TieRule.FIRST_SEEN:
        candidates = Candidates(counts, index.first_place, index.guess_place, index.span)
    else:
        candidates = Candidates(counts, _id_place, _id_place, 1 << 42)
    for new_id in range(BYTES, vocab_size):
        best = candidates.best(runners_up + 1)
        if not best:
            return StopReason.NO_PAIR_LEFT
        (left, right), count = best[0]
        if count < min_count:
            return StopReason.BELOW_MINIMUM
        vocabulary.append(vocabulary[left] + vocabulary[right])
        pair = char_of(left) + char_of(right)
        tied = candidates.tied(count)
        candidates.take(pair)
        replaced, changes = index.merge(pair, char_of(new_id))
        tokens -= replaced
        index.forget(candidates.update(changes, fits if longest_token is not None else None))
        yield Merge(
            step=new_id - BYTES + 1,
            pair=best[0].pair,
            id=new_id,
            token=vocabulary[new_id],
            count=count,
            tokens_after=tokens,
            tied=tied,
            runners_up=tuple(best[1:]),
        )
    return StopReason.VOCABULARY_FULL


def _id_place(pair: str) -> int:
    return ord(pair[0]) << 21 | ord(pair[1])


def run(training: Generator[Merge, None, StopReason]) -> tuple[list[Merge], StopReason]:
    """All merges of a training, and why it ended.

    >>> merges, reason = run(train({b"aaa": 1}, 300))
    >>> len(merges), reason.value
    (2, 'no pair is left')
    """
    merges: list[Merge] = []
    while True:
        try:
            merges.append(next(training))
        except StopIteration as end:
            return merges, end.value
