"""Two large texts that every Python brings along: its language reference and its library.

They differ from one Python version to the next, so figures made from them name the version.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from bpe_play.corpora.errors import CorpusError

_HINT = "This Python was installed without it; choose another corpus, or a Python from python.org."
_NOT_SOURCE = {"site-packages", "dist-packages", "__pycache__", "test", "tests", "idle_test"}
_BUILD_FILE = "_sysconfigdata"  # written when a Python is built, full of that machine's own paths


def reference_texts() -> bytes:
    """The topics of ``help()``, sorted by name, an empty line between them."""
    try:
        from pydoc_data.topics import topics
    except ImportError as error:
        raise CorpusError("The language reference (pydoc_data.topics) is missing.", _HINT) from error
    return "\n".join(topics[name].rstrip("\n") + "\n" for name in sorted(topics)).encode("utf-8")


def library_source() -> bytes:
    """The library's ``.py`` files without tests and installed packages, sorted by path.

    A file that cannot be read is left out: this text is large and a missing file does not change what
    it shows.
    """
    from sysconfig import get_path  # late: no other corpus needs it

    root = Path(get_path("stdlib"))
    contents = [data for path in library_files(root) if (data := _read(path))]
    if not contents:
        raise CorpusError("The source of the standard library is missing.", _HINT)
    return b"".join(contents)


def library_files(root: Path) -> list[Path]:
    """Source files below ``root`` in the order in which they are joined."""
    return sorted(_source_files(root), key=lambda path: path.relative_to(root).as_posix())


def _source_files(root: Path) -> Iterator[Path]:
    for folder, subfolders, names in os.walk(root):
        subfolders[:] = [name for name in subfolders if name not in _NOT_SOURCE]
        for name in names:
            if name.endswith(".py") and not name.startswith(_BUILD_FILE):
                yield Path(folder, name)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
