"""Figures as files: a name that is still free, and the rows as CSV or JSON lines in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from bpe_play.engine.atomic import write_atomically
from bpe_play.engine.errors import EngineError
from bpe_play.engine.measure.export import to_csv, to_json
from bpe_play.tui.own_files import here

WRITERS = {"csv": to_csv, "json": to_json}


def write_rows(rows: Sequence[Any], name: str, kind: str, folder: Path | None = None) -> Path:
    """Write the rows into a new file of the folder, by default the one one is in, and say where it is.

    No file is replaced. EngineError says why nothing could be written.
    """
    if not rows:
        raise EngineError("There are no figures to write", "measure something first")
    path = next(free for free in _names(folder or here(), name, kind) if not free.exists())
    try:
        write_atomically(path, WRITERS[kind](rows).encode("utf-8", "surrogateescape"))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise EngineError(f"{path} cannot be written: {reason}", "start bpe-play in another folder") from None
    return path


def _names(folder: Path, name: str, kind: str) -> Iterator[Path]:
    """`bpe-play-use-script.csv`, then with -2, -3 …"""
    stem = f"bpe-play-{name}"
    yield folder / f"{stem}.{kind}"
    yield from (folder / f"{stem}-{number}.{kind}" for number in count(2))


def file_name(measure: str, part: str) -> str:
    """What a file of figures is called.

    >>> file_name("use", "never used"), file_name("size", "")
    ('use-never-used', 'size')
    """
    return "-".join(filter(None, [measure, part.replace(" ", "-")]))
