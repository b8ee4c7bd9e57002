"""A file of somebody else, read once, within bounds, and told apart from what is saved by mistake.

Nothing here is ever executed: files are bytes, text or JSON, and a pickle is only named.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

from bpe_play.engine.errors import ModelFileError
from bpe_play.engine.formats.json_text import parse

MAX_FILE = 256 << 20
_HEAD = 3
_AGAIN = "take another copy of the file"


@dataclass(frozen=True)
class Source:
    """The bytes of a file, and what messages call it."""

    path: Path
    data: bytes

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def unmarked(self) -> bytes:
        """The bytes without the mark (BOM) that some editors put before them."""
        return self.data.removeprefix(b"\xef\xbb\xbf")

    @cached_property
    def json(self) -> Any:
        """The value of a JSON file; ModelFileError with line and column where it is none."""
        return parse(self.data, self.name)

    @cached_property
    def lines(self) -> list[bytes]:
        """The lines, without LF or CRLF, and without an empty one at the end. Nothing else ends a line."""
        lines = self.unmarked.split(b"\n")
        if not lines[-1]:
            lines.pop()
        return [line.removesuffix(b"\r") for line in lines]

    @cached_property
    def head(self) -> list[bytes]:
        """The first lines: to look at them is quicker than to cut all the others."""
        lines = self.unmarked.split(b"\n", _HEAD)[:_HEAD]
        return [line.removesuffix(b"\r") for line in lines]

    @property
    def ends_with_a_line(self) -> bool:
        return self.data.endswith(b"\n")

    @property
    def starts_as_json(self) -> bool:
        return self.unmarked.lstrip()[:1] in (b"{", b"[")

    def refuse(self, problem: str, hint: str = _AGAIN, line: int | None = None) -> NoReturn:
        """Raise the error for this file, or for a line of it, counted from 1."""
        where = self.name if line is None else f"{self.name}, line {line}"
        raise ModelFileError(f"{where}: {problem}", hint)


def read(path: str | os.PathLike[str]) -> Source:
    """The file at a path; ModelFileError where it cannot be read, or is something that no tokenizer is."""
    path = Path(path)
    source = Source(path, _bytes(path))
    for starts, what, hint in _MISTAKES:
        if source.data.lstrip()[:64].lower().startswith(starts):
            source.refuse(what, hint)
    if not source.unmarked.strip():
        source.refuse("the file is empty")
    return source


_MISTAKES: list[tuple[tuple[bytes, ...], str, str]] = [
    (
        (b"<!doctype html", b"<html", b"<head", b"<?xml"),
        "this is a web page, not a tokenizer",
        "download the file itself, not the page that shows it",
    ),
    (
        (b"version https://git-lfs",),
        "this is only a pointer to a large file (Git LFS)",
        "fetch the file itself, for example with: git lfs pull",
    ),
    (
        (b"\x1f\x8b", b"pk\x03\x04", b"\xfd7zxz", b"bzh", b"\x28\xb5\x2f\xfd"),
        "this is an archive",
        "unpack it first",
    ),
    (
        (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05"),
        "this is a pickle, which could run any program, so it is never opened",
        "save the tokenizer in another format",
    ),
]


def _bytes(path: Path) -> bytes:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise ModelFileError(f"{path.name} is not an ordinary file", "choose a tokenizer file")
        if path.stat().st_size > MAX_FILE:
            raise ModelFileError(
                f"{path.name} is larger than {MAX_FILE >> 20} MB", "no tokenizer is so large"
            )
        return path.read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise ModelFileError(f"{path.name!r} cannot be read: {reason}", "check the path") from None
