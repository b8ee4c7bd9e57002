"""Key to paint of the whole lab at 120×40, beside the floor app, in turns."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from tests.bench.options import Options
from tests.bench.rounds import Job, Measures, run_rounds
from tests.bench.tables import Target, print_table, spread
from tests.bench.texts import text_file


@dataclass(frozen=True)
class Case:
    """One scenario of keys.py, and what its 95th percentile shall be, in that of `floor`."""

    title: str
    scenario: str
    target: Target
    floor: str = "floor"
    text: str = ""
    keys: int = 120


CASES = (
    Case("typing, nothing else happens", "idle", Target("p95", 2, 1.5)),
    Case(
        "typing while training at full speed", "training", Target("p95", 7, 4), text="stdlib-100MB", keys=60
    ),
    Case(
        "typing while training without a split",
        "training-whole",
        Target("p95", 7, 4),
        text="alice-10MB",
        keys=60,
    ),
    Case("scrubbing 100,000 merges, 2 kB typed", "scrubbing", Target("p95", 4, 2), text="stdlib-30MB"),
    Case("scrubbing those of help texts", "scrubbing", Target("p95", 4, 2), text="topics-30MB"),
    Case("the same, learned without a split", "scrubbing-whole", Target("p95", 4, 2), text="topics-30MB"),
    Case("pasting 1 MB until a key answers", "paste", Target("p95", 2, 1), floor="paste-floor"),
)
_QUICK = (Case("typing, nothing else happens", "idle", Target("p95", 2), keys=12),)


def run(options: Options) -> bool:
    rows: list[list[str]] = []
    met = True
    for case in options.chosen(_QUICK if options.smoke else CASES, lambda case: f"screen: {case.title}"):
        text = text_file(case.text, options.folder) if case.text else None
        if case.text and text is None:
            print(f"{case.title}: left out, there is nothing here to make {case.text} of")
            continue
        path = str(text or "")
        jobs = [_job(case.scenario, case, path), _job(case.floor, case, path)]
        ours, floor = run_rounds(jobs, options.rounds or (1 if options.smoke else 3), options.folder)
        ratios = [_high(mine) / _high(other) for mine, other in zip(_ms(ours), _ms(floor), strict=True)]
        lost = sum(int(turn["lost"]) for turn in ours.turns)
        met = met and case.target.met(median(ratios)) and not lost
        rows.append(
            [
                *_row(case.title, _ms(ours), lost),
                spread(ratios),
                f"p95 ≤ {case.target.verdict(median(ratios))}",
            ]
        )
        rows.append([*_row(f"  {case.floor}", _ms(floor), 0), "1", ""])
    if rows:
        print_table(
            "screen: milliseconds from key to paint, 120×40",
            ["", "p50", "p95", "worst", "lost", "p95 ÷ floor", "target"],
            rows,
        )
    return met


def _job(scenario: str, case: Case, path: str) -> Job:
    return Job(scenario, "tests.bench.keys", (scenario, str(case.keys), path))


def _ms(measures: Measures) -> list[list[float]]:
    return [turn["ms"] for turn in measures.turns]


def _high(values: list[float]) -> float:
    """The 95th percentile."""
    return sorted(values)[round(0.95 * (len(values) - 1))]


def _row(title: str, turns: list[list[float]], lost: int) -> list[str]:
    middle = spread([median(values) for values in turns], 1)
    return [
        title,
        middle,
        spread([_high(values) for values in turns], 1),
        f"{max(map(max, turns)):.0f}",
        str(lost),
    ]
