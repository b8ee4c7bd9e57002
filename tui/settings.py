"""What is kept between two runs: settings in the user's configuration folder, the last state in the state folder.

Reading never fails: what is missing or damaged is as at the first start. Writing is atomic, and readable by
its owner only, since the typed text is in it.
"""

from __future__ import annotations

import json
import stat
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_config_path, user_state_path

from bpe_play.engine.atomic import write_atomically
from bpe_play.tui.state import State

APP = "bpe-play"
_LARGEST = 256 << 20  # bytes of a file that is kept, with all the text that somebody typed


@dataclass(frozen=True)
class Settings:
    """How the program looks and moves, whatever is in it. `speed` is an index into the speeds of play."""

    theme: str = "bpe-dark"
    speed: int = 2


def settings_path() -> Path:
    return user_config_path(APP, appauthor=False) / "settings.json"


def state_path() -> Path:
    return user_state_path(APP, appauthor=False) / "state.json"


def load_settings() -> Settings:
    kept, first = _read(settings_path()), Settings()
    theme, speed = kept.get("theme"), kept.get("speed")
    return Settings(
        theme if isinstance(theme, str) else first.theme,
        speed if type(speed) is int else first.speed,
    )


def save_settings(settings: Settings) -> None:
    write_kept(settings_path(), asdict(settings))


def load_state() -> State:
    return State.from_json(_read(state_path()))


def save_state(state: State) -> None:
    write_kept(state_path(), state.to_json())


def _read(path: Path) -> dict[str, Any]:
    kept = read_kept(path)
    return kept if isinstance(kept, dict) else {}


def read_kept(path: Path, largest: int = _LARGEST) -> Any:
    """The value in a file of ours; None where there is no such file, or something else in its place."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > largest:
            return None
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


def write_kept(path: Path, value: dict[str, Any]) -> None:
    """OSError where the folder cannot be written; whoever calls says so once and goes on."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_atomically(path, json.dumps(value, indent=1).encode("ascii"), mode=0o600)
