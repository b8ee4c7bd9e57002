"""The slider and the curve of the timeline as plain functions, and which cell stands for which step."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from bpe_play.tui.widgets.bars import sparkline
from bpe_play.tui.widgets.history_rows import AnyHistory
from bpe_play.tui.widgets.pieces import Line, Piece


class Moment(NamedTuple):
    """What the timeline shows: a step among the known ones, on the way to the target."""

    cursor: int = 0
    known: int = 0
    target: int = 1
    playing: bool = False
    speed: str = ""


def slider(moment: Moment, width: int) -> Line:
    """The line: applied, the cursor, known but not applied, still to be learned.

    >>> from bpe_play.tui.widgets.pieces import text_of
    >>> text_of(slider(Moment(cursor=2, known=5, target=10), 11))
    '━━●━━━╌╌╌╌╌'
    """
    here = column(moment.cursor, moment.target, width)
    known = max(column(moment.known, moment.target, width), here)
    return [
        Piece("━" * here, "accent"),
        Piece("●", "accent"),
        Piece("━" * (known - here), "dim"),
        Piece("╌" * (width - 1 - known), "dim"),
    ]


def column(step: int, target: int, width: int) -> int:
    """The cell of a step on a line of `width` cells."""
    return round(min(max(step / max(target, 1), 0.0), 1.0) * (width - 1))


def step_at(cell: int, moment: Moment, width: int) -> int:
    """The step of a cell; no further than what is known."""
    return min(round(max(cell, 0) * moment.target / max(width - 1, 1)), moment.known)


def ceiling(compression: float) -> float:
    """The top of the curve: the next half above what is reached, so that it seldom jumps while it grows.

    >>> ceiling(1.0), ceiling(2.19)
    (1.5, 2.5)
    """
    return ceil(max(compression, 1.01) * 2) / 2


def curve(history: AnyHistory, moment: Moment, width: int, height: int) -> list[Line]:
    """Bytes per token over the steps, from 1 to `ceiling`; the cursor's column is in the accent."""
    here, known = (column(step, moment.target, width) for step in (moment.cursor, moment.known))
    span = ceiling(history.bytes_per_token(moment.known)) - 1
    steps = [min(round(cell * moment.target / max(width - 1, 1)), moment.known) for cell in range(known + 1)]
    levels = [(history.bytes_per_token(step) - 1) / span for step in steps]
    return [
        [Piece(line[:here], "dim"), Piece(line[here : here + 1], "accent"), Piece(line[here + 1 :], "dim")]
        for line in sparkline([*levels, *[None] * (width - known - 1)], height)
    ]
