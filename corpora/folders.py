"""Read a file, a folder or standard input as bytes, with a limit, and say what was left out.

It does not decode, does not change line ends and puts nothing between the files of a folder.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bpe_play.corpora.errors import CorpusError
from bpe_play.corpora.reading import LIMIT, Progress, Reader, reason
from bpe_play.corpora.word_counts import SUFFIX, parse_counts

__all__ = ["LIMIT", "Progress", "Skipped", "Source", "read_source"]


@dataclass(frozen=True)
class Skipped:
    """An entry of a folder that is not part of the text: its path below the folder, and why."""

    path: str
    why: str


@dataclass(frozen=True)
class Source:
    """A text of one's own. ``words`` is None for running text. ``name`` is raw: draw it with care."""

    name: str
    data: bytes
    skipped: tuple[Skipped, ...] = ()
    words: dict[bytes, int] | None = None


def read_source(
    path: str | os.PathLike[str], *, limit: int = LIMIT, progress: Progress | None = None
) -> Source:
    """Read ``path``: a file, a folder, or ``-`` for standard input (``./-`` for a file of that name).

    A folder is its regular files in sorted order of their path below it, one after the other; hidden
    entries, links to folders and files that cannot be read are in ``skipped``. A file that ends in
    ``.counts`` is read as words with counts. ``progress`` is called with the bytes read so far after
    every block; whatever it raises stops the reading. Raises CorpusError; also beyond ``limit`` bytes,
    so that a pipe that never ends does end.
    """
    reader = Reader(limit, progress)
    if os.fspath(path) == "-":
        return Source("standard input", reader.standard_input())
    target = Path(path)
    try:
        target = target.expanduser()
        mode = os.stat(target).st_mode
        return _folder(target, reader) if stat.S_ISDIR(mode) else _file(target, mode, reader)
    except (OSError, ValueError, RuntimeError) as error:
        raise CorpusError(f"{str(path)!r} cannot be read: {reason(error)}.", _hint(error)) from error


def _file(path: Path, mode: int, reader: Reader) -> Source:
    if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
        raise CorpusError(f"{str(path)!r} is a device or a socket.", "Choose a file, a folder or a pipe.")
    data = reader.file(path)
    words = parse_counts(data, repr(path.name)) if path.name.endswith(SUFFIX) else None
    return Source(path.name, data, (), words)


def _folder(root: Path, reader: Reader) -> Source:
    parts: list[bytes] = []
    skipped: list[Skipped] = []
    for path, why in sorted(_entries(root), key=lambda entry: _below(root, entry[0])):
        try:
            why = why or _why_not(path)
            if not why:
                parts.append(reader.file(path))
        except OSError as error:
            why = reason(error)
        if why:
            skipped.append(Skipped(_below(root, path), why))
    if not parts:
        raise CorpusError(f"The folder {str(root)!r} holds no file to read.", _left_out(skipped))
    return Source(root.name or str(root), b"".join(parts), tuple(skipped))


def _entries(root: Path) -> Iterator[tuple[Path, str]]:
    """Every file below ``root`` with an empty reason, and every folder not entered with the reason why."""
    failed: list[OSError] = []
    for folder, subfolders, names in os.walk(root, onerror=failed.append):
        for name in list(subfolders):
            path = Path(folder, name)
            if why := "hidden" if name.startswith(".") else "link to a folder" if path.is_symlink() else "":
                subfolders.remove(name)
                yield path, why
        yield from ((Path(folder, name), "hidden" if name.startswith(".") else "") for name in names)
    yield from ((Path(error.filename), reason(error)) for error in failed)


def _why_not(path: Path) -> str:
    """Why a file is no text, or nothing. Pipes are skipped too: in a folder nobody writes to them."""
    return "" if stat.S_ISREG(os.stat(path).st_mode) else "not a regular file"


def _below(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix()


def _left_out(skipped: list[Skipped]) -> str:
    if not skipped:
        return "It is empty; choose a folder with files in it."
    return f"Left out: {len(skipped)}, the first is {skipped[0].path!r} ({skipped[0].why})."


def _hint(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "Check the spelling and the folder you are in."
    if isinstance(error, PermissionError):
        return "Ask its owner for the right to read it, or copy it."
    return "Choose another file."
