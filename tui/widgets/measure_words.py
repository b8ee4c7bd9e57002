"""Fertility and price: tokens per word of several texts, and what they cost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from bpe_play.engine.counted import counted
from bpe_play.tui.measures.words import WordsOptions, WordsResult, WordsRow, rows
from bpe_play.tui.widgets.measure_sheet import Cell, Column, Sheet, number, outside, short, words
from bpe_play.tui.widgets.pieces import Line, Piece


class WordsSheet(Sheet):
    """Texts, with the tokenizers side by side."""

    about_lines = 4
    result: WordsResult
    options: WordsOptions

    @cached_property
    def _rows(self) -> list[list[WordsRow]]:
        """For each text its row under each tokenizer."""
        every, width = rows(self.result, self.options), len(self.result.titles)
        return [every[start : start + width] for start in range(0, len(every), width)]

    @property
    def figures(self) -> str:
        price = self.options.price.strip()
        return f"{outside(price, 12)} per million tokens" if price else "e: type a price"

    def head(self, width: int) -> list[Line]:
        return words(
            "× is tokens per word, with spaces and signs. Scripts without spaces have no words to count by.",
            width,
            "dim",
            most=2,
        )

    def columns(self) -> Sequence[Column]:
        names = [short(title, 5) for title in self.result.titles]
        with_price = bool(self.options.price.strip())
        shown = [Column("text", 9, right=False), Column("words", 7, wide=84 if with_price else 66)]
        shown += [Column(f"{name} ×", 7) for name in names]
        shown += [Column(f"{name} tok", 9, wide=76 if with_price else 0) for name in names]
        if with_price:
            shown += [Column(f"{name} cost", 10) for name in names]
        return shown

    @property
    def count(self) -> int:
        return len(self._rows)

    def cells(self, row: int) -> Sequence[Cell]:
        texts = self._rows[row]
        cells: list[Cell] = [Piece(outside(texts[0].text.rsplit("/", 1)[-1], 9)), number(texts[0].words)]
        cells += [number(text.tokens_per_word, 2) for text in texts]
        cells += [Piece(f"{text.tokens:,}", "dim") for text in texts]
        if self.options.price.strip():
            cells += [Piece(_money(text)) for text in texts]
        return cells

    def about(self, row: int, width: int) -> list[Line]:
        lines: list[Line] = []
        for text in self._rows[row]:
            one = 100 * text.words_in_one_token / text.words if text.words else 0.0
            price = f"; {text.cost} at this price" if text.cost is not None else ""
            said = (
                f"{short(text.tokenizer)}: {counted(text.tokens, 'token')} for {counted(text.words, 'word')}; "
                f"{one:.0f} % of them are one token{price}."
            )
            lines += words(said, width, most=2)
        return lines[: self.about_lines]


def _money(row: WordsRow) -> str:
    """A price in nine cells; small ones with all digits that fit."""
    return "" if row.cost is None else f"{row.cost:,.4f}"
