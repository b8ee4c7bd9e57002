"""Text of scripts that run from right to left, kept from reordering what stands beside it.

A reader of bidirectional text would otherwise draw two such tokens, and the bar between them, the other way
round. An isolate holds the order within a token and nothing else. On the screen no isolates are drawn: there
each cell stands where it is put (driver.py).
"""

from __future__ import annotations

import unicodedata

FIRST_STRONG, POP = "\u2068", "\u2069"
_FROM_THE_RIGHT = frozenset({"R", "AL", "AN"})


def isolated(drawn: str) -> str:
    r"""A text that is drawable, between isolates if it has letters that run from right to left.

    >>> isolated("abc"), isolated("שלום") == "\u2068שלום\u2069"
    ('abc', True)
    """
    if drawn.isascii() or not any(unicodedata.bidirectional(char) in _FROM_THE_RIGHT for char in drawn):
        return drawn
    return f"{FIRST_STRONG}{drawn}{POP}"
