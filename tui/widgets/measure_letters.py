"""Spelling: words in their tokens, with how many of a letter each token holds, and the words backwards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from bpe_play.engine.counted import counted
from bpe_play.tui.measures.letters import BACKWARDS, LettersOptions, LettersResult, LettersRow, rows
from bpe_play.tui.widgets.measure_sheet import Cell, Column, Sheet, outside, short, token_cells, words
from bpe_play.tui.widgets.pieces import Line, Piece


class LettersSheet(Sheet):
    """Words, each under every tokenizer."""

    about_lines = 4
    result: LettersResult
    options: LettersOptions

    @cached_property
    def _rows(self) -> list[LettersRow]:
        return rows(self.result, self.options)

    @property
    def figures(self) -> str:
        return "backwards" if self.part == BACKWARDS else f"counting {outside(self.options.letter, 8)}"

    def head(self, width: int) -> list[Line]:
        if self.part == BACKWARDS:
            said = "To reverse a word, a model must write other tokens than it read."
        else:
            said = "A model sees ids, not letters: to count, it must know how each token is spelled."
        return words(said, width, most=2)

    def columns(self) -> Sequence[Column]:
        last = Column("shared", 6) if self.part == BACKWARDS else Column("in each", 10)
        return (
            Column("word", 12, right=False),
            Column("tokenizer", 9, right=False),
            Column("tokens", 0, right=False),
            last,
        )

    @property
    def count(self) -> int:
        return len(self._rows)

    def cells(self, row: int) -> Sequence[Cell]:
        shown = self._rows[row]
        is_first = row == 0 or self._rows[row - 1].word != shown.word
        backwards = self.part == BACKWARDS
        word = shown.backwards if backwards else shown.word
        pieces = shown.backwards_pieces if backwards else shown.pieces
        return (
            Piece(outside(word, 12) if is_first else ""),
            Piece(short(shown.tokenizer, 9), "dim"),
            lambda room: token_cells(pieces, room),
            Piece(str(shown.shared) if backwards else " + ".join(map(str, shown.in_each))),
        )

    def about(self, row: int, width: int) -> list[Line]:
        shown = self._rows[row]
        word, name = outside(shown.word, 24), short(shown.tokenizer, 20)
        if self.part == BACKWARDS:
            return words(
                f"{word} is {counted(len(shown.pieces), 'token')} in {name}, backwards {len(shown.backwards_pieces)}; "
                f"{shown.shared} of these are tokens of the word too.",
                width,
            )
        letter = outside(shown.letter, 8)
        held = f"its {counted(len(shown.pieces), 'token')} in {name} hold {shown.within}"
        said = f"{word} has {shown.letters} {letter}; {held}."
        if shown.within != shown.letters:
            said += " A border cuts through the bytes of the others."
        return words(said, width)
