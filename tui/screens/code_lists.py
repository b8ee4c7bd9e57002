"""The lists of a report: both merge lists side by side, and the round trips."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest

from rich.cells import cell_len

from bpe_play.engine.door import to_bytes
from bpe_play.tui.learner.report import Report, Step
from bpe_play.tui.visible import label, plain
from bpe_play.tui.widgets.figures import grouped
from bpe_play.tui.widgets.pair_line import labels
from bpe_play.tui.widgets.pieces import Line, Piece, left, right
from bpe_play.tui.widgets.wrapping import BAD, GOOD, hanging

_BOTH_COUNTS_FROM = 44  # cells


def wrong_trip_lines(report: Report, width: int) -> list[Line]:
    """Texts that do not come back, or are cut out of order; or a word that there are none."""
    wrong = [trip for trip in report.trips if trip.wrong]
    if not wrong and report.trips:
        return hanging(GOOD, f"{len(report.trips)} texts are cut in rank order and come back", width, "dim")
    lines: list[Line] = []
    for trip in wrong:
        text = label(to_bytes(trip.text), 24) or "the empty text"
        lines += hanging(BAD, f"{text} {plain(trip.wrong)}", width, "bad")
    return lines


def trip_lines(report: Report, width: int) -> list[Line]:
    """Every text of the round trips, with the tokens that the program and the engine make of it."""
    if not report.trips:
        return []
    room = max(width - 22, 8)
    lines = [[Piece(f"  {left('round trip', room)} {'tokens':>8} {'engine':>8}", "dim")]]
    for trip in report.trips:
        text = left(label(to_bytes(trip.text), room) or "(empty)", room)
        sign = Piece(BAD, "bad") if trip.wrong else Piece(GOOD, "good")
        lines.append([sign, Piece(text), Piece(f" {trip.tokens:>8,} {trip.due:>8,}", "dim")])
    return lines


@dataclass(frozen=True)
class Columns:
    """Widths in cells: of the step's number, of each merge, of a count; 0 is a column that has no room."""

    number: int
    pair: int
    count: int
    engine_count: int


def list_lines(report: Report, width: int) -> list[Line]:
    """Both merge lists, step by step; what differs is marked."""
    if not (report.yours or report.engine):
        return []
    shape = _columns(report, width)
    names: Line = [Piece(f" {'step':>{shape.number}}  ", "dim")]
    names += [Piece(left("yours", shape.pair) + " " + right("count", shape.count) + "  ", "dim")]
    names += [Piece(left("engine", shape.pair), "dim")]
    if shape.engine_count:
        names.append(Piece(" " + right("count", shape.engine_count), "dim"))
    first = report.difference.step if report.difference else 0
    rows = enumerate(zip_longest(report.yours, report.engine), 1)
    return [names, *(_row(step, mine, other, step == first, shape) for step, (mine, other) in rows)]


def _columns(report: Report, width: int) -> Columns:
    """Equal merges have equal counts, so the engine's column of counts is the first to go."""
    steps = max(len(report.yours), len(report.engine))
    largest = max((step.count for step in (*report.yours, *report.engine)), default=0)
    number, count = max(len(grouped(steps)), len("step")), max(len(grouped(largest)), len("count"))
    engine_count = count if width >= _BOTH_COUNTS_FROM else 0
    fixed = number + 3 + (1 + count) + 2 + (1 + engine_count if engine_count else 0)
    return Columns(number, max((width - fixed) // 2, 3), count, engine_count)


def _row(step: int, mine: Step | None, other: Step | None, is_first: bool, shape: Columns) -> Line:
    is_same = mine is not None and other is not None and mine.pair == other.pair
    ink = "hit" if is_first else "text"
    line = [
        Piece("▸" if is_first else " ", "accent"),
        Piece(f"{grouped(step):>{shape.number}}", "dim"),
        Piece("  " if is_same else "≠ ", "accent" if is_first else "dim"),
        *_merge(mine, shape.pair, ink),
        Piece(" " + _count(mine, shape.count) + "  ", "text"),
        *_merge(other, shape.pair, ink if is_same or is_first else "dim"),
    ]
    if shape.engine_count:
        line.append(Piece(" " + _count(other, shape.engine_count), "text" if is_same or is_first else "dim"))
    return line


def _merge(step: Step | None, room: int, ink: str) -> Line:
    """The two tokens of a merge in so many cells; the blanks beside the sign go first."""
    if step is None:
        return [Piece(left("–", room), "dim")]
    pair = " + ".join(labels(step.pair, room - 3))
    if "…" in pair:
        pair = "+".join(labels(step.pair, room - 1))
    return [Piece(pair, ink), Piece(" " * (room - cell_len(pair)))]


def _count(step: Step | None, room: int) -> str:
    return right("" if step is None else grouped(step.count), room)


def first_difference(lines: Iterable[Line]) -> int | None:
    """The number of the line of the first step that differs."""
    return next((number for number, line in enumerate(lines) if line and line[0].text == "▸"), None)
