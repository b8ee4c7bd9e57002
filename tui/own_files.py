"""Files that the program writes for its user without asking for a name, and where they go.

The folder one is in comes first, since there one looks for them; where it cannot be written, the user's own
data folder. Either way the answer is the whole path, to be shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path, PurePath

from bpe_play.engine.atomic import write_atomically
from bpe_play.engine.errors import EngineError

PRIVATE = 0o600


def here() -> Path:
    """The folder one is in; one's own where that is gone."""
    try:
        return Path.cwd()
    except OSError:
        return Path.home()


def folders() -> list[Path]:
    """Where files of the user's own are written, and looked for; the first that can be written is taken."""
    from platformdirs import user_data_path

    own = user_data_path("bpe-play", appauthor=False)
    try:
        return [Path.cwd(), own]
    except OSError:  # the folder one was in is gone
        return [own]


def write_own(name: str, data: bytes, *, private: bool, replace: bool = True) -> Path:
    """Write a file of that name and say where; with `replace` false under the next name that is free.

    `private`: only its owner may read it. EngineError where no folder can be written.
    """
    problem: OSError | None = None
    for folder in folders():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / name if replace else _free(folder, name)
            write_atomically(path, data, mode=PRIVATE if private else None)
            return path
        except OSError as error:
            problem = error
    reason = (getattr(problem, "strerror", None) or str(problem)).lower()
    raise EngineError(f"{name} cannot be written: {reason}", "start bpe-play in a folder of your own")


def _free(folder: Path, name: str) -> Path:
    return next(path for path in _names(folder, PurePath(name)) if not path.exists())


def _names(folder: Path, name: PurePath) -> Iterator[Path]:
    """`screen.svg`, then `screen-2.svg` …"""
    yield folder / name
    yield from (folder / f"{name.stem}-{number}{name.suffix}" for number in count(2))
