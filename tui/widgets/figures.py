"""Numbers as the lab writes them: grouped by thousands where they stand alone, short where room is scarce."""

from __future__ import annotations


def grouped(number: int) -> str:
    """Digits in groups of three.

    >>> grouped(151191)
    '151,191'
    """
    return f"{number:,}"


def compact(number: int) -> str:
    """At most four cells, cut down and never up, so that it does not claim more than there is.

    >>> [compact(number) for number in (7, 999, 1000, 1290, 12999, 2500000)]
    ['7', '999', '1k', '1.2k', '12k', '2.5M']
    """
    for size, letter in ((1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")):
        if number >= size:
            whole, tenth = divmod(number * 10 // size, 10)
            return f"{whole}.{tenth}{letter}" if whole < 10 and tenth else f"{whole}{letter}"
    return str(number)
