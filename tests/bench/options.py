"""What the command line says, as every subject gets it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Options:
    """`folder` is for files of the run, `rounds` 0 leaves them to each case, `only` picks cases by title."""

    folder: Path
    rounds: int = 0
    only: str = ""
    smoke: bool = False

    def chosen(self, cases: Iterable[T], title: Callable[[T], str]) -> list[T]:
        return [case for case in cases if self.only in title(case)]
