"""Counters that are fed a text in pieces and give the same figures wherever it is cut."""

from __future__ import annotations

import codecs
import re


class LineEnds:
    """LF, CRLF and CR, each counted apart."""

    def __init__(self) -> None:
        self.lf = self.crlf = self.cr = 0
        self._last = b""

    @property
    def lines(self) -> int:
        """Lines, the last one too when it has no end."""
        return self.lf + self.crlf + self.cr + (self._last not in (b"", b"\n", b"\r"))

    @property
    def kind(self) -> str:
        """``LF``, ``CRLF``, ``CR``, ``mixed`` or ``none``."""
        return kind_of_line_ends(self.lf, self.crlf, self.cr)

    def feed(self, chunk: bytes) -> None:
        if not chunk:
            return
        pairs = chunk.count(b"\r\n") if b"\r" in chunk else 0
        self.crlf += pairs
        self.lf += chunk.count(b"\n") - pairs
        self.cr += chunk.count(b"\r") - pairs
        if self._last == b"\r" and chunk.startswith(b"\n"):  # a CRLF that the cut tore
            self.crlf, self.lf, self.cr = self.crlf + 1, self.lf - 1, self.cr - 1
        self._last = chunk[-1:]


def kind_of_line_ends(lf: int, crlf: int, cr: int) -> str:
    """By how many there are of each.

    >>> kind_of_line_ends(3, 0, 0), kind_of_line_ends(3, 1, 0), kind_of_line_ends(0, 0, 0)
    ('LF', 'mixed', 'none')
    """
    kinds = [name for name, n in (("LF", lf), ("CRLF", crlf), ("CR", cr)) if n]
    return "mixed" if len(kinds) > 1 else kinds[0] if kinds else "none"


class Utf8:
    """Characters, and the bytes that belong to none.

    Which bytes of a broken sequence are invalid follows Python's decoder: the longest beginning that
    could have become a character, then on from the next byte.
    """

    def __init__(self) -> None:
        self.characters = self.invalid = 0
        self.first_invalid: int | None = None
        self._offset = 0  # of the first byte that is not decoded yet
        self._rest = b""  # the beginning of a character that the cut tore

    def feed(self, chunk: bytes, last: bool = False) -> None:
        data = self._rest + chunk
        try:
            text, used = codecs.utf_8_decode(data, "strict", last)
            self.characters += len(text)
        except UnicodeDecodeError as error:
            if self.first_invalid is None:
                self.first_invalid = self._offset + error.start
            used = self._feed_broken(data, last)
        self._rest = data[used:]
        self._offset += used

    def close(self) -> None:
        """Say that no more comes: a torn last character is invalid then."""
        self.feed(b"", last=True)

    def _feed_broken(self, data: bytes, last: bool) -> int:
        """Both decodes run in C: one drops the invalid bytes, one makes a character of each."""
        valid, used = codecs.utf_8_decode(data, "ignore", last)
        both, _ = codecs.utf_8_decode(data, "surrogateescape", last)
        self.characters += len(valid)
        self.invalid += len(both) - len(valid)
        return used


class LookAlikes:
    """Texts that look like special tokens: ``<|`` a short name ``|>``."""

    PATTERN = re.compile(rb"<\|[A-Za-z0-9_.-]{1,40}\|>")
    LONGEST = 44
    KEPT = 8  # kinds kept by name: a text may hold millions

    def __init__(self) -> None:
        self.count = 0
        self.names: list[bytes] = []
        self._rest = b""  # an unfinished beginning at the end of the last piece

    def feed(self, chunk: bytes) -> None:
        data = self._rest + chunk
        found = self.PATTERN.findall(data)
        self.count += len(found)
        for name in dict.fromkeys(found):
            self._keep(name)
        end = data.rfind(found[-1]) + len(found[-1]) if found else 0
        begin = data.find(b"<", max(end, len(data) - self.LONGEST + 1))
        self._rest = data[begin:] if begin >= 0 else b""

    def _keep(self, name: bytes) -> None:
        if name not in self.names and len(self.names) < self.KEPT:
            self.names.append(name)
