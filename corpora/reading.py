"""Read bytes in blocks, so that reading can be watched, stopped and limited."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import BinaryIO

from bpe_play.corpora.errors import CorpusError

LIMIT = 1 << 30  # bytes; a program that reads as much takes some three times as much memory
BLOCK = 4 << 20
Progress = Callable[[int], object]


class Reader:
    """Counts what it has read over all files together, and stops beyond ``limit`` bytes."""

    def __init__(self, limit: int = LIMIT, progress: Progress | None = None) -> None:
        self.limit = limit
        self.progress = progress
        self.total = 0

    def file(self, path: str | os.PathLike[str]) -> bytes:
        """The whole file. OSError as ``open`` raises it, CorpusError beyond the limit."""
        name = repr(os.path.basename(os.fspath(path)))
        with open(path, "rb", buffering=0) as stream:
            self._check(self.total + os.fstat(stream.fileno()).st_size, name)  # before any of it is in memory
            return self._blocks(stream, name)

    def standard_input(self) -> bytes:
        """Standard input to its end, as bytes."""
        stream = getattr(sys.stdin, "buffer", None)
        if stream is None:
            raise CorpusError("There is no standard input.", "Give a file or a corpus name instead of '-'.")
        try:
            return self._blocks(stream, "standard input")
        except OSError as error:
            raise CorpusError(f"Standard input cannot be read: {reason(error)}.", "Give a file.") from error

    def _blocks(self, stream: BinaryIO, name: str) -> bytes:
        blocks: list[bytes] = []
        while block := stream.read(BLOCK):
            blocks.append(block)
            self._count(len(block), name)
        return b"".join(blocks)

    def _count(self, size: int, name: str) -> None:
        self.total += size
        self._check(self.total, name)
        if self.progress is not None:
            self.progress(self.total)

    def _check(self, size: int, name: str) -> None:
        if size > self.limit:
            hint = "Choose a smaller text, or the beginning of this one (for example with head -c)."
            raise CorpusError(f"The text is larger than {self.limit:,} bytes (at {name}).", hint)


def reason(error: Exception) -> str:
    """The system's own words for an error, on one line and without the path."""
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(text.lower().split())
