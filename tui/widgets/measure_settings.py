"""What is measured with what, each line with the key that changes it."""

from __future__ import annotations

from collections.abc import Sequence

from bpe_play.tui.widgets.measure_sheet import outside
from bpe_play.tui.widgets.pieces import Line, Piece


def setting_lines(settings: Sequence[tuple[str, str]], width: int) -> list[Line]:
    """Keys and values, one a line. Values may come from outside."""
    return [_line(key, value, width) for key, value in settings]


def _line(key: str, value: str, width: int) -> Line:
    return [Piece(f"{key} ", "accent"), Piece(outside(value, max(width - len(key) - 1, 1)))]


def part_line(parts: Sequence[str], shown: str) -> Line:
    """The parts of a result, with the one that is shown as a bar."""
    line: Line = []
    for part in parts:
        line.append(Piece(f" {part} ", "accent_bar" if part == shown else "dim"))
    return [*line, Piece("  ← →", "dim")]
