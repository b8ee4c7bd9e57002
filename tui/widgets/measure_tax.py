"""The language tax: a bar for each language, as long as what it costs against the base."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from bpe_play.engine.counted import counted
from bpe_play.engine.measure.language_tax import Tax
from bpe_play.tui.measures.tax import TaxOptions, TaxResult, language_name
from bpe_play.tui.percent import against
from bpe_play.tui.widgets.bars import bar
from bpe_play.tui.widgets.measure_sheet import Cell, Column, Sheet, outside, short, words
from bpe_play.tui.widgets.pieces import Line, Piece

_FELL = "░"


class TaxSheet(Sheet):
    """Languages, the cheapest first by the last tokenizer."""

    about_lines = 3
    result: TaxResult
    options: TaxOptions

    @cached_property
    def _rows(self) -> list[tuple[Tax, ...]]:
        """For each language its row under each tokenizer."""
        by_language = [{row.language: row for row in table} for table in self.result.tables]
        return [tuple(table[row.language] for table in by_language) for row in self.result.tables[-1]]

    @cached_property
    def _dearest(self) -> float:
        return max((tax.premium for row in self._rows for tax in row), default=1.0)

    @property
    def _base(self) -> str:
        return outside(language_name(self.result.base), 20)

    @property
    def figures(self) -> str:
        return f"{self._base} = 1"

    def head(self, width: int) -> list[Line]:
        old, new = self.result.titles[0], self.result.titles[-1]
        first, last = self._rows[-1][0], self._rows[-1][-1]
        name = outside(language_name(last.language), 20)
        dearest = f"{name} costs {last.premium:.1f} times {self._base} in {short(new, 20)}"
        if len(self.result.titles) == 1 or old == new:
            return words(f"{dearest}.", width, most=2)
        return words(f"{dearest}, {first.premium:.1f} times in {short(old, 20)} ({_FELL}).", width, most=2)

    def columns(self) -> Sequence[Column]:
        shown = [Column("language", 10, right=False)]
        for place, title in enumerate(self.result.titles):
            is_last = place == len(self.result.titles) - 1
            shown.append(Column(short(title, 7), 7))
            shown.append(Column("×", 4, wide=0 if is_last else 60))
        if len(self.result.titles) > 1:
            shown.append(Column("change", 6, wide=66))
        return (*shown, Column("", 0, right=False))

    @property
    def count(self) -> int:
        return len(self._rows)

    def cells(self, row: int) -> Sequence[Cell]:
        taxes = self._rows[row]
        cells: list[Cell] = [Piece(outside(language_name(taxes[0].language), 10))]
        for tax in taxes:
            cells += [Piece(f"{tax.tokens:,}"), Piece(f"{tax.premium:.2f}", "dim")]
        if len(taxes) > 1:
            cells.append(Piece(against(_change(taxes)), "dim"))
        return (*cells, lambda room: self._bar(taxes, room))

    def _bar(self, taxes: tuple[Tax, ...], room: int) -> Line:
        """What it costs now, and behind it what it cost before."""
        now = bar(taxes[-1].premium / self._dearest, room).rstrip()
        before = bar(taxes[0].premium / self._dearest, room).rstrip()
        behind = max(len(before) - len(now), 0)
        is_base = taxes[-1].language == self.result.base
        return [Piece(now, "lead" if is_base else "dim"), Piece(_FELL * behind, "dim")]

    def about(self, row: int, width: int) -> list[Line]:
        taxes = self._rows[row]
        first = taxes[0]
        name = outside(language_name(first.language), 20)
        said = [f"{name}: {counted(first.characters, 'character')}, {counted(first.bytes, 'byte')}."]
        for title, tax in zip(self.result.titles, taxes, strict=True):
            said.append(
                f"{short(title)}: {counted(tax.tokens, 'token')}, {tax.tokens_per_character:.2f} a character, "
                f"{tax.bytes_per_token:.2f} b/t."
            )
        return [line for sentence in said for line in words(sentence, width, most=1)][: self.about_lines]


def _change(taxes: tuple[Tax, ...]) -> float | None:
    """How many tokens more, or fewer, than under the first tokenizer."""
    return taxes[-1].tokens / taxes[0].tokens - 1 if taxes[0].tokens else None
