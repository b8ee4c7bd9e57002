"""The exercises, in order. To add one: a file in `tasks/` and an entry in checks.py under the same name."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_TASKS = Path(__file__).parent / "tasks"

ORDER = ("count", "merge", "train", "encode", "decode", "special", "gpt4", "wordpiece", "fallback")


@dataclass(frozen=True)
class Exercise:
    """One exercise.

    key       its name in files and tables
    about     one sentence for a list
    function  what the learner's file must define
    learns    whether the lab can learn with it once it is right
    split     the split of the engine that it is compared with; "" for the lab's
    task      what to do; start: the file one begins with; hints come one at a time
    """

    key: str
    title: str
    about: str
    function: str
    learns: bool
    task: str
    start: str
    hints: tuple[str, ...]
    solution: str
    split: str = ""

    @property
    def number(self) -> int:
        return ORDER.index(self.key) + 1

    @property
    def file_name(self) -> str:
        return f"{self.number}_{self.key}.py"


def _read(key: str) -> Exercise:
    data: dict[str, Any] = tomllib.loads((_TASKS / f"{key}.toml").read_text(encoding="utf-8"))
    return Exercise(
        key,
        data["title"],
        data["about"],
        data["function"],
        data["learns"],
        " ".join(data["task"].split()),
        data["start"],
        tuple(data["hints"]),
        data["solution"],
        data.get("split", ""),
    )


EXERCISES: dict[str, Exercise] = {key: _read(key) for key in ORDER}


def after(key: str, by: int) -> Exercise:
    """The next exercise, or the one before; at the ends it stays.

    >>> after("count", 1).key, after("count", -1).key
    ('merge', 'count')
    """
    place = ORDER.index(key) + by
    return EXERCISES[ORDER[min(max(place, 0), len(ORDER) - 1)]]
