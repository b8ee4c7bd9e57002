"""The values that training hands out: merges, candidates, tie rules and reasons to stop.

A token id is an int. Ids 0 to 255 are the single bytes; ids from 256 on are given in order of learning.
A merge is counted from step 1, so the merge of step s makes the token with id 255 + s.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

Pair = tuple[int, int]

BYTES = 256
SINGLE_BYTES: tuple[bytes, ...] = tuple(bytes([value]) for value in range(BYTES))


class TieRule(StrEnum):
    """Which of several equally frequent pairs is merged.

    FIRST_SEEN takes the pair that stands earliest in the corpus as it is cut at that moment.
    LOWEST_IDS takes the smallest pair of ids: smallest left id, then smallest right id.
    """

    FIRST_SEEN = "first-seen"
    LOWEST_IDS = "lowest-ids"


class StopReason(StrEnum):
    """Why training ended."""

    VOCABULARY_FULL = "the vocabulary is full"
    NO_PAIR_LEFT = "no pair is left"
    BELOW_MINIMUM = "no pair is frequent enough"


class Candidate(NamedTuple):
    """A pair that could be merged, and how often it occurs."""

    pair: Pair
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here


class Merge(NamedTuple):
    """One step of training.

    step         1, 2, 3 …
    pair         the two ids that become one
    id           the id they become
    token        its bytes
    count        how often the pair stood in the corpus before the merge: every pair of neighbours
                 counts, so `aaa` holds (a, a) twice although only one of them can be merged
    tokens_after length of the corpus in tokens after the merge
    tied         how many pairs had this count, the winner included
    runners_up   the next best candidates at that moment, best first, without the winner

    Example: the first merge of `aaabdaaabac`:
    Merge(step=1, pair=(97, 97), id=256, token=b"aa", count=4, tokens_after=9, tied=1,
          runners_up=(Candidate((97, 98), 2), …))
    """

    step: int
    pair: Pair
    id: int
    token: bytes
    count: int  # type: ignore[assignment]  # as in Candidate
    tokens_after: int
    tied: int
    runners_up: tuple[Candidate, ...] = ()
