"""A number with what it counts."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """In figures, grouped by thousands, with the noun in the number that belongs to it.

    >>> counted(1, "token"), counted(0, "byte"), counted(1200, "entry", "entries")
    ('1 token', '0 bytes', '1,200 entries')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"
