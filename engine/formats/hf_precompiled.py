"""Normalizer Precompiled: sentencepiece's table of replacements, as Hugging Face reads it.

It does not do what sentencepiece does with the same table. A short grapheme is looked up as a whole, and
the shortest entry that it begins with takes the place of all of it: `ﬁ` with an accent is `fi` without one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bpe_play.engine.algorithms.normalizers import Builder, Normalized
from bpe_play.engine.algorithms.sentencepiece_text import CharsMap
from bpe_play.engine.door import to_bytes, valid_runs
from bpe_play.engine.formats.hf_classes import compiled
from bpe_play.engine.unicode16 import as_unicode16

_SHORT = 6  # bytes; a longer grapheme is looked up character by character


@dataclass(frozen=True)
class Precompiled:
    """The normalizer with its table."""

    charsmap: CharsMap

    def apply(self, data: bytes) -> Normalized:
        builder = Builder()
        for run, is_valid in valid_runs(data):
            for part in _graphemes(run) if is_valid else run:
                self._replace(builder, part)
        result = builder.result()
        return Normalized(data) if result.data == data else result

    def _replace(self, builder: Builder, grapheme: str) -> None:
        source = to_bytes(grapheme)
        whole = self.charsmap.shortest(source) if len(source) < _SHORT else None
        if whole is not None:
            builder.replace(source, whole)
            return
        for char in map(to_bytes, grapheme):
            new = self.charsmap.shortest(char)
            builder.replace(char, char if new is None else new)


def _graphemes(text: str) -> Iterator[str]:
    for match in compiled(r"\X").finditer(as_unicode16(text)):
        yield text[match.start() : match.end()]
