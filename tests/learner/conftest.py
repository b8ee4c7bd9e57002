"""Running a learner's file in its own process, with limits small enough for a test."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bpe_play.tui.frames import Kind
from bpe_play.tui.learner.faults import Fault
from bpe_play.tui.learner.limits import Limits
from bpe_play.tui.learner.order import Order
from bpe_play.tui.learner.report import Checked, Report
from bpe_play.tui.learner.run import LearnerRun

SMALL = Limits(seconds=20, memory=128 << 20, output=20_000, grace=2.0)


@dataclass(frozen=True)
class Ended:
    """How a run ended, and that nothing of it is left."""

    report: Report | None
    fault: Fault | None
    checked: Checked | None
    printed: str


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Callable[..., LearnerRun]]:
    """Start a file; whatever still runs after the test is ended."""
    runs: list[LearnerRun] = []

    def _begin(source: str | bytes, corpus: bytes = b"aaabdaaabac", **settings: Any) -> LearnerRun:
        data = source.encode() if isinstance(source, str) else source
        order = Order(data, str(tmp_path / "my_bpe.py"), **({"limits": SMALL} | settings))
        runs.append(LearnerRun(order, corpus))
        return runs[-1]

    yield _begin
    for run in runs:
        run.close()


@pytest.fixture
def run_file(begin: Callable[..., LearnerRun]) -> Callable[..., Ended]:
    """Run a file to its end."""

    def _run(source: str | bytes, corpus: bytes = b"aaabdaaabac", **settings: Any) -> Ended:
        run = begin(source, corpus, **settings)
        run.wait()
        return ended(run)

    return _run


def ended(run: LearnerRun) -> Ended:
    """What a run said, once it is over."""
    assert run.has_ended
    assert_nothing_is_left(run)
    heard = dict(run.inbox)
    assert (Kind.DONE in heard) != (Kind.FAILED in heard), "one last word"
    done, failed, checked = heard.get(Kind.DONE), heard.get(Kind.FAILED), heard.get(Kind.FACTS)
    report = Report.from_json(done) if done else None
    fault = Fault.from_json(failed) if failed else report.fault if report else None
    printed = bytes(run.printed).decode("utf-8", "backslashreplace")
    return Ended(report, fault, Checked.from_json(checked) if checked else None, printed)


def assert_nothing_is_left(run: LearnerRun) -> None:
    """Neither the process nor anything of its group."""
    with pytest.raises(ProcessLookupError):
        os.killpg(run.pid, 0)
    with pytest.raises(ProcessLookupError):
        os.kill(run.pid, 0)


@pytest.fixture
def end_of() -> Callable[[LearnerRun], Ended]:
    return ended
