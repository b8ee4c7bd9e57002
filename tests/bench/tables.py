"""Tables of measures: medians with their spread, and ratios of ours to each other tool."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from tests.bench.rounds import Measures


@dataclass(frozen=True)
class Target:
    """What a ratio shall be at most, and what would be better still."""

    what: str
    limit: float
    stretch: float | None = None

    def met(self, value: float) -> bool:
        return value <= self.limit

    def verdict(self, value: float) -> str:
        """The harder of the two that is met, or the target that is missed."""
        if self.stretch is not None and value <= self.stretch:
            return f"stretch {self.stretch:.2g} met"
        if self.limit == math.inf:
            return f"stretch {self.stretch:.2g} missed"
        return f"{self.limit:.2g} {'met' if self.met(value) else 'MISSED'}"


def print_table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A title, and columns as wide as they need be: the first to the left, figures to the right."""
    table = [list(head), *[list(row) for row in rows]]
    widths = [max(len(row[at]) for row in table) for at in range(len(head))]
    print(f"\n{title}")
    for row in table:
        cells = [
            row[0].ljust(widths[0]),
            *[cell.rjust(wide) for cell, wide in zip(row[1:], widths[1:], strict=True)],
        ]
        print("  " + "  ".join(cells).rstrip())


def spread(values: Sequence[float], digits: int = 2, unit: float = 1.0) -> str:
    """Median, lowest and highest: `0.42 (0.40–0.51)`.

    >>> spread([0.5, 0.4, 0.42])
    '0.42 (0.40–0.50)'
    """
    if not values:
        return "–"
    low, middle, high = min(values) / unit, median(values) / unit, max(values) / unit
    return f"{middle:.{digits}f} ({low:.{digits}f}–{high:.{digits}f})"


def costs_table(title: str, measures: Sequence[Measures], targets: dict[str, list[Target]]) -> bool:
    """Costs of each tool, and ours (the first) divided by each of the others. Whether all targets are met.

    targets   for the name of a tool, what the ratio of ours to it shall be
    """
    ours = measures[0]
    rows, met = [], True
    for tool in measures:
        ratios = {what: ours.over(tool, what) for what in ("cpu", "wall", "memory")}
        middles = [(target, median(ratios[target.what])) for target in targets.get(tool.name, ())]
        verdicts = [f"{target.what} ≤ {target.verdict(value)}" for target, value in middles]
        met = met and all(target.met(value) for target, value in middles)
        figures = ["1" if tool is ours else spread(ratios[what]) for what in ratios]
        rows.append([tool.name, *_costs(tool), *figures, "; ".join(verdicts)])
    head = ["", "CPU s", "wall s", "MB", "ours ÷ it: CPU", "wall", "memory", "target"]
    print_table(title, head, rows)
    return met


def _costs(tool: Measures) -> list[str]:
    return [spread(tool.all("cpu")), spread(tool.all("wall")), f"{tool.middle('memory') / 1e6:.0f}"]
