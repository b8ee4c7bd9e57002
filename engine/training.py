"""The front door to training: the same promise as `bpe.train`, kept quickly.

Two parts share the work. An index keeps the words as they are cut, and merges a pair in them: fast_words.py,
fast_text.py where there are very long words, whole_text.py where one long word is all there is. Candidates
keep the counts of all pairs, and know the best (candidates.py). Each step takes the best pair, merges it, and
tells the candidates what has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping

from bpe_play.engine.candidates import Candidates, Order
from bpe_play.engine.choices import Choices, preferred
from bpe_play.engine.counting import count_words as count_words
from bpe_play.engine.errors import EngineError
from bpe_play.engine.fast_text import TextIndex
from bpe_play.engine.fast_words import WordIndex
from bpe_play.engine.merges import BYTES, SINGLE_BYTES, Candidate, Merge, Pair, StopReason, TieRule
from bpe_play.engine.token_chars import MOST_TOKENS, char_of, ids_of
from bpe_play.engine.whole_text import WholeText

LONG = 2000  # bytes; a corpus with longer words is kept in blocks
LARGE = 1 << 20  # bytes; up to this size it pays to go through a whole text again and again

Index = WordIndex | WholeText

_CODES = 1 << 21  # more than there are code points


def train(
    words: Mapping[bytes, int],
    vocab_size: int,
    *,
    ties: TieRule = TieRule.FIRST_SEEN,
    min_count: int = 1,
    longest_token: int | None = None,
    runners_up: int = 10,
    choices: Choices | None = None,
) -> Generator[Merge, None, StopReason]:
    """Learn merges from words and their counts, one at a time: what `bpe.train` does, but fast.

    vocab_size     256 bytes plus the merges
    min_count      a pair that occurs less often is not merged
    longest_token  in bytes; a pair that would make a longer token is no candidate
    runners_up     how many other candidates each Merge carries
    choices        pairs that win steps at which they tie, whatever the tie rule says

    A generator: take as many steps as you like; the reason it ended is its return value. Raises EngineError
    at once when a count is not positive, or the vocabulary larger than MOST_TOKENS; and when it comes to a
    choice that does not tie.

    >>> [merge.token for merge in train({b"aaabdaaabac": 1}, 259)]
    [b'aa', b'aaa', b'aaab']
    """
    _check(words, vocab_size)
    return _steps(words, vocab_size, TieRule(ties), min_count, longest_token, runners_up, choices or {})


def _check(words: Mapping[bytes, int], vocab_size: int) -> None:
    if vocab_size > MOST_TOKENS:
        raise EngineError(f"A vocabulary of {vocab_size:,} is too large", f"choose at most {MOST_TOKENS:,}")
    for word, count in words.items():
        if count < 1:
            raise EngineError(f"The word {word[:40]!r} has the count {count}", "counts start at 1")


def _steps(
    words: Mapping[bytes, int],
    vocab_size: int,
    ties: TieRule,
    min_count: int,
    longest_token: int | None,
    runners_up: int,
    choices: Choices,
) -> Generator[Merge, None, StopReason]:
    vocabulary = list(SINGLE_BYTES)
    index = _index(words)
    candidates = Candidates(index.find_pairs, _order(index, ties), _length_check(vocabulary, longest_token))
    tokens = index.tokens()
    for new_id in range(BYTES, vocab_size):
        best = candidates.best(runners_up + 1)
        if not best:
            return StopReason.NO_PAIR_LEFT
        step = new_id - BYTES + 1
        if step in choices:
            best = _preferred(best, step, choices[step], candidates)
        (left, right), count = best[0]
        if count < min_count:
            return StopReason.BELOW_MINIMUM
        vocabulary.append(vocabulary[left] + vocabulary[right])
        tied = candidates.tied(count)
        pair = char_of(left) + char_of(right)
        candidates.take(pair)
        replaced, changes = index.merge(pair, char_of(new_id))
        index.forget(candidates.update(changes))
        tokens -= replaced
        yield Merge(
            step=step,
            pair=(left, right),
            id=new_id,
            token=vocabulary[new_id],
            count=count,
            tokens_after=tokens,
            tied=tied,
            runners_up=tuple(best[1 : runners_up + 1]),
        )
    return StopReason.VOCABULARY_FULL


def _preferred(best: list[Candidate], step: int, pair: Pair, candidates: Candidates) -> list[Candidate]:
    exists = max(pair) < BYTES + step - 1
    count = candidates.count(char_of(pair[0]) + char_of(pair[1])) if exists else 0
    return preferred(best, step, pair, count)


def _index(words: Mapping[bytes, int]) -> Index:
    kept = {word: count for word, count in words.items() if word}
    longest = max(map(len, kept), default=0)
    if len(kept) == 1 and LONG < longest <= LARGE:
        [(text, weight)] = kept.items()
        return WholeText(text, weight)
    index = TextIndex if longest > LONG else WordIndex
    return index([word.decode("latin-1") for word in kept], kept.values())


def _length_check(vocabulary: list[bytes], longest_token: int | None) -> Callable[[str], bool] | None:
    """Whether the token of a pair is not too long; None if any length will do."""
    if longest_token is None:
        return None

    def fits(pair: str) -> bool:
        return sum(len(vocabulary[token_id]) for token_id in ids_of(pair)) <= longest_token

    return fits


def _order(index: Index, ties: TieRule) -> Order:
    if ties is TieRule.FIRST_SEEN:
        return Order(index.first_place, index.guess_place, index.span)
    return Order(_place_by_ids, _place_by_ids, _CODES * _CODES)


def _place_by_ids(pair: str) -> int:
    return ord(pair[0]) * _CODES + ord(pair[1])


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
