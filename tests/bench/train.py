"""Training beside other trainers, and how its cost grows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import zip_longest
from pathlib import Path

from tests.bench.growth import growth_tables
from tests.bench.options import Options
from tests.bench.rounds import BenchError, Job, run_job, run_rounds
from tests.bench.tables import Target, costs_table
from tests.bench.texts import text_file
from tests.bench.trainers import AGREE, FIRST_SEEN, LOWEST_IDS, SPLIT

_ALL = ("tokenizers", "rustbpe", "bpeasy", "gigabpe", "minibperust", "sentencepiece")
_MODULES = {"minibperust": "MiniBpeRust"}


@dataclass(frozen=True)
class Case:
    """One table: what is learned from, and beside whom. `ours` is what ratios are taken of."""

    text: str
    vocab_size: int
    split: str = "gpt2"
    peers: tuple[str, ...] = _ALL
    targets: dict[str, list[Target]] = field(default_factory=dict)
    ours: tuple[str, ...] = (LOWEST_IDS, FIRST_SEEN)
    rounds: int = 5
    few: dict[str, int] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return f"train: {self.text}, split {self.split}, {self.vocab_size:,} entries"


_SMALL = {
    "tokenizers": [Target("cpu", 0.7), Target("memory", 0.6)],
    "rustbpe": [Target("cpu", math.inf, 1.5)],
}
_MIDDLE = {
    "tokenizers": [Target("cpu", 0.6), Target("wall", 1.0, 0.6), Target("memory", 0.6)],
    "rustbpe": [Target("cpu", 2.0, 1.0)],
}
_LARGE = {"tokenizers": [Target("cpu", 0.8), Target("memory", 0.4)]}
_LESSON = {"the lesson's": [Target("cpu", 1 / 60, 1 / 100)]}


def _beside_the_lesson(text: str) -> Case:
    """Without a split, as lessons do it."""
    peers, ours = ("the lesson's", "minibperust"), (FIRST_SEEN, LOWEST_IDS)
    return Case(text, 512, "none", peers, _LESSON, ours, few={"the lesson's": 2})


def _beside_the_split(text: str) -> Case:
    """What it costs to do without one, of ourselves."""
    return Case(text, 4096, "none", (SPLIT,), {SPLIT: [Target("cpu", 3)]}, ours=(FIRST_SEEN,))


CASES = (
    Case("topics", 4096, targets=_SMALL, rounds=9),
    Case("ours-1MB", 4096, targets=_SMALL, rounds=9),
    Case("stdlib-10MB", 32_000, targets=_MIDDLE),
    Case("alice-10MB", 32_000, targets=_MIDDLE),
    Case("stdlib", 32_000, peers=("tokenizers", "rustbpe", "gigabpe"), rounds=3),
    Case("stdlib-100MB", 32_000, peers=("tokenizers", "rustbpe", "gigabpe"), targets=_LARGE, rounds=3),
    _beside_the_lesson("alice"),
    _beside_the_lesson("ours"),
    _beside_the_split("alice"),
    _beside_the_split("ours"),
)
_QUICK = (Case("ours", 2048, peers=_ALL), Case("ours-1MB", 300, "none", (), ours=(FIRST_SEEN,)))


def run(options: Options) -> bool:
    """Print the tables; whether all targets are met. BenchError where trainers that must agree do not."""
    met = True
    for case in options.chosen(_QUICK if options.smoke else CASES, lambda case: case.title):
        met = _run_case(case, options) and met
    return growth_tables(options) and met


def _run_case(case: Case, options: Options) -> bool:
    path = text_file(case.text, options.folder)
    if path is None:
        print(f"\n{case.title}: the text is not on this machine")
        return True
    names = [*case.ours, *(name for name in case.peers if _installed(name))]
    jobs = [_job(case, name, path, case.few.get(name)) for name in names]
    measures = run_rounds(jobs, options.rounds or case.rounds, options.folder)
    agreed = _compare(case, names, path, options.folder)
    met = costs_table(f"{case.title}, {path.stat().st_size:,} bytes", measures, case.targets)
    print(f"  {agreed}")
    return met


def _installed(name: str) -> bool:
    return (
        name not in AGREE | {"sentencepiece": ""}
        or name == "the lesson's"
        or (find_spec(_MODULES.get(name, name)) is not None)
    )


def _job(case: Case, name: str, path: Path, rounds: int | None = None) -> Job:
    out = path.with_name(f"merges of {name}")
    arguments = (name, str(path), str(case.vocab_size), case.split, str(out))
    return Job(name, "tests.bench.trainers", arguments, rounds)


def _compare(case: Case, names: Sequence[str], path: Path, folder: Path) -> str:
    """Compare what was learned, merge for merge; ours is trained once more where it has to follow another order."""
    have = set(names)
    compared = []
    for name in names:
        ours = AGREE.get(name)
        if ours is None:
            continue
        if ours not in have:
            run_job(_job(case, ours, path), folder)
            have.add(ours)
        _compare_two(path.with_name(f"merges of {name}"), path.with_name(f"merges of {ours}"))
        compared.append(name)
    merges = f"all {case.vocab_size - 256:,} merges"
    return f"{merges} equal to those of {', '.join(compared)}" if compared else "no merges to compare"


def _compare_two(theirs: Path, ours: Path) -> None:
    pairs = zip_longest(theirs.read_text().split(), ours.read_text().split())
    for number, (one, other) in enumerate(pairs, start=1):
        if one != other:
            raise BenchError(
                f"{theirs.name} differ from {ours.name} at merge {number}: "
                f"{_shown(one)} there, {_shown(other)} here"
            )


def _shown(token: str | None) -> str:
    return "no more" if token is None else repr(bytes.fromhex(token))
