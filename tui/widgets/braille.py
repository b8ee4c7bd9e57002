"""Plots drawn in braille: curves over two axes, each linear or in powers.

    4.9 ┤            ⣀⠤⠔⠊
    1.0 ┤⣀⡠⠤⠔⠒⠊⠉
         256   1k    4k

A cell of braille has two by four dots, and one ink. Curves are told apart by how they are dotted too, not by
their ink alone. The inks are names of the palette, so plots follow the theme.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import floor, log10

from rich.cells import cell_len

from bpe_play.tui.widgets.pieces import Line, Piece, right

BLANK = 0x2800
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_SMALLEST = (12, 3)  # cells, without axes
HERE = "◆"

XY = tuple[float, float]
Cell = tuple[int, int]  # row and column


@dataclass(frozen=True)
class Axis:
    """From where to where, and what is written along it: values with their labels.

    powers  whether equal ways stand for equal factors; then `low` is above 0
    """

    low: float
    high: float
    ticks: Sequence[tuple[float, str]]
    powers: bool = False

    def part(self, value: float) -> float:
        """Where a value stands, from 0 to 1.

        >>> Axis(1, 100, (), powers=True).part(10), Axis(0, 4, ()).part(1)
        (0.5, 0.25)
        """
        low, high = (log10(self.low), log10(self.high)) if self.powers else (self.low, self.high)
        at = log10(max(value, self.low)) if self.powers else value
        return min(max((at - low) / (high - low), 0.0), 1.0) if high > low else 0.0


@dataclass(frozen=True)
class Curve:
    """Points in order of x. `gap` is how many dots are left out after each one that is drawn; `joined` is
    whether points are joined by lines."""

    points: Sequence[XY]
    ink: str = "text"
    gap: int = 0
    joined: bool = True


def plot(
    curves: Sequence[Curve], x: Axis, y: Axis, width: int, height: int, here: XY | None = None
) -> list[Line]:
    """The curves in so many cells, the last line with the labels of x; nothing where there is no room.

    A later curve is drawn over an earlier one. `here` is marked in the accent colour.
    """
    margin = max((cell_len(label) for _, label in y.ticks), default=0) + 2
    columns, rows = width - margin, height - 1
    if columns < _SMALLEST[0] or rows < _SMALLEST[1]:
        return []
    cells: dict[Cell, Piece] = {}
    for curve in curves:
        cells |= _drawn(curve, x, y, columns, rows)
    if here is not None:
        column, row = _dot(here, x, y, columns, rows)
        cells[row // 4, column // 2] = Piece(HERE, "accent")
    labels = {_row(value, y, rows): label for value, label in y.ticks}
    lines = [_line(row, cells, columns, labels.get(row, ""), margin) for row in range(rows)]
    return [*lines, _scale(x, columns, margin)]


def _drawn(curve: Curve, x: Axis, y: Axis, columns: int, rows: int) -> dict[Cell, Piece]:
    """The cells of one curve."""
    masks: dict[Cell, int] = {}
    for number, (column, row) in enumerate(_dots(curve, x, y, columns, rows)):
        if number % (curve.gap + 1) == 0:
            cell = row // 4, column // 2
            masks[cell] = masks.get(cell, 0) | _DOTS[row % 4][column % 2]
    return {cell: Piece(chr(BLANK + mask), curve.ink) for cell, mask in masks.items()}


def _dots(curve: Curve, x: Axis, y: Axis, columns: int, rows: int) -> Iterator[XYDot]:
    """The dots of a curve from left to right, each once in a run."""
    dots = list(dict.fromkeys(_dot(point, x, y, columns, rows) for point in curve.points))
    if not curve.joined or len(dots) < 2:
        yield from dots
        return
    for start, end in pairwise(dots):
        yield from _between(start, end)
    yield dots[-1]


XYDot = tuple[int, int]  # column and row in dots, from the top


def _dot(point: XY, x: Axis, y: Axis, columns: int, rows: int) -> XYDot:
    column = round(x.part(point[0]) * (2 * columns - 1))
    return column, 4 * rows - 1 - round(y.part(point[1]) * (4 * rows - 1))


def _between(start: XYDot, end: XYDot) -> Iterator[XYDot]:
    """The dots of a straight line, without its end.

    >>> list(_between((0, 3), (3, 0)))
    [(0, 3), (1, 2), (2, 1)]
    """
    (x1, y1), (x2, y2) = start, end
    steps = max(abs(x2 - x1), abs(y2 - y1))
    for step in range(steps):
        yield x1 + round(step * (x2 - x1) / steps), y1 + round(step * (y2 - y1) / steps)


def _row(value: float, y: Axis, rows: int) -> int:
    """In which row of cells a value of y is."""
    return (4 * rows - 1 - round(y.part(value) * (4 * rows - 1))) // 4


def _line(row: int, cells: dict[Cell, Piece], columns: int, label: str, margin: int) -> Line:
    line = [Piece(right(label, margin - 2) + (" ┤" if label else " │"), "dim")]
    line += (cells.get((row, column), Piece(" ")) for column in range(columns))
    return line


def _scale(x: Axis, columns: int, margin: int) -> Line:
    """The labels of x under their places, as far as they do not touch."""
    text = " " * (margin - 1)
    for value, label in x.ticks:
        place = margin + round(x.part(value) * (columns - 1))
        start = min(max(place - cell_len(label) // 2, 0), margin + columns - cell_len(label))
        if start > cell_len(text) or not text.strip():
            text += " " * (start - cell_len(text)) + label
    return [Piece(text, "dim")]


def nice_ticks(low: float, high: float, most: int) -> list[float]:
    """Round values from low to high, not more than `most`.

    >>> nice_ticks(1.0, 4.9, 5), nice_ticks(0, 0, 3)
    ([1.0, 2.0, 3.0, 4.0], [0])
    """
    if high <= low:
        return [low]
    rough = (high - low) / max(most - 1, 1)
    power = 10.0 ** floor(log10(rough))
    step = next((factor * power for factor in (1, 2, 5, 10) if factor * power >= rough), 10 * power)
    first = -(-low // step)
    return [round((first + number) * step, 10) for number in range(int(high // step - first) + 1)][:most]


def powers(base: int, low: float, high: float) -> Iterable[int]:
    """The powers of a base from low to high.

    >>> list(powers(10, 1, 2_000)), list(powers(2, 256, 1_024))
    ([1, 10, 100, 1000], [256, 512, 1024])
    """
    value = 1
    while value <= high:
        if value >= low:
            yield value
        value *= base
