"""Printable ASCII, which needs no care and makes most of all tokens and messages, told from everything else.

So that a command which writes nothing else need not load what `visible` needs to draw all of Unicode.
"""

from __future__ import annotations

SPACE = "␣"


def plain_ascii(data: bytes, space: str = " ") -> str | None:
    """The text if it is printable ASCII without a backslash, with `space` for its spaces; None if it is not.

    >>> plain_ascii(b" be", "␣"), plain_ascii(b"be\\n")
    ('␣be', None)
    """
    if not data.isascii() or b"\\" in data:
        return None
    text = data.decode("ascii")
    return text.replace(" ", space) if text.isprintable() else None
