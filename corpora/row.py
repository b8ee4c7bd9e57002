"""One corpus: what it is called, who may use it, and how to read it.

It is not a loaded text. ``read`` fetches the bytes anew each time, so a table of corpora costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bpe_play.corpora.word_counts import parse_counts


class Corpus(NamedTuple):
    """A row of the table.

    ``language`` is a BCP 47 code, ``mul`` for several languages, ``zxx`` for none (code, letters).
    ``licence`` is an SPDX identifier. ``about`` is the sentence a picker shows.
    ``counts`` is true when the bytes are words with counts and not running text.
    """

    key: str
    title: str
    language: str
    licence: str
    about: str
    reader: Callable[[], bytes]
    counts: bool = False

    def read(self) -> bytes:
        """The bytes, the same on each call. Raises CorpusError when this Python lacks the text."""
        return self.reader()

    def words(self) -> dict[bytes, int] | None:
        """Word to count in the order of the file; None for running text."""
        return parse_counts(self.read(), self.key) if self.counts else None
