"""Write a file so that it is always whole: the old one or the new one, also after a crash or a power cut."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path


def write_atomically(path: str | os.PathLike[str], data: bytes, *, mode: int | None = None) -> None:
    """Put `data` into a new file beside `path`, see it safe on the disk, and let it take the place.

    A link is followed, so that the file it names is replaced and not the link. `mode` are its
    permissions; None keeps those of the old file, and gives a new one those of any new file.
    Raises OSError, and then leaves the old file as it was and no other file behind.
    """
    import tempfile  # late: it takes a while, and most runs save nothing

    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():  # a device would be replaced, if the rights allow it
        raise OSError(errno.EINVAL, "Not a regular file", os.fspath(path))
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=".tmp", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.chmod(name, _permissions(target) if mode is None else mode)
            os.fsync(stream.fileno())
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
    _sync_folder(target.parent)


def _permissions(target: Path) -> int:
    try:
        return target.stat().st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0o077)
        os.umask(mask)
        return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    """Make the new name durable too. Some systems and file systems cannot; the file is whole all the same."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
