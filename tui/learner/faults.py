"""What stops a learner's program, in a sentence and with the learner's own line: no traceback.

Of the frames of an exception only those in the learner's file count; what the file was called from is ours.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass
from types import FrameType, TracebackType
from typing import Any

from bpe_play.tui.learner.guard import RefusedError

_LONGEST = 300
_CALLERS = 3


@dataclass(frozen=True)
class Fault:
    """What is wrong (`title`), what to do about it or how it came to it (`hint`), and in which line.

    line  counted from 1; 0 where no line is to blame
    """

    title: str
    hint: str = ""
    line: int = 0

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Fault:
        return cls(str(data["title"]), str(data["hint"]), int(data["line"]))


class ContractError(Exception):
    """A function of the file does not do what it is asked: what it did, what it should do, its line."""

    def __init__(self, title: str, hint: str = "", line: int = 0) -> None:
        super().__init__(title, hint, line)
        self.fault = Fault(title, hint, line)


def explain(error: BaseException, path: str) -> Fault:
    """An exception that came out of the file at `path`."""
    if isinstance(error, ContractError):
        return error.fault
    if isinstance(error, SyntaxError) and error.filename == path:
        return Fault(f"Line {error.lineno or 0} is not Python: {error.msg}", "", error.lineno or 0)
    if isinstance(error, SyntaxError) and error.filename is None:
        return Fault(f"The file is not Python: {error.msg}")
    places = places_in(error.__traceback__, path)
    line, name = places[-1] if places else (0, "")
    title, hint = _in_words(error)
    return Fault(f"{_where(line, name)}{title}", hint or _called_from([number for number, _ in places]), line)


def places_in(trace: TracebackType | None, path: str) -> list[tuple[int, str]]:
    """Lines of the file that were being run, with the function each stands in; the innermost is last."""
    return [
        (number or 0, frame.f_code.co_name)
        for frame, number in traceback.walk_tb(trace)
        if frame.f_code.co_filename == path
    ]


def running_in(frame: FrameType | None, path: str) -> tuple[int, str]:
    """The line of the file that a thread is in, and its function; (0, "") when it is nowhere in it."""
    while frame is not None:
        if frame.f_code.co_filename == path:
            return frame.f_lineno or 0, frame.f_code.co_name
        frame = frame.f_back
    return 0, ""


def _where(line: int, name: str) -> str:
    if not line:
        return ""
    return f"Line {line}: " if name.startswith("<") else f"Line {line}, in {name}: "


def _called_from(lines: list[int]) -> str:
    """The lines of the file that led to the last of them, the nearest first."""
    callers = [str(line) for line in dict.fromkeys(reversed(lines)) if line != lines[-1]]
    return f"called from line {', '.join(callers[:_CALLERS])}" if callers else ""


def _in_words(error: BaseException) -> tuple[str, str]:
    """What an exception means here, and what to do."""
    for kind, words in _WORDS.items():
        if isinstance(error, kind):
            return words(error)
    return _named(error), ""


def _named(error: BaseException) -> str:
    """`IndexError: list index out of range`."""
    text = said(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def said(value: object) -> str:
    """The text of a value of theirs, of reasonable length, whatever its own methods do."""
    try:
        text = str(value)
    except Exception:
        return "(it cannot be written out)"
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def shown(value: object) -> str:
    """The same, as Python writes it in code."""
    try:
        return said(repr(value))
    except Exception:
        return f"a {type(value).__name__}"


def _exit(error: BaseException) -> tuple[str, str]:
    return "the file ends itself with sys.exit or quit", "take that out: the lab goes on after the last line"


def _memory(error: BaseException) -> tuple[str, str]:
    return "it asks for more memory than a file may have here", "keep less, or make the corpus smaller"


def _too_deep(error: BaseException) -> tuple[str, str]:
    limit = sys.getrecursionlimit()
    return f"it calls itself without end ({limit:,} deep)", "a function that calls itself needs a way out"


def _no_input(error: BaseException) -> tuple[str, str]:
    if str(error) != "EOF when reading a line":
        return _named(error), ""
    return "it waits for input, and there is nobody to answer", "put the value into the file"


def _refused(error: BaseException) -> tuple[str, str]:
    return f"{error}, which is not possible here", "do the work in the file itself"


_WORDS: dict[type[BaseException], Callable[[BaseException], tuple[str, str]]] = {
    SystemExit: _exit,
    MemoryError: _memory,
    RecursionError: _too_deep,
    EOFError: _no_input,
    RefusedError: _refused,
}
