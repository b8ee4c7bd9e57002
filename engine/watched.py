"""Where a pattern that nobody has tried before matches: stopped within a second where it runs away.

A limit of the `regex` module holds for a whole run over a text, so a text that is merely long would be stopped
too. Hence batches of matches: each new run goes on where the last one ended. The module counts processor time,
which on a busy machine is less than what the clock on the wall says. Hence tries: a first short one tells how
fast time goes here, and the next one gets what is left by that measure, if it is more.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import regex

Span = tuple[int, int]  # start, end

SECONDS = 0.9  # by the clock, for a batch
FIRST_TRY = 0.2  # of processor time: good for a hundred megabytes without a match
MATCHES_PER_BATCH = 2_000


class RunawayError(Exception):
    """No end in the text from `position` on."""

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position


def spans(pattern: regex.Pattern[str], text: str) -> Iterator[Span]:
    """Where the pattern matches, in order. RunawayError; MemoryError where there is not enough of that.

    >>> import regex
    >>> list(spans(regex.compile("a+"), "ab aa"))
    [(0, 1), (3, 5)]
    """
    position, batch = 0, [(0, 0)] * MATCHES_PER_BATCH
    while len(batch) == MATCHES_PER_BATCH:
        batch = _batch(pattern, text, position)
        yield from batch
        position = batch[-1][1] if batch else position


def _batch(pattern: regex.Pattern[str], text: str, position: int) -> list[Span]:
    found: list[Span] = []
    for seconds in tries():
        try:
            for match in islice(_from(pattern, text, position, seconds), MATCHES_PER_BATCH - len(found)):
                found.append(match.span())
                position = match.end()
            return found
        except TimeoutError:
            continue
    raise RunawayError(position)


def _from(
    pattern: regex.Pattern[str], text: str, position: int, seconds: float
) -> Iterator[regex.Match[str]]:
    return pattern.finditer(text, pos=position, timeout=seconds)  # type: ignore[no-any-return]


def tries(clock: Callable[[], float] = time.monotonic) -> Iterator[float]:
    """Seconds of processor time for each try, until the next one would be no longer than the last.

    >>> list(tries(iter([0.0, 0.2, 0.9]).__next__)), list(tries(iter([0.0, 0.6]).__next__))  # idle; others work
    ([0.2, 0.7], [0.2])
    """
    begun, seconds, before = clock(), 0.0, 0.0
    following = FIRST_TRY
    while following > seconds:
        seconds = following
        yield seconds
        gone = clock() - begun
        pace = (gone - before) / seconds  # of the clock on the wall
        following, before = round((SECONDS - gone) / pace, 3) if pace else 0.0, gone
