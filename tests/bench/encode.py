"""Encoding with learned merges beside other encoders."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from tests.bench.encoders import ENCODERS, IN_PYTHON, OURS
from tests.bench.options import Options
from tests.bench.rounds import BenchError, Job, run_job, run_rounds
from tests.bench.tables import Target, costs_table
from tests.bench.texts import text_file

_MODULES = {"minibperust": "MiniBpeRust", OURS: "tests", IN_PYTHON: "tests"}
# As fast as tiktoken times 0.9 is to take at most its time divided by 0.9.
_TARGETS = {"tiktoken": [Target("cpu", 1 / 0.9)]}


@dataclass(frozen=True)
class Case:
    """One table: the merges are learned from `learned` (its own text if that is empty)."""

    text: str
    vocab_size: int
    learned: str = ""
    rounds: int = 5
    targets: dict[str, list[Target]] = field(default_factory=lambda: _TARGETS)

    @property
    def title(self) -> str:
        source = f"learned from {self.learned}" if self.learned else "learned from it"
        return f"encode: {self.text}, split gpt2, {self.vocab_size:,} entries {source}"


CASES = (
    Case("topics", 4096, targets={}),
    Case("stdlib-10MB", 32_000),
    Case("alice-10MB", 32_000),
    Case("stdlib-10MB", 4096, "ours"),
)
_QUICK = (Case("ours", 400, rounds=1),)


def run(options: Options) -> bool:
    met = True
    for case in options.chosen(_QUICK if options.smoke else CASES, lambda case: case.title):
        met = _run_case(case, options) and met
    return met


def _run_case(case: Case, options: Options) -> bool:
    path = text_file(case.text, options.folder)
    learned = text_file(case.learned or case.text, options.folder)
    if path is None or learned is None:
        print(f"\n{case.title}: the text is not on this machine")
        return True
    model = options.folder / f"{learned.stem} {case.vocab_size}.model"
    if not model.exists():
        run_job(
            Job("learn", "tests.bench.encoders", ("learn", str(learned), str(case.vocab_size), str(model))),
            options.folder,
        )
    names = [name for name in ENCODERS if find_spec(_MODULES.get(name, name))]
    jobs = [
        Job(name, "tests.bench.encoders", (name, str(model), str(path), str(_out(path, name))))
        for name in names
    ]
    measures = run_rounds(jobs, options.rounds or case.rounds, options.folder)
    agreed = _compare(names, path)
    met = costs_table(f"{case.title}, {path.stat().st_size:,} bytes", measures, case.targets)
    print(f"  {agreed}")
    return met


def _out(path: Path, name: str) -> Path:
    return path.with_name(f"ids of {name}")


def _compare(names: list[str], path: Path) -> str:
    ours = _out(path, OURS).read_bytes()
    for name in names:
        theirs = _out(path, name).read_bytes()
        if theirs != ours:
            raise BenchError(f"the ids of {name} differ from ours in {path.name}")
    return f"all {len(ours) // 4:,} ids equal to those of {', '.join(names[1:])}"
