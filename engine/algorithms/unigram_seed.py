"""The vocabulary that Unigram training starts from: all characters, and the most promising substrings.

A substring is promising when it is frequent and long: its value is count · length. Substrings are counted
length by length, and only where both ends of a longer one are frequent themselves, so that a whole book
without a split does not fill the memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

# Runs of characters with weights: the known parts of the words.
Runs = Sequence[tuple[str, int]]


def substrings(runs: Runs, longest: int, least: int) -> dict[str, int]:
    """Every substring of 2 to `longest` characters that occurs at least `least` times, with its count.

    Left out is what occurs only with one and the same character after it: there the longer one will do.

    >>> substrings([("abcab", 1), ("abc", 2)], 3, 2)
    {'ab': 4, 'bc': 3, 'abc': 3}
    """
    found: dict[str, int] = {}
    alive: list[Sequence[int]] = [range(len(run)) for run, _ in runs]
    for length in range(2, longest + 1):
        counts = _count(runs, alive, length)
        frequent = {text: count for text, count in counts.items() if count >= least}
        if not frequent:
            break
        for text, count in frequent.items():
            if found.get(text[:-1]) == count:
                del found[text[:-1]]
        found |= frequent
        alive = [
            [start for start in starts if run[start : start + length] in frequent] if len(starts) > 1 else ()
            for (run, _), starts in zip(runs, alive, strict=True)
        ]
    return found


def _count(runs: Runs, alive: Sequence[Sequence[int]], length: int) -> dict[str, int]:
    """Substrings of one length, where what they begin and end with was frequent."""
    counts: dict[str, int] = {}
    for (run, weight), starts in zip(runs, alive, strict=True):
        last = len(run) - length
        for start, after in pairwise(starts):
            if after == start + 1 and start <= last:
                text = run[start : start + length]
                counts[text] = counts.get(text, 0) + weight
    return counts


def seed(
    characters: Iterable[tuple[str, int]], candidates: Iterable[tuple[str, int]], size: int
) -> list[tuple[str, float]]:
    """The pieces to start with and their values: all characters, then the best substrings.

    size  how many pieces in all

    >>> seed([("a", 5)], [("ab", 4), ("abc", 3)], 2)
    [('a', 5.0), ('abc', 9.0)]
    """
    pieces = [(char, float(count)) for char, count in characters]
    values = [(text, float(count * len(text))) for text, count in candidates]
    values.sort(key=lambda value: (-value[1], value[0]))
    return pieces + values[: max(size - len(pieces), 0)]
