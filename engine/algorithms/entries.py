"""Vocabularies that are plain lists of entries, the most frequent first: characters, or words.

Each step of the training adds one entry. There is nothing to compute but counts.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass

from bpe_play.engine.algorithms.alphabet import Fallback
from bpe_play.engine.algorithms.pieces import PieceModel, check_step
from bpe_play.engine.algorithms.steps import Figure, Step
from bpe_play.engine.algorithms.text_rules import Cut, TextRules
from bpe_play.engine.merges import StopReason


class EntryModel(PieceModel):
    """A model of entries; entry n has the id fallback.size + n, and is there from step n + 1 on."""

    def __init__(self, entries: Sequence[bytes], fallback: Fallback, rules: TextRules) -> None:
        super().__init__(rules)
        self.entries = entries
        self.fallback = fallback
        self.steps = len(entries)
        self._numbers = {entry: number for number, entry in enumerate(entries)}

    def ids(self, step: int | None = None) -> list[int]:
        return list(range(self.fallback.size + check_step(step, self.steps)))

    def is_unknown(self, token_id: int) -> bool:
        return self.fallback.is_unknown(token_id)

    def born(self, token_id: int) -> int:
        return max(token_id - self.fallback.size + 1, 0)

    def plain_token(self, token_id: int, step: int | None) -> bytes | None:
        if not 0 <= token_id < self.fallback.size + check_step(step, self.steps):
            return None
        number = token_id - self.fallback.size
        return self.entries[number] if number >= 0 else self.fallback.token(token_id)

    def written(self, token_id: int) -> bytes:
        is_fallback = 0 <= token_id < self.fallback.size
        return self.fallback.written(token_id) if is_fallback else super().written(token_id)

    def known(self, entry: bytes, step: int | None) -> Cut | None:
        """The token of an entry, if there was one after a step."""
        number = self._numbers.get(entry)
        if number is None or number >= check_step(step, self.steps):
            return None
        return Cut(self.fallback.size + number, len(entry))


@dataclass(frozen=True)
class Units:
    """What a corpus is counted in by such an algorithm: characters, or words.

    counts    how often each occurs, the one that gets a token first in front
    total     how many there are in the corpus, also of those that never get a token
    tokens    length of the corpus in tokens while nothing is known
    """

    counts: Mapping[bytes, int]
    total: int
    tokens: int


def learn(
    units: Units, vocab_size: int, fallback: Fallback, learned: list[bytes]
) -> Generator[Step, None, str]:
    """Add entries to `learned` until the vocabulary has its size.

    With [UNK] the corpus stays as long as it is, as one token takes the place of another; with bytes each
    entry of several bytes makes it shorter.
    """
    known, tokens = 0, units.tokens
    for step, (entry, count) in enumerate(units.counts.items(), start=1):
        if fallback.size + step > vocab_size:
            return StopReason.VOCABULARY_FULL
        learned.append(entry)
        known += count
        tokens -= count * (len(entry) - 1) if fallback.in_bytes else 0
        figures = (Figure("count", count), Figure("share known", known / units.total))
        yield Step(step, "new entry", (entry,), fallback.size + step, tokens, figures)
    return "nothing is left to add"
