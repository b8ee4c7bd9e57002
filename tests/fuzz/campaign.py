"""How a campaign is run: cases by number, faults with what is needed to see them again."""

from __future__ import annotations

import random
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

Case = Callable[[random.Random], object]
_SHOWN = 5  # faults of a kind; the rest is only counted


@dataclass(frozen=True)
class Campaign:
    """Kinds of cases by name. `short` and `long` are how many cases of each kind are run."""

    name: str
    about: str
    kinds: Mapping[str, Case]
    short: int
    long: int = 100_000


def by_name(*cases: Case) -> dict[str, Case]:
    """Kinds of cases that are called as their functions are.

    >>> list(by_name(same, random_for))
    ['same', 'random for']
    """
    return {case.__name__.replace("_", " "): case for case in cases}


@dataclass(frozen=True)
class Fault:
    """A case that failed, and the end of what was said of it."""

    number: int
    said: str


@dataclass
class Found:
    """What one kind of case has come to."""

    campaign: str
    kind: str
    seed: int
    cases: int = 0
    seconds: float = 0.0
    faults: list[Fault] = field(default_factory=list)

    def __str__(self) -> str:
        lines = [
            f"{self.campaign:8} {self.kind:24} {self.cases:>9,} cases {len(self.faults):>6,} faults "
            f"{self.seconds:>8.1f} s"
        ]
        again = f"python -m tests.fuzz {self.campaign} --seed {self.seed} --only {self.kind!r}"
        lines += [f"    {again} --case {fault.number}\n{fault.said}" for fault in self.faults[:_SHOWN]]
        return "\n".join(lines)


def random_for(seed: int, kind: str, number: int) -> random.Random:
    """The random numbers of one case: the same ones wherever and whenever it is run."""
    return random.Random(f"{seed}/{kind}/{number}")


def run_kind(campaign: Campaign, kind: str, numbers: Iterable[int], seed: int = 1) -> Found:
    """Run these cases of a kind, each whatever became of the others."""
    found, begun = Found(campaign.name, kind, seed), time.monotonic()
    for number in numbers:
        try:
            campaign.kinds[kind](random_for(seed, kind, number))
        except Exception:
            found.faults.append(Fault(number, _end_of(traceback.format_exc())))
        found.cases += 1
    found.seconds = time.monotonic() - begun
    return found


def run(campaign: Campaign, cases: int, seed: int = 1, only: str = "") -> list[Found]:
    """So many cases of each kind, or of those whose name holds `only`."""
    return [run_kind(campaign, kind, range(cases), seed) for kind in campaign.kinds if only in kind]


def _end_of(trace: str) -> str:
    """The last lines of a traceback, moved in, and short enough to read."""
    return "\n".join(f"      {line[:1200]}" for line in trace.splitlines()[-7:])


def same(found: object, due: object, *about: object) -> None:
    """Fail with both values, and with what they were made from."""
    if found != due:
        raise AssertionError(f"found {_short(found)}, due {_short(due)}, from {_short(about)}")


def _short(value: object) -> str:
    text = ascii(value)
    return text if len(text) <= 600 else f"{text[:400]} … {text[-100:]}"


def tell(found: Found) -> None:
    """Print what was found, at once."""
    print(found)
    sys.stdout.flush()
