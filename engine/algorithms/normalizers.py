"""Normalizers change a text before a model sees it. Each says which byte of the original a border stands for.

So the tokens of the changed text can still be drawn over the original. PLAIN changes nothing; NFKC is
Unicode's compatibility form, in which `ﬁ` is `fi` and `５` is `5`. What a normalizer took away, no decoder
brings back.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from bpe_play.engine.door import to_bytes, valid_runs


@dataclass(frozen=True)
class Normalized:
    """A text after normalizing: borders[i] is where the border before its byte i stands in the original.

    None instead of borders says that nothing was changed.
    """

    data: bytes
    borders: Sequence[int] | None = None

    def origin(self, offset: int) -> int:
        """The offset in the original."""
        return offset if self.borders is None else self.borders[offset]


class Normalizer(Protocol):
    """Changes a text, and undoes what can be undone after decoding."""

    @property
    def key(self) -> str: ...

    def apply(self, data: bytes) -> Normalized: ...

    def undo(self, data: bytes) -> bytes: ...


class Plain:
    """Changes nothing."""

    key = "none"

    def apply(self, data: bytes) -> Normalized:
        return Normalized(data)

    def undo(self, data: bytes) -> bytes:
        return data


class Nfkc:
    """Unicode's compatibility form, a character with its marks at a time.

    >>> normal = NFKC.apply("ﬁ５".encode())
    >>> normal.data, [normal.origin(offset) for offset in range(4)]
    (b'fi5', [0, 3, 3, 6])
    """

    key = "nfkc"

    def apply(self, data: bytes) -> Normalized:
        if data.isascii() or unicodedata.is_normalized("NFKC", data.decode("utf-8", "replace")):
            return Normalized(data)
        builder = Builder()
        for run, is_valid in valid_runs(data):
            for cluster in _clusters(run):
                changed = unicodedata.normalize("NFKC", cluster) if is_valid else cluster
                builder.replace(to_bytes(cluster), to_bytes(changed))
        return builder.result()

    def undo(self, data: bytes) -> bytes:
        return data


def _clusters(text: str) -> Iterator[str]:
    """The text in parts that normalize each by itself: a character and what may join it."""
    start = 0
    for end, char in enumerate(text):
        if end and not _joins(char):
            yield text[start:end]
            start = end
    if text:
        yield text[start:]


@lru_cache(maxsize=4096)
def _joins(char: str) -> bool:
    """Whether a character can become one with the character before it: marks, and later parts of Hangul."""
    first = unicodedata.normalize("NFKD", char)[0]
    return unicodedata.category(first)[0] == "M" or "\u1160" <= first <= "\u11ff"


class Builder:
    """Builds a Normalized from left to right.

    >>> builder = Builder()
    >>> builder.replace(b"a", b"a"); builder.replace(b"bc", b""); builder.replace(b"", b"xy")
    >>> builder.result()
    Normalized(data=b'axy', borders=[0, 3, 3, 3])
    """

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._borders: list[int] = []
        self._position = 0

    def replace(self, source: bytes, new: bytes) -> None:
        """The next bytes of the original became `new`; if that differs, its first byte stands for all."""
        before, self._position = self._position, self._position + len(source)
        self._parts.append(new)
        if source == new:
            self._borders += range(before, self._position)
        elif new:
            self._borders += [before, *[self._position] * (len(new) - 1)]

    def result(self, from_start: bool = True) -> Normalized:
        """What was built. Bytes that went belong to what stands before them, or to the first that stayed;
        without `from_start`, those that went from the beginning belong to none.
        """
        borders = [*self._borders, self._position]
        if from_start and len(borders) > 1:
            borders[0] = 0
        return Normalized(b"".join(self._parts), borders)


PLAIN: Normalizer = Plain()
NFKC: Normalizer = Nfkc()
