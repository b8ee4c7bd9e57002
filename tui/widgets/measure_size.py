"""The vocabulary's size: the curve on two texts, and a table of what sizes bring and cost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from bpe_play.engine.counted import counted
from bpe_play.tui.measures.curve import CurveOptions, CurveResult
from bpe_play.tui.measures.curve_rows import CurveRow, row_of, shown_sizes
from bpe_play.tui.measures.size_curve import SizeCurve
from bpe_play.tui.widgets.braille import Axis, Curve, nice_ticks, plot, powers
from bpe_play.tui.widgets.figures import compact
from bpe_play.tui.widgets.measure_sheet import Cell, Column, Sheet, number, outside, words
from bpe_play.tui.widgets.pieces import Line, Piece

_MOST_POINTS = 400


class SizeSheet(Sheet):
    """Bytes per token against entries."""

    has_plot = True
    head_lines = 4
    about_lines = 4
    result: CurveResult
    options: CurveOptions

    @cached_property
    def _rows(self) -> list[CurveRow]:
        return [row_of(self.result, self.options, size) for size in shown_sizes(self.result, self.options)]

    @property
    def figures(self) -> str:
        points = self.result.points
        return f"{points[-1].vocabulary:,} entries" if points else ""

    def head(self, width: int) -> list[Line]:
        trained = "trained on" if self.result.trained else "not trained on"
        legend = [Piece(" ⠤⠤ ", "accent"), Piece(f"{outside(self.result.corpus, 20)}, {trained}", "dim")]
        if self.result.other:
            legend += [Piece("   ⠄⠠ "), Piece(f"{outside(self.result.text, 20)}, not trained on", "dim")]
            lost = f", {self.result.lost:,} lost" if self.result.lost else ""
            legend.append(Piece(lost, "bad"))
        return [*words(self.result.said, width), legend]

    def plot(self, width: int, height: int, row: int) -> list[Line]:
        points, other = _seen(self.result.points), _seen(self.result.other)
        if not points:
            return []
        low, high = points[0][0], max(points[-1][0], points[0][0] + 1)
        top = max(value for _, value in points + other)
        x = Axis(low, high, [(size, compact_size(size)) for size in powers(2, low, high)], powers=True)
        bottom = min(value for _, value in points + other)
        ticks = [(tick, f"{tick:.1f}") for tick in nice_ticks(bottom, top, height // 2 + 2)]
        y = Axis(bottom, max(top, bottom + 0.1), ticks)
        curves = [Curve(other, "text", gap=2), Curve(points, "accent")]
        return plot(curves, x, y, width, height, self._here(row))

    def _here(self, row: int) -> tuple[float, float] | None:
        shown = self._rows[row] if row < len(self._rows) else None
        if shown is None or shown.bytes_per_token is None:
            return None
        return float(shown.vocabulary), shown.bytes_per_token

    def columns(self) -> Sequence[Column]:
        return (
            Column("entries", 8),
            Column("b/t", 5),
            Column("gain", 5),
            Column("2nd", 5),
            Column("params", 6),
            Column("fp16", 6),
            Column("window", 7, wide=58),
            Column("request", 7, wide=68),
        )

    @property
    def count(self) -> int:
        return len(self._rows)

    def cells(self, row: int) -> Sequence[Cell]:
        figures = self._rows[row]
        return (
            Piece(f"{figures.vocabulary:,}"),
            number(figures.bytes_per_token, 2),
            number(figures.gain, 2),
            number(figures.other_bytes_per_token, 2),
            Piece(compact(figures.parameters)),
            Piece(f"{compact(figures.memory)}B"),
            number(figures.window_characters),
            number(figures.request_tokens),
        )

    def about(self, row: int, width: int) -> list[Line]:
        figures, options = self._rows[row], self.options
        tables = "one table" if options.tied else "embedding and output"
        cost = (
            f"{figures.vocabulary:,} × {options.width:,} = {figures.embedding:,}; {tables}: "
            f"{figures.parameters:,} parameters, {compact(figures.memory)}B at fp16."
        )
        if figures.window_characters is None or figures.request_tokens is None:
            return words(f"{cost} How long texts are with it is not known here.", width, most=4)
        use = (
            f" {counted(options.window, 'token')} of context hold {figures.window_characters:,.0f} characters; "
            f"{options.request:,} characters are {figures.request_tokens:,.0f} tokens."
        )
        return words(cost + use, width, most=4)


def compact_size(size: int) -> str:
    """A power of two as a label: 256, 1k, 64k.

    >>> compact_size(512), compact_size(65_536)
    ('512', '64k')
    """
    return f"{size // 1024}k" if size >= 1024 else str(size)


def _seen(curve: SizeCurve) -> list[tuple[float, float]]:
    """What can be seen of a curve, as x and y."""
    return [(float(point.vocabulary), point.bytes_per_token) for point in curve.thinned(_MOST_POINTS)]
