"""Jobs in rounds: each job is a process of its own, and in every round each job has one turn."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.places import CHECKOUT, environment, forget_state


class BenchError(Exception):
    """A job failed, or tools that must agree do not."""


@dataclass(frozen=True)
class Job:
    """A process to be measured: `module` is run with `arguments`, and prints its cost as its last line.

    rounds   in how many of the rounds it has a turn; a slow one may have fewer
    """

    name: str
    module: str
    arguments: tuple[str, ...]
    rounds: int | None = None


@dataclass
class Measures:
    """What one job said, a dict for each of its turns."""

    name: str
    turns: list[dict[str, Any]] = field(default_factory=list)

    def all(self, what: str) -> list[float]:
        return [turn[what] for turn in self.turns if what in turn]

    def middle(self, what: str) -> float:
        return median(self.all(what))

    def over(self, other: Measures, what: str) -> list[float]:
        """The ratios to another job, each taken inside one round."""
        pairs = zip(self.all(what), other.all(what), strict=False)
        return [mine / theirs if theirs else 0.0 for mine, theirs in pairs]


def run_rounds(jobs: Sequence[Job], rounds: int, folder: Path) -> list[Measures]:
    """Every job in every round; who comes first changes from round to round."""
    measures = [Measures(job.name) for job in jobs]
    for number in range(rounds):
        order = [(at + number) % len(jobs) for at in range(len(jobs))]
        for at in order:
            if number < (jobs[at].rounds or rounds):
                _note(f"round {number + 1} of {rounds}: {jobs[at].name}")
                measures[at].turns.append(run_job(jobs[at], folder))
    _note("")
    return measures


def run_job(job: Job, folder: Path) -> dict[str, Any]:
    """What the process of a job says."""
    forget_state(folder)
    command = [sys.executable, "-m", job.module, *job.arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=CHECKOUT, env=environment(folder))
    if done.returncode:
        raise BenchError(f"{job.name} failed:\n{done.stderr.strip()[-2000:]}")
    said: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return said


def _note(text: str) -> None:
    """What is going on, on a terminal only, on one line."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
