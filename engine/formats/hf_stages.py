"""Pre-tokenizers of Hugging Face that are more than one pattern: stages, one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Protocol

import regex

from bpe_play.engine import watched
from bpe_play.engine.byte_letters import from_letters, to_letters
from bpe_play.engine.door import to_bytes, to_text, valid_runs
from bpe_play.engine.errors import PatternError
from bpe_play.engine.patterns import compiled
from bpe_play.engine.pretokenizers import PreTokenizer
from bpe_play.engine.unicode16 import as_unicode16

# Numbers to Rust's standard library (Unicode 17), which Digits asks, and to nobody else there.
_YOUNG_NUMBERS = {*range(0x11DE0, 0x11DEA), *range(0x16FF4, 0x16FF7)}
_AS_NUMBERS = dict.fromkeys(_YOUNG_NUMBERS, "1")


class Stage(Protocol):
    """Cuts a text into pieces; joined they are the text."""

    def __call__(self, text: str) -> list[str]: ...


@dataclass(frozen=True)
class SplitStage:
    """Split: cuts around the matches of a pattern.

    behavior  Isolated, Contiguous, MergedWithPrevious or MergedWithNext; Removed only where nothing gets
              lost: with `invert`, and a pattern that leaves no gap in the text
    """

    pattern: str
    behavior: str = "Isolated"
    invert: bool = False

    def __call__(self, text: str) -> list[str]:
        """
        >>> SplitStage("-", "MergedWithNext")("a-b--c")
        ['a', '-b', '-', '-c']
        """
        return [piece for piece in self._pieces(text) if piece]

    def _pieces(self, text: str) -> list[str]:
        parts = [(piece, is_match != self.invert) for piece, is_match in self.parts(text)]
        if self.behavior == "Removed":
            return _nothing_removed(parts)
        if self.behavior == "MergedWithNext":
            backwards = _merged([(piece[::-1], is_match) for piece, is_match in reversed(parts)])
            return [piece[::-1] for piece in reversed(backwards)]
        if self.behavior == "MergedWithPrevious":
            return _merged(parts)
        return _contiguous(parts) if self.behavior == "Contiguous" else [piece for piece, _ in parts]

    def parts(self, text: str) -> list[tuple[str, bool]]:
        """The matches, empty ones too, and what lies between them, in order."""
        found, start = [], 0
        for first, last in matches(self.pattern, as_unicode16(text)):
            if start < first:
                found.append((text[start:first], False))
            found.append((text[first:last], True))
            start = last
        return [*found, (text[start:], False)] if start < len(text) else found


def matches(pattern: str, text: str) -> list[tuple[int, int]]:
    r"""Where a pattern matches, with empty matches as Hugging Face finds them: none in an empty text.

    >>> matches(r"\s*$", "a "), matches("x*", "axb")
    ([(1, 2)], [(0, 0), (1, 2), (3, 3)])
    """
    found: list[tuple[int, int]] = []
    expression = compiled(pattern)
    try:
        for start, end in watched.spans(expression, text) if text else ():
            if start == end:
                return found + list(_one_by_one(expression, text, found[-1][1] if found else 0))
            found.append((start, end))
        return found
    except (watched.RunawayError, TimeoutError, MemoryError):
        raise PatternError(
            "The pattern of the file runs away: no end within a second", "use less text"
        ) from None


def _one_by_one(expression: regex.Pattern[str], text: str, position: int) -> Iterator[tuple[int, int]]:
    """An empty match right behind another one does not count, and the search goes on a character later."""
    last = position or None
    while position <= len(text) and (match := expression.search(text, position, timeout=watched.SECONDS)):
        if match.start() == match.end() == last:
            position += 1
        else:
            yield match.span()
            position = last = match.end()


def _merged(parts: list[tuple[str, bool]]) -> list[str]:
    """Each match goes to the piece before it, unless that is a match too."""
    merged: list[str] = []
    after_match = False
    for piece, is_match in parts:
        if is_match and not after_match and merged:
            merged[-1] += piece
        else:
            merged.append(piece)
        after_match = is_match
    return merged


def _contiguous(parts: list[tuple[str, bool]]) -> list[str]:
    merged: list[str] = []
    last: bool | None = None
    for piece, is_match in parts:
        if is_match == last:
            merged[-1] += piece
        else:
            merged.append(piece)
        last = is_match
    return merged


def _nothing_removed(parts: list[tuple[str, bool]]) -> list[str]:
    for piece, is_removed in parts:
        if is_removed and piece:
            raise PatternError(f"This tokenizer drops {piece!r} from the text", "take it out of the text")
    return [piece for piece, _ in parts]


@dataclass(frozen=True)
class DigitsStage:
    """Digits: cuts numbers from the rest, and each digit from the next where `individual` is set.

    >>> DigitsStage(True)("a12b"), DigitsStage(False)("a12b")
    (['a', '1', '2', 'b'], ['a', '12', 'b'])
    """

    individual: bool

    def __call__(self, text: str) -> list[str]:
        twin = as_unicode16(text if text.isascii() else text.translate(_AS_NUMBERS))
        pieces: list[str] = []
        for match in compiled(r"\p{N}|\P{N}+" if self.individual else r"\p{N}+|\P{N}+").finditer(twin):
            pieces.append(text[match.start() : match.end()])  # noqa: PERF401
        return pieces


@dataclass(frozen=True)
class InLetters:
    """A stage that stands after ByteLevel: it sees each byte as a letter, and may cut within characters."""

    stage: Stage

    def __call__(self, text: str) -> list[str]:
        """
        >>> InLetters(SplitStage("Ġ"))("a b")
        ['a', ' ', 'b']
        """
        pieces = self.stage(to_letters(to_bytes(text)))
        return [to_text(from_letters(piece)) for piece in pieces]


@dataclass(frozen=True)
class Staged(PreTokenizer):
    """A pre-tokenizer of several stages. Its `pattern` is None, since no one pattern says what it does.

    space  what the stages see in place of a space
    """

    stages: tuple[Stage, ...] = ()
    space: str = " "

    def pieces(self, data: bytes) -> list[bytes]:
        return [to_bytes(piece) for run, is_valid in valid_runs(data) for piece in self._cut(run, is_valid)]

    def counts(self, data: bytes) -> dict[bytes, int]:
        return dict(Counter(self.pieces(data)))

    def _cut(self, run: str, is_valid: bool) -> Iterator[str]:
        pieces = iter([run.replace(" ", self.space)])
        for stage in self.stages if is_valid else ():
            pieces = chain.from_iterable(map(stage, pieces))
        return (piece.replace(self.space, " ") for piece in pieces)
