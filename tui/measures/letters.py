"""Spelling: what counting the letters of a word, or reversing it, means in tokens."""

from __future__ import annotations

from dataclasses import dataclass

from bpe_play.engine.door import to_bytes
from bpe_play.engine.measure.spelling import Spelling, reverse, spelling
from bpe_play.tui.measures.inputs import Inputs

LETTERS, BACKWARDS = "letters", "backwards"
PARTS = (LETTERS, BACKWARDS)


@dataclass(frozen=True)
class LettersOptions:
    """Words separated by spaces, and the letter that is counted in them."""

    words: str = "strawberry raspberry mirror refrigerator"
    letter: str = "r"


@dataclass(frozen=True)
class LettersResult:
    """For each word its spelling under each tokenizer."""

    titles: tuple[str, ...]
    words: tuple[str, ...]
    spellings: tuple[tuple[Spelling, ...], ...]


@dataclass(frozen=True)
class LettersRow:
    """One word under one tokenizer. `within` counts the letter inside tokens, `letters` in the whole word."""

    tokenizer: str
    word: str
    letter: str
    letters: int
    within: int
    in_each: tuple[int, ...]
    pieces: tuple[bytes, ...]
    backwards: str
    backwards_pieces: tuple[bytes, ...]
    shared: int


def measure(inputs: Inputs) -> LettersResult:
    words = tuple(inputs.options.words.split())
    letter = inputs.options.letter
    found = (tuple(spelling(made.model, word, letter) for made in inputs.made) for word in words)
    return LettersResult(tuple(made.title for made in inputs.made), words, tuple(found))


def rows(result: LettersResult, options: LettersOptions, part: str = "") -> list[LettersRow]:
    """Word by word, the tokenizers beside each other."""
    return [
        _row(title, word, options.letter, spelled)
        for word, row in zip(result.words, result.spellings, strict=True)
        for title, spelled in zip(result.titles, row, strict=True)
    ]


def _row(title: str, word: str, letter: str, spelled: Spelling) -> LettersRow:
    letters = to_bytes(word).count(to_bytes(letter)) if letter else 0
    return LettersRow(
        title,
        word,
        letter,
        letters,
        spelled.count,
        spelled.letters,
        spelled.pieces,
        reverse(word),
        spelled.reversed,
        spelled.shared,
    )
