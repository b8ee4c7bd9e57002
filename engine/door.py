"""The door between Python's `str` and the engine's bytes.

Inside the engine a text is `bytes`, whether or not they are UTF-8. Here text comes in and goes out.
This module does not split, normalize or strip: what comes in goes out again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_SURROGATES = re.compile("[\ud800-\udfff]+")


def to_bytes(text: str) -> bytes:
    r"""The UTF-8 bytes of a text, also of one that holds surrogates.

    Two surrogates that form a pair are the character they stand for. U+DC80 to U+DCFF stand for the
    byte that Python could not decode (PEP 383). Any other lone surrogate becomes the three bytes that
    UTF-8 would give it; they are not valid UTF-8, but no information is lost.

    >>> to_bytes("ñ"), to_bytes("\ud83d\ude00"), to_bytes("\udcff"), to_bytes("\ud83d")
    (b'\xc3\xb1', b'\xf0\x9f\x98\x80', b'\xff', b'\xed\xa0\xbd')
    """
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return _with_surrogates(text)


def _with_surrogates(text: str) -> bytes:
    paired = _SURROGATES.sub(_join_pairs, text)
    return b"".join(
        _lone_surrogate(char) if "\ud800" <= char <= "\udfff" else char.encode() for char in paired
    )


def _join_pairs(run: re.Match[str]) -> str:
    return run[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _lone_surrogate(char: str) -> bytes:
    escaped_byte = "\udc80" <= char <= "\udcff"
    return char.encode("utf-8", "surrogateescape" if escaped_byte else "surrogatepass")


def to_text(data: bytes) -> str:
    r"""The text of some bytes; each byte that is not UTF-8 becomes a surrogate that `to_bytes` undoes.

    >>> to_text(b"a\xff") == "a\udcff"
    True
    """
    return data.decode("utf-8", "surrogateescape")


_BAD_BYTES = re.compile("[\udc80-\udcff]+")


def valid_runs(data: bytes) -> Iterator[tuple[str, bool]]:
    r"""The text in order, as runs that are UTF-8 (`True`) and runs of stray bytes (`False`).

    >>> list(valid_runs(b"a\xff\xfeb")) == [("a", True), ("\udcff\udcfe", False), ("b", True)]
    True
    """
    text = to_text(data)
    start = 0
    for bad in _BAD_BYTES.finditer(text):
        if start < bad.start():
            yield text[start : bad.start()], True
        yield bad[0], False
        start = bad.end()
    if start < len(text):
        yield text[start:], True
