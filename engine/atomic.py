"""Write a file so that it is always whole: the old one or the new one, also after a crash or a power cut."""

from __future__ import annotations

import contextlib
import errno
import os

from bpe_play.engine import leftovers


def write_atomically(path: str | os.PathLike[str], data: bytes, *, mode: int | None = None) -> None:
    """Put `data` into a new file beside `path`, see it safe on the disk, and let it take the place.

    A link is followed, so that the file it names is replaced and not the link. `mode` are its
    permissions; None keeps those of the old file, and gives a new one those of any new file.
    Raises OSError, and then leaves the old file as it was and no other file behind. What a program that was
    killed while it wrote this file has left beside it is taken away.
    """
    import tempfile  # late: it takes a while, and most runs save nothing

    target = os.path.realpath(path)
    folder, file = os.path.split(target)
    if os.path.exists(target) and not os.path.isfile(
        target
    ):  # a device would be replaced, if rights allow it
        raise OSError(errno.EINVAL, "Not a regular file", os.fspath(path))
    handle, name = tempfile.mkstemp(prefix=leftovers.prefix(file), suffix=leftovers.SUFFIX, dir=folder)
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
    _sync_folder(folder)
    leftovers.sweep(folder, file)


def _permissions(target: str) -> int:
    try:
        return os.stat(target).st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0o077)
        os.umask(mask)
        return 0o666 & ~mask


def _sync_folder(folder: str) -> None:
    """Make the new name durable too. Some systems and file systems cannot; the file is whole all the same."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
