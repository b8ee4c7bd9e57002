"""Looking whether a file has changed: by time, size and inode, so that a save by renaming is seen too.

A look costs microseconds. A change counts when two looks in a row see the same, so that a file is not read
while an editor is still writing it. A file that is gone is on its way back, and no change.
"""

from __future__ import annotations

import os
from pathlib import Path

Signature = tuple[int, int, int]


class FileWatch:
    """One file, and what it was like when it was last read or written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known = self._now()
        self._seen = self._known

    def accept(self) -> None:
        """What is there now is known."""
        self._known = self._seen = self._now()

    def has_changed(self) -> bool:
        """Whether the file is another one than the known, and has come to rest."""
        before, self._seen = self._seen, self._now()
        return self._seen is not None and self._seen != self._known and self._seen == before

    def _now(self) -> Signature | None:
        try:
            status = os.stat(self.path)
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size, status.st_ino
