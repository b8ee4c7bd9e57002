"""Tables of measures: medians with their spread, and ratios of ours to each other tool."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from tests.bench.rounds import Measures


@dataclass(frozen=True)
class Target:
    """What a ratio shall be: `at_most` or, where more is better, `at_least`."""

    what: str
    limit: float
    at_least: bool = False

    def verdict(self, value: float) -> str:
        met = value >= self.limit if self.at_least else value <= self.limit
        return f"{'≥' if self.at_least else '≤'} {self.limit:g} {'met' if met else 'MISSED'}"


def print_table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A title, and columns as wide as they need be: the first to the left, figures to the right."""
    table = [list(head), *[list(row) for row in rows]]
    widths = [max(len(row[at]) for row in table) for at in range(len(head))]
    print(f"\n{title}")
    for row in table:
        cells = [row[0].ljust(widths[0]), *[cell.rjust(wide) for cell, wide in zip(row[1:], widths[1:], strict=True)]]
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
        verdicts = [
            f"{target.what} {target.verdict(median(ratios[target.what]))}"
            for target in targets.get(tool.name, ())
        ]
        met = met and not any("MISSED" in verdict for verdict in verdicts)
        figures = ["1" if tool is ours else spread(ratios[what]) for what in ratios]
        rows.append([tool.name, *_costs(tool), *figures, "; ".join(verdicts)])
    head = ["", "CPU s", "wall s", "MB", "ours ÷ it: CPU", "wall", "memory", "target"]
    print_table(title, head, rows)
    return met


def _costs(tool: Measures) -> list[str]:
    return [spread(tool.all("cpu")), spread(tool.all("wall")), f"{tool.middle('memory') / 1e6:.0f}"]
