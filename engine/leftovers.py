"""What a program that was killed while it wrote a file has left beside it, and when that may be taken away.

A file on its way is named after the file it will become and the process that writes it. It is taken away once
that process is gone and nobody has written to it for a while: in a folder that machines share, a process of
another machine is not known here.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import suppress

_SECONDS_OF_REST = 60
_LONGEST_NAME = 40  # characters of a file's name that the name of one on its way repeats
SUFFIX = ".tmp"
_swept: set[str] = set()


def prefix(file: str) -> str:
    """How the name of a file begins that this process writes and that will become `file`."""
    return f"{_beginning(file)}{os.getpid()}."


def _beginning(file: str) -> str:
    return f".{file[:_LONGEST_NAME]}."


def sweep(folder: str, file: str) -> None:
    """Take away what was left of `file`; a process looks once for each. What cannot be taken away stays."""
    path = os.path.join(folder, file)
    if path not in _swept:
        _swept.add(path)
        with suppress(OSError):
            for name in _left(folder, file):
                os.unlink(os.path.join(folder, name))


def _left(folder: str, file: str) -> Iterator[str]:
    ours = re.compile(rf"{re.escape(_beginning(file))}(\d{{1,9}})\.[a-z0-9_]+{re.escape(SUFFIX)}", re.DOTALL)
    with os.scandir(folder) as found:
        for entry in found:
            named = ours.fullmatch(entry.name)
            if named and _is_at_rest(entry) and not _is_alive(int(named[1])):
                yield entry.name


def _is_at_rest(entry: os.DirEntry[str]) -> bool:
    is_file = entry.is_file(follow_symlinks=False)
    return is_file and time.time() - entry.stat(follow_symlinks=False).st_mtime > _SECONDS_OF_REST


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):  # somebody else's
        return True
    return True
