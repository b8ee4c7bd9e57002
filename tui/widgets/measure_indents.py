"""Indentation: a row for each depth, with the tokens that stand for it written as their lengths."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from bpe_play.engine.measure.indentation import Depth
from bpe_play.tui.measures.indents import TABS, IndentsOptions, IndentsResult, outcome
from bpe_play.tui.widgets.measure_sheet import Cell, Column, Sheet, outside, short, token_cells, words
from bpe_play.tui.widgets.pieces import Line, Piece


class IndentsSheet(Sheet):
    """Depths from 0 on."""

    about_lines = 4
    result: IndentsResult
    options: IndentsOptions

    @property
    def _depths(self) -> tuple[tuple[Depth, ...], ...]:
        return self.result.depths[self.part]

    @property
    def figures(self) -> str:
        return f"in {self.part}, before {outside(self.options.code, 12)}"

    def head(self, width: int) -> list[Line]:
        return [
            line
            for said in outcome(self.result, self.part)
            for line in words(outside(said, 90), width, most=1)
        ]

    def columns(self) -> Sequence[Column]:
        shown = [Column("depth", 5)]
        for title in self.result.titles:
            shown += [Column(short(title, 14), 0, right=False), Column("tokens", 6, wide=52)]
        return shown

    @property
    def count(self) -> int:
        return len(self._depths[0]) if self._depths else 0

    def cells(self, row: int) -> Sequence[Cell]:
        cells: list[Cell] = [Piece(str(row))]
        for depths in self._depths:
            depth = depths[row]
            cells += [lengths(depth), Piece(str(depth.tokens), "dim")]
        return cells

    def about(self, row: int, width: int) -> list[Line]:
        sign = "tab" if self.part == TABS else "space"
        said = (
            f"Each number is a token of so many {sign}s; + are those that the code's own token takes along."
        )
        lines = words(said, width, "dim", most=2)
        for title, depths in zip(self.result.titles, self._depths, strict=True):
            name = Piece(f" {short(title, 14)}: ", "dim")
            tokens = token_cells(depths[row].before, max(width - 18, 8)) or [Piece("no token of its own")]
            lines.append([name, *tokens])
        return lines[: self.about_lines]


def lengths(depth: Depth) -> Line:
    """The tokens of a depth as their lengths: `7│+1` is one of seven, and one that the code takes along."""
    parts = [_run(len(list(run)), length) for length, run in groupby(map(len, depth.before))]
    if depth.joined:
        parts.append(f"+{depth.joined}")
    line: Line = []
    for part in parts:
        line += [Piece("│", "border")] if line else []
        line.append(Piece(part))
    return line or [Piece("–", "dim")]


def _run(times: int, length: int) -> str:
    """A run of equal tokens: `15×1`.

    >>> _run(15, 1), _run(1, 7)
    ('15×1', '7')
    """
    return f"{times}×{length}" if times > 1 else str(length)
