"""Line ends: which a text has, and the same text with others, for the lesson on what they cost.

Nothing changes them unasked.
"""

from __future__ import annotations

from bpe_play.corpora.counters import LineEnds

LINE_ENDS: dict[str, bytes] = {"LF": b"\n", "CRLF": b"\r\n", "CR": b"\r"}


def with_line_ends(data: bytes, kind: str) -> bytes:
    """``data`` with every LF, CRLF and CR written as ``kind``; no other byte changes.

    >>> with_line_ends(b"a\\r\\nb\\rc\\n", "LF")
    b'a\\nb\\nc\\n'
    """
    plain = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return plain.replace(b"\n", LINE_ENDS[kind])


def line_ends_of(data: bytes) -> str:
    """``LF``, ``CRLF``, ``CR``, ``mixed`` or ``none``.

    >>> line_ends_of(b"a\\r\\nb"), line_ends_of(b"a\\nb\\r"), line_ends_of(b"a")
    ('CRLF', 'mixed', 'none')
    """
    ends = LineEnds()
    ends.feed(data)
    return ends.kind
