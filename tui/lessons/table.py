"""The lessons that are built in, in order. To add one: a file in `built_in/`, and its name here."""

from __future__ import annotations

import os
from difflib import get_close_matches
from pathlib import Path

from bpe_play.tui.lessons.lesson import Lesson
from bpe_play.tui.lessons.reading import LessonError, read_lesson

ORDER = (
    "bytes",
    "counting",
    "twelfth",
    "order",
    "splits",
    "numbers",
    "languages",
    "glitches",
)
_FOLDER = Path(__file__).parent / "built_in"


def built_in() -> list[Lesson]:
    """All of them, in order."""
    return [open_lesson(name) for name in ORDER]


def open_lesson(name: str) -> Lesson:
    """A lesson by name, or from a file of one's own. LessonError where there is none, or it cannot be read."""
    if name in ORDER:
        return read_lesson(_FOLDER / f"{name}.toml", name)
    path = Path(name).expanduser()
    if not (os.sep in name or path.suffix or path.exists()):
        near = get_close_matches(name.lower(), ORDER, 3)
        hint = f"did you mean {' or '.join(near)}?" if near else f"the names are {', '.join(ORDER)}"
        raise LessonError(f"There is no lesson and no file named {name!r}", hint)
    path = path.resolve()
    return read_lesson(path, str(path))
