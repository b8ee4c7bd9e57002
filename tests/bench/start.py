"""How long until something is there: first paint of the lab and of the floor, and commands beside bare Python.

Run as a module, one start is measured: `python -m tests.bench.start paint NAME ARGUMENTS…` or `… command …`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass

from tests.bench.inside import report
from tests.bench.options import Options
from tests.bench.rounds import Job, run_job, run_rounds
from tests.bench.tables import Target, costs_table, print_table, spread
from tests.bench.terminal import Terminal
from tests.bench.texts import text_file

# What shows that the screen is painted; written in one go by both.
_SEEN = {"floor": b"READY", "lab": b" Merges "}
_LAB = ("-m", "bpe_play")
_FLOOR = ("-m", "tests.bench.floor", "line")


@dataclass(frozen=True)
class Start:
    """A program that paints, and what is compared with what."""

    name: str
    seen: str
    command: tuple[str, ...]


def run(options: Options) -> bool:
    met = True
    if options.only in "start: first paint":
        met = _first_paint(options)
    if options.only in "start: commands":
        met = _commands(options) and met
    return met


def _first_paint(options: Options) -> bool:
    starts = [Start("the lab", "lab", _LAB), Start("the floor", "floor", _FLOOR)]
    if not options.smoke:
        large = text_file("stdlib-100MB", options.folder)
        starts.append(Start("the lab, a file of 100 MB", "lab", (*_LAB, str(large))))
    jobs = [Job(one.name, "tests.bench.start", ("paint", one.seen, *one.command)) for one in starts]
    for job in jobs:  # the first time compiles modules
        run_job(job, options.folder)
    measures = run_rounds(jobs, options.rounds or (1 if options.smoke else 15), options.folder)
    lab, floor, *large_file = measures
    rows, met = [], True
    for one, other, target in [
        (lab, floor, Target("wall", 1.4, 1.2)),
        *[(it, lab, Target("wall", 1.5, 1.1)) for it in large_file],
    ]:
        ratio = one.over(other, "wall")
        middle = sorted(ratio)[len(ratio) // 2]
        met = met and target.met(middle)
        rows.append(
            [
                f"{one.name} ÷ {other.name}",
                spread(one.all("wall"), 3),
                spread(one.all("cpu"), 3),
                spread(ratio),
                spread(one.over(other, "cpu")),
                f"wall ≤ {target.verdict(middle)}",
            ]
        )
    rows.append(["the floor", spread(floor.all("wall"), 3), spread(floor.all("cpu"), 3), "", "", ""])
    print_table(
        "start: until the first paint, 120×40",
        ["", "wall s", "CPU s", "ratio, wall", "ratio, CPU", "target"],
        rows,
    )
    return met


def _commands(options: Options) -> bool:
    text = text_file("ours", options.folder)
    model = options.folder / "start.model"
    run_job(Job("learn", "tests.bench.encoders", ("learn", str(text), "1024", str(model))), options.folder)
    python = Job("python -c pass", "tests.bench.start", ("command", "-c", "pass"))
    jobs = [
        Job("bpe-play --help", "tests.bench.start", ("command", *_LAB, "--help")),
        Job(
            "bpe-play encode, 1,024 entries",
            "tests.bench.start",
            ("command", *_LAB, "encode", str(model), "--text", "How many r's?"),
        ),
    ]
    met = True
    for job in (*jobs, python):
        run_job(job, options.folder)
    measures = run_rounds([*jobs, python], options.rounds or (1 if options.smoke else 15), options.folder)
    for one in measures[:-1]:
        met = (
            costs_table(f"start: {one.name}", [one, measures[-1]], {python.name: [Target("cpu", 5, 3)]})
            and met
        )
    return met


def paint(seen: str, command: list[str]) -> None:
    terminal = Terminal([sys.executable, *command], os.environ)
    wall = terminal.wait(_SEEN[seen])
    cpu = terminal.cpu()
    terminal.wait_quiet()
    terminal.close()
    report({"wall": wall, "cpu": cpu})


def command(words: list[str]) -> None:
    """The cost of a whole process, from the outside."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{words} ended with {process.returncode}")
    wall = time.perf_counter() - start
    report({"wall": wall, "cpu": usage.ru_utime + usage.ru_stime, "memory": usage.ru_maxrss * 1024})


def main() -> None:
    kind, *words = sys.argv[1:]
    if kind == "paint":
        paint(words[0], words[1:])
    else:
        command(words)


if __name__ == "__main__":
    main()
