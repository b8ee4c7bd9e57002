"""What is kept of lessons between two runs of the program: the scene in each, and which was open last.

Reading never fails: what is missing or damaged is as at the first start.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bpe_play.engine.atomic import write_atomically
from bpe_play.tui.settings import state_path

_MOST = 100  # lessons of which the place is remembered


@dataclass
class Places:
    """The last lesson by name, and the scene in each, from 0; a lesson that was ended has none."""

    last: str = ""
    scenes: dict[str, int] = field(default_factory=dict)

    def put(self, name: str, scene: int) -> None:
        """Remember a place; the lesson moves to the end, and the oldest falls out."""
        self.scenes.pop(name, None)
        self.scenes[name] = scene
        self.last = name
        for oldest in list(self.scenes)[:-_MOST]:
            del self.scenes[oldest]


def places_path() -> Path:
    return state_path().parent / "lessons.json"


def load() -> Places:
    try:
        return _from_json(json.loads(places_path().read_bytes()))
    except (OSError, ValueError, RecursionError):
        return Places()


def _from_json(data: Any) -> Places:
    places = Places()
    if isinstance(data, dict):
        last, scenes = data.get("last"), data.get("scenes")
        places.last = last if isinstance(last, str) else ""
        if isinstance(scenes, dict):
            places.scenes = {name: at for name, at in scenes.items() if type(at) is int and at >= 0}
    return places


def save(places: Places) -> None:
    """OSError where the folder cannot be written."""
    path = places_path()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_atomically(path, json.dumps(asdict(places), indent=1).encode("ascii"), mode=0o600)
