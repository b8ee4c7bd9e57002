"""A small plot of how far each token's row has moved, over how often the token was read.

     5.5 │            ⢀ ⠄⠠⡀⢀⠄
         │      ⡀⢠⣀⡠⠤⠒⠊
       0 │●──────────────────
          0   1      10     100

A cell of braille has two by four dots. Tokens without any use stand in a column of their own, because there
is no 0 on a scale of powers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log10

from bpe_play.tui.widgets.pieces import Line, Piece, right

_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_BLANK = 0x2800
_LABEL = 6
_ZERO_COLUMN = 4
STILL, HERE = "●", "◆"


@dataclass(frozen=True)
class Point:
    """One token: how often it was read, and how far its row has moved."""

    uses: int
    moved: float


def plot_lines(points: Sequence[Point], here: Point | None, width: int, height: int) -> list[Line]:
    """The plot in a number of cells; `here` is marked. The last line is the scale."""
    room, rows = width - _LABEL - _ZERO_COLUMN - 2, height - 1
    if room < 8 or rows < 2 or not points:
        return []
    top = max(max(point.moved for point in points), 0.1)
    most = max(max(point.uses for point in points), 10)
    used = (point for point in points if point.uses)
    cells = _braille(((_across(point.uses, most), point.moved / top) for point in used), room, rows)
    marks = _marks(points, here, top, most, room, rows)
    lines = [_row(row, rows, cells[row], marks, top) for row in range(rows)]
    return [*lines, _scale(most, room)]


def _across(uses: int, most: int) -> float:
    """Where a number of uses stands between 1 and the most, from 0 to 1."""
    return log10(uses) / log10(most)


def _braille(points: Iterable[tuple[float, float]], width: int, height: int) -> list[list[int]]:
    """The dots of all points in cells, top row first.

    >>> [["".join(map(chr, row)) for row in _braille([(0, 0), (1, 1)], 2, 1)]]
    [['⡀⠈']]
    """
    cells = [[_BLANK] * width for _ in range(height)]
    for across, up in points:
        column, row = _dot(across, 2 * width), 4 * height - 1 - _dot(up, 4 * height)
        cells[row // 4][column // 2] |= _DOTS[row % 4][column % 2]
    return cells


def _dot(part: float, dots: int) -> int:
    return round(min(max(part, 0.0), 1.0) * (dots - 1))


def _marks(
    points: Sequence[Point], here: Point | None, top: float, most: int, room: int, rows: int
) -> dict[tuple[int, int], Piece]:
    """What is not a dot, by row and cell: the tokens without a use, and the one that is looked at."""
    marks = {}
    for point in points:
        if not point.uses:
            marks[_cell(point, top, most, room, rows)] = Piece(STILL, "text")
    if here is not None:
        marks[_cell(here, top, most, room, rows)] = Piece(HERE, "accent")
    return marks


def _cell(point: Point, top: float, most: int, room: int, rows: int) -> tuple[int, int]:
    row = rows - 1 - _dot(point.moved / top, 4 * rows) // 4
    column = _ZERO_COLUMN + _dot(_across(point.uses, most), 2 * room) // 2 if point.uses else 1
    return row, column


def _row(row: int, rows: int, cells: Sequence[int], marks: dict[tuple[int, int], Piece], top: float) -> Line:
    label = f"{top:.1f}" if row == 0 else "0" if row == rows - 1 else ""
    line = [Piece(right(label, _LABEL - 1) + " │", "dim")]
    for column in range(_ZERO_COLUMN + len(cells)):
        dot = chr(cells[column - _ZERO_COLUMN]) if column >= _ZERO_COLUMN else " "
        line.append(marks.get((row, column)) or Piece(" " if dot == chr(_BLANK) else dot, "text"))
    return line


def _scale(most: int, room: int) -> Line:
    """The numbers of uses below the plot, in powers of ten as far as they have room."""
    left_edge = _LABEL + 1
    text = " " * (left_edge + 1) + "0 "
    power = 0
    while 10**power <= most:
        label = f"{10**power:,}"
        at = left_edge + _ZERO_COLUMN + _dot(_across(10**power, most), 2 * room) // 2
        at = min(at, left_edge + _ZERO_COLUMN + room + 1 - len(label))
        text = text.ljust(at) + label if at >= len(text) else text
        power += 1
    return [Piece(text, "dim")]
