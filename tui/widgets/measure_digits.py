"""Numbers: each way in which numbers of one length are cut, with how many are cut so."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from bpe_play.tui.measures.digits import DigitsOptions, DigitsResult, DigitsRow, rows
from bpe_play.tui.widgets.bars import bar
from bpe_play.tui.widgets.measure_sheet import NO, YES, Cell, Column, Sheet, number, short, words
from bpe_play.tui.widgets.pieces import Line, Piece

_WIDEST_BAR = 20


class DigitsSheet(Sheet):
    """Lengths, and under each the tokenizers with their ways to cut."""

    about_lines = 4
    result: DigitsResult
    options: DigitsOptions

    @cached_property
    def _rows(self) -> list[DigitsRow]:
        return rows(self.result, self.options)

    @property
    def figures(self) -> str:
        return f"1 to {self.options.largest:,}"

    def head(self, width: int) -> list[Line]:
        said = []
        for title, lengths in zip(self.result.titles, self.result.lengths, strict=True):
            ways = ", ".join(f"{len(length.cuts):,}" for length in lengths)
            line = f"{short(title)} cuts 1 to {len(lengths)} digits in {ways} ways."
            said += words(line, width, most=1)
        return said

    def columns(self) -> Sequence[Column]:
        return (
            Column("digits", 6),
            Column("tokenizer", 11, right=False),
            Column("cut", 9, right=False),
            Column("numbers", 7),
            Column("alike", 5),
            Column("", 0, right=False),
        )

    @property
    def count(self) -> int:
        return len(self._rows)

    def cells(self, row: int) -> Sequence[Cell]:
        shown, before = self._rows[row], self._rows[row - 1] if row else None
        is_first = before is None or before.digits != shown.digits
        is_other = is_first or before is None or before.tokenizer != shown.tokenizer
        return (
            Piece(str(shown.digits) if is_first else ""),
            Piece(short(shown.tokenizer, 11) if is_other else "", "dim"),
            Piece(shown.cut.replace("|", "│")),
            number(shown.numbers),
            (Piece(YES, "good") if shown.lines_up else Piece(NO, "bad")) if is_other else Piece(""),
            lambda room: Piece(bar(shown.share, min(room, _WIDEST_BAR)), "dim"),
        )

    def about(self, row: int, width: int) -> list[Line]:
        shown = self._rows[row]
        total = sum(other.numbers for other in self._rows if _is_same(other, shown))
        name = short(shown.tokenizer, 20)
        if shown.lines_up:
            alike = (
                f"{name} cuts all {total:,} alike: each place is always at the same spot of the same token."
            )
        else:
            others = [other.cut.replace("|", "│") for other in self._rows if _is_same(other, shown)]
            ways = " but ".join(others[:3])
            alike = f"{name} cuts {total:,} in {shown.ways} ways, so places do not line up: {ways}."
        commas = _with_commas(shown)
        if "|" in shown.cut and not shown.by_thousands:
            alike += f" Commas would stand elsewhere: {commas}."
        return words(alike, width, most=4)


def _is_same(row: DigitsRow, other: DigitsRow) -> bool:
    return (row.tokenizer, row.digits) == (other.tokenizer, other.digits)


def _with_commas(row: DigitsRow) -> str:
    return f"{int(row.cut.replace('|', '')):,}"
