"""The same text with other line ends, for the lesson on what they cost. Nothing calls this unasked."""

from __future__ import annotations

LINE_ENDS: dict[str, bytes] = {"LF": b"\n", "CRLF": b"\r\n", "CR": b"\r"}


def with_line_ends(data: bytes, kind: str) -> bytes:
    """``data`` with every LF, CRLF and CR written as ``kind``; no other byte changes.

    >>> with_line_ends(b"a\\r\\nb\\rc\\n", "LF")
    b'a\\nb\\nc\\n'
    """
    plain = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return plain.replace(b"\n", LINE_ENDS[kind])
