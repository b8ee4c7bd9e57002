"""The language tax: what the same content costs in tokens, language by language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bpe_play.engine.algorithms.pieces import as_bytes
from bpe_play.engine.algorithms.protocol import Coder
from bpe_play.engine.door import to_text
from bpe_play.engine.errors import EngineError


@dataclass(frozen=True)
class Tax:
    """One language under one tokenizer. `premium` is its tokens / those of the base: 1.5 is half more."""

    language: str
    characters: int
    bytes: int
    tokens: int
    premium: float

    @property
    def tokens_per_character(self) -> float:
        return self.tokens / self.characters if self.characters else 0.0

    @property
    def bytes_per_token(self) -> float:
        return self.bytes / self.tokens if self.tokens else 0.0


def language_tax(passages: Mapping[str, str | bytes], coder: Coder, base: str = "en") -> list[Tax]:
    """One row a language, the cheapest first.

    passages  language → the same content in it; one of them is the base
    """
    if base not in passages:
        raise EngineError(f"There is no passage in {base!r} to compare with", "add one, or name another base")
    counted = {language: len(coder.encode(text)) for language, text in passages.items()}
    if not counted[base]:
        raise EngineError(f"The passage in {base!r} is empty", "write something in it")
    rows = [
        _row(language, as_bytes(text), counted[language], counted[base])
        for language, text in passages.items()
    ]
    return sorted(rows, key=lambda row: (row.tokens, row.language))


def _row(language: str, data: bytes, tokens: int, of_base: int) -> Tax:
    return Tax(language, len(to_text(data)), len(data), tokens, tokens / of_base)


@dataclass(frozen=True)
class Fall:
    """How the tax of a language changed from one tokenizer to another; `share` is new tokens / old tokens."""

    language: str
    old: Tax
    new: Tax

    @property
    def share(self) -> float:
        return self.new.tokens / self.old.tokens if self.old.tokens else 0.0


def fall(old: Sequence[Tax], new: Sequence[Tax]) -> list[Fall]:
    """Both tables side by side, the language that gained most first."""
    new_rows = {row.language: row for row in new}
    rows = [Fall(row.language, row, new_rows[row.language]) for row in old if row.language in new_rows]
    return sorted(rows, key=lambda row: (row.share, row.language))
