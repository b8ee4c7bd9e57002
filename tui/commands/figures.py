"""Rows of figures as a table for people: the fields of a dataclass in columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from rich.cells import cell_len

from bpe_play.tui.visible import label, plain

_WIDEST = 60
_LEFT_OUT = frozenset({"choices", "merge", "most_frequent"})  # of a training's step: JSON has them


def table(rows: Sequence[Any]) -> Iterator[str]:
    """A heading and a line for each row; nothing where there are no rows.

    >>> from bpe_play.engine.measure.curve import Point
    >>> list(table([Point(256, 1200, 1.0)]))
    ['vocabulary  tokens  bytes per token', '       256   1,200                1']
    """
    if not rows:
        return
    names = [field.name for field in fields(rows[0]) if field.name not in _LEFT_OUT]
    lines = [[_cell(getattr(row, name)) for name in names] for row in rows]
    titles = [name.replace("_", " ") for name in names]
    widths = [max(cell_len(cell) for cell in column) for column in zip(titles, *lines, strict=True)]
    numbers = [_is_number(getattr(rows[0], name)) for name in names]
    for line in [titles, *lines]:
        cells = zip(line, widths, numbers, strict=True)
        yield "  ".join(_placed(cell, width, right) for cell, width, right in cells).rstrip()


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) or value is None


def _placed(cell: str, width: int, right: bool) -> str:
    blanks = " " * (width - cell_len(cell))
    return blanks + cell if right else cell + blanks


def _cell(value: Any) -> str:
    """A value as one reads it: tokens with borders between them, numbers with their digits grouped."""
    match value:
        case None:
            return "–"
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}"
        case float():
            return f"{value:,.4g}" if abs(value) < 10_000 else f"{value:,.0f}"
        case bytes():
            return label(value, _WIDEST)
        case (str(), int() | float()):  # a figure with its name
            return f"{value[0]} {_cell(value[1])}"
        case tuple() | list():
            return _joined(value)
    return plain(str(value))


def _joined(values: Sequence[Any]) -> str:
    border = "│" if values and isinstance(values[0], bytes) else " "
    return border.join(map(_cell, values))
