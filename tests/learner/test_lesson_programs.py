"""The three programs that lessons on tokenizers write, typed into a file, learn what the engine learns.

They are read out of the lessons when the test runs; the repository holds nothing of them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bpe_play.tui.learner.limits import Limits

FIRST_TWELVE = [4433, 3302, 3247, 2335, 2253, 2011, 1904, 1813, 1703, 1554, 1467, 1270]
PATIENT = Limits(seconds=120)


def part(text: str, first: str, last: str) -> str:
    """The lines from one to another, both included."""
    start = text.index(first)
    return text[start : text.index(last, start) + len(last)] + "\n"


@pytest.fixture
def programs(shared: Path) -> dict[str, str]:
    lessons = shared / "lessons"
    if not lessons.is_dir():
        pytest.skip("the lessons are not there")
    dutch = (lessons / "dutch.txt").read_text(encoding="utf-8")
    turkish = (lessons / "turkish.txt").read_text(encoding="utf-8")
    functions = part(dutch, "def get_stats", "return out")
    trainer = part(dutch, "class BPE:", "return ids")
    methods = part(dutch, "    def encode", 'errors="replace")')
    return {
        "functions": functions,
        "trainer class": f"{functions}\n\n{trainer}\n{methods}",
        "one-pass encoder": part(turkish, "from collections import Counter\n", 'errors="replace")'),
    }


@pytest.mark.parametrize(
    ("name", "made_of"),
    [
        ("functions", "pair_counts, merge"),
        ("trainer class", "class BPE: train, encode, decode"),
        ("one-pass encoder", "class BPETokenizer: train, encode, decode"),
    ],
)
def test_it_runs_unchanged_and_matches_the_engine_on_alice(
    run_file: Callable[..., Any], programs: dict[str, str], alice: bytes, name: str, made_of: str
) -> None:
    ended = run_file(programs[name], alice, merges=64, limits=PATIENT)
    assert ended.fault is None
    report = ended.report
    assert report.made_of == made_of
    assert report.difference is None
    assert len(report.yours) == 64
    assert report.yours == report.engine, "pairs and counts"
    assert [step.count for step in report.yours[:12]] == FIRST_TWELVE
    assert [trip.wrong for trip in report.trips] == [""] * len(report.trips)
    assert report.notes == ()


def test_the_functions_learn_under_a_split_of_the_labs(
    run_file: Callable[..., Any], programs: dict[str, str]
) -> None:
    report = run_file(programs["functions"], b"the cat, the hat, the end", split="gpt2", merges=20).report
    assert (report.split, report.difference) == ("gpt2", None)
    assert report.engine


def test_a_class_is_compared_without_a_split_since_nobody_splits_for_it(
    run_file: Callable[..., Any], programs: dict[str, str]
) -> None:
    report = run_file(programs["trainer class"], b"the cat, the hat, the end", split="gpt2", merges=20).report
    assert (report.split, report.difference) == ("none", None)
