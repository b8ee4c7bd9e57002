"""What is kept of the code screen between two runs of the program: the file, settings, and the progress.

Reading never fails: what is missing or damaged is as at the first start.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bpe_play.engine.atomic import write_atomically
from bpe_play.tui.learner.exercises import EXERCISES
from bpe_play.tui.settings import read_kept, state_path

MOST_MERGES = 5_000


@dataclass
class Kept:
    """What is kept.

    path      the file that was open; "" for the one in the state folder
    exercise  the exercise that was open, or ""
    merges    how many are learned; split: "" for the one that fits the file
    done      exercises that were right once; hints: how many were shown
    drafts    unsaved texts by the paths that they are for, those of other files from earlier times
    """

    path: str = ""
    exercise: str = ""
    merges: int = 64
    split: str = ""
    done: list[str] = field(default_factory=list)
    hints: dict[str, int] = field(default_factory=dict)
    drafts: dict[str, str] = field(default_factory=dict)

    @classmethod
    def from_json(cls, data: Any) -> Kept:
        kept = cls()
        if not isinstance(data, dict):
            return kept
        kept.path = _text(data.get("path"))
        kept.exercise = exercise if (exercise := _text(data.get("exercise"))) in EXERCISES else ""
        kept.split = _text(data.get("split"))
        merges = data.get("merges")
        if type(merges) is int and 1 <= merges <= MOST_MERGES:
            kept.merges = merges
        done, hints, drafts = data.get("done"), data.get("hints"), data.get("drafts")
        kept.done = [key for key in EXERCISES if isinstance(done, list) and key in done]
        if isinstance(hints, dict):
            kept.hints = {key: hints[key] for key in EXERCISES if type(hints.get(key)) is int}
        if isinstance(drafts, dict):
            kept.drafts = {path: text for path, text in drafts.items() if isinstance(text, str)}
        return kept


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def folder() -> Path:
    """Where files live that nobody has named."""
    return state_path().parent


def kept_path() -> Path:
    return folder() / "code.json"


def load() -> Kept:
    return Kept.from_json(read_kept(kept_path()))


def save(kept: Kept) -> None:
    """OSError where the folder cannot be written."""
    make_folder(folder())
    write_atomically(kept_path(), json.dumps(asdict(kept), indent=1).encode("ascii"), mode=0o600)


def make_folder(path: Path) -> None:
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
