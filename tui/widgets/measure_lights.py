"""Guarantees: a light for each invariant, with the proof, or the counter-example, of the one looked at."""

from __future__ import annotations

from collections.abc import Sequence

from bpe_play.tui.measures.lights import LightRow, LightsResult
from bpe_play.tui.visible import label
from bpe_play.tui.widgets.measure_sheet import NO, OPEN, YES, Cell, Column, Sheet, outside, words
from bpe_play.tui.widgets.pieces import Line, Piece

_WIDEST_EXAMPLE = 32


class LightsSheet(Sheet):
    """Invariants, with a light for each tokenizer."""

    about_lines = 6
    result: LightsResult

    @property
    def figures(self) -> str:
        failed = sum(light.holds is False for row in self.result.rows for light in row)
        return "all hold" if not failed else f"{failed} fail" if failed > 1 else "1 fails"

    def head(self, width: int) -> list[Line]:
        return words(
            "All of these hold for BPE. Other algorithms break some, and one sees where.",
            width,
            "dim",
            most=2,
        )

    def columns(self) -> Sequence[Column]:
        titles = [Column(outside(title, 10), 10) for title in self.result.titles]
        return Column("", 0, right=False), *titles

    @property
    def count(self) -> int:
        return len(self.result.rows)

    def cells(self, row: int) -> Sequence[Cell]:
        lights = self.result.rows[row]
        name = lights[0].invariant.replace("result of training", "training")
        return Piece(name), *(sign(light) for light in lights)

    def about(self, row: int, width: int) -> list[Line]:
        lines: list[Line] = []
        for light in self.result.rows[row]:
            said = f"{outside(light.tokenizer, 16)}: {light.proof}"
            first, *rest = words(said, width - 2, most=2)
            lines += [[Piece(" "), sign(light), *first], *([Piece("  "), *line] for line in rest)]
            if light.example:
                example = label(light.example, min(_WIDEST_EXAMPLE, max(width - 6, 4)))
                lines.append([Piece("   "), Piece(example, "mark")])
        return lines[: self.about_lines]


def sign(light: LightRow) -> Piece:
    """The light as a sign that does not need its colour."""
    if light.holds is None:
        return Piece(OPEN, "dim")
    return Piece(YES, "good") if light.holds else Piece(NO, "bad")
