"""The alphabet: the characters that have a token before any training, and what becomes of all others.

A character here is a code point. A stray byte, one that is not UTF-8, is no character: it never gets a
token of its own, only its byte token or [UNK].
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.text_rules import UNKNOWN, Cut
from bpe_play.engine.door import to_bytes, to_text
from bpe_play.engine.errors import EngineError
from bpe_play.engine.merges import BYTES, SINGLE_BYTES


@dataclass(frozen=True)
class Fallback:
    """What stands for a character without a token: its bytes (ids 0 to 255), or [UNK] (id 0).

    >>> Fallback(True).cuts("ñ"), Fallback(False).cuts("ñ")
    ([Cut(id=195, length=1, unknown=False), Cut(id=177, length=1, unknown=False)], \
[Cut(id=0, length=2, unknown=True)])
    """

    in_bytes: bool

    @property
    def size(self) -> int:
        """How many ids it takes, from 0 on."""
        return BYTES if self.in_bytes else 1

    def token(self, token_id: int) -> bytes:
        return SINGLE_BYTES[token_id] if self.in_bytes else UNKNOWN.encode()

    def written(self, token_id: int) -> bytes:
        return b"<0x%02X>" % token_id if self.in_bytes else UNKNOWN.encode()

    def is_unknown(self, token_id: int) -> bool:
        return not self.in_bytes and token_id == 0

    def cuts(self, text: str) -> list[Cut]:
        """The tokens of some unknown characters: one [UNK] for all of them, or their bytes."""
        data = to_bytes(text)
        return [Cut(byte, 1) for byte in data] if self.in_bytes else [Cut(0, len(data), True)]

    @staticmethod
    def parts(text: str, known: Container[str]) -> Iterator[tuple[str, bool]]:
        """The text as runs of characters that are known (`True`) and that are not.

        >>> list(Fallback.parts("añña", {"a"}))
        [('a', True), ('ññ', False), ('a', True)]
        """
        for is_known, run in groupby(text, key=lambda char: char in known):
            yield "".join(run), is_known


def is_stray(char: str) -> bool:
    return "\ud800" <= char <= "\udfff"


def character_counts(words: Mapping[bytes, int]) -> dict[str, int]:
    """How often each character occurs, in order of first occurrence, stray bytes left out.

    >>> character_counts({b"aba": 2, b"c": 1})
    {'a': 4, 'b': 2, 'c': 1}
    """
    counts: dict[str, int] = {}
    for word, weight in words.items():
        for char, times in Counter(to_text(word)).items():
            counts[char] = counts.get(char, 0) + times * weight
    return {char: count for char, count in counts.items() if not is_stray(char)}


def covering(counts: Mapping[str, int], coverage: float) -> list[str]:
    """The most frequent characters, as few as make up this share of the text; among equals the first seen.

    >>> covering({"a": 1, "b": 8, "c": 1}, 0.85)
    ['b', 'a']
    """
    target = coverage * sum(counts.values())
    kept: list[str] = []
    covered = 0
    for char in sorted(counts, key=lambda char: -counts[char]):
        if covered >= target:
            break
        kept.append(char)
        covered += counts[char]
    return kept


def check_size(base: int, characters: int, settings: Settings, of: str) -> None:
    """Raise EngineError when the vocabulary cannot hold what is there from the start."""
    needed = base + characters
    if settings.vocab_size < needed:
        or_else = ", or a lower coverage" if characters else ""
        raise EngineError(
            f"A vocabulary of {settings.vocab_size:,} cannot hold what it begins with: {of}",
            f"choose at least {needed:,}{or_else}",
        )


def notes_on(settings: Settings, left_out: int) -> list[str]:
    """What is to be known about unknown characters before training begins.

    left_out  how many different characters of the corpus get no token
    """
    end = "become their bytes" if settings.byte_fallback else f"become {UNKNOWN}, and cannot be decoded"
    notes = [f"Characters that the corpus does not hold {end}."]
    if left_out:
        notes.append(f"So do {left_out:,} of its own characters, the rarest.")
    return notes
