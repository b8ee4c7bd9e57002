"""Lesson files: one that was damaged is read, or refused with the line where it is wrong, and nothing else."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

from bpe_play.tui.lessons import table
from bpe_play.tui.lessons.reading import LessonError, read_lesson
from tests.fuzz import draws
from tests.fuzz.campaign import Campaign, by_name, same
from tests.fuzz.formats import folder

_VALUES = (
    "1", "-1", "0", "257", "0.5", "nan", "1e400", "9" * 30, "true", "[]", "{}", "[1]", '["x"]', '[["x"]]', '{a = 1}',
    '""', '"x"', '"gpt2"', '"tiny"', '"last"', "'''", '"{"', '"{}"', '"{count}"', '"{a:b:c}"', '"{{}}"', '"\\u0000"',
    '"\\uD800"', '"/dev/zero"', '"~no-such-user/x"', '"../.."', "1979-05-27", "07:32:00", "lab", '"lab"', '"stream"',
    '"\\u001b[2J"', '"' + "a" * 300 + '"',
)  # fmt: skip
_NAMES = ("title", "about", "show", "ask", "right", "keys", "sees", "screen", "view", "focus", "beside", "hide", "step",
          "corpus", "split", "ties", "vocab_size", "tokenizer", "text", "scene", "algorithm", "a.b", "x")  # fmt: skip
_LINE = re.compile(r'^(\w+) = (?!""").*$', re.MULTILINE)  # not the first line of a long text


@cache
def _files() -> list[bytes]:
    return [path.read_bytes() for path in sorted((Path(table.__file__).parent / "built_in").glob("*.toml"))]


def file_damaged(rng: Random) -> None:
    whole = rng.choice(_files())
    for _ in range(rng.randint(1, 3)):
        whole = draws.changed(whole, rng)
    _read(whole)


def lines_replaced(rng: Random) -> None:
    """Good TOML, mostly, that says something else: another value, another name, a line more or less."""
    lines = rng.choice(_files()).decode()
    for _ in range(rng.randint(1, 2)):
        found = rng.choice(list(_LINE.finditer(lines)))
        name = found[1] if rng.random() < 0.8 else rng.choice(_NAMES)
        says_something = rng.random() < 0.9
        line = f"{name} = {rng.choice(_VALUES)}" if says_something else rng.choice(["[[scene]]", "[x]", ""])
        lines = lines[: found.start()] + line + lines[found.end() :]
    _read(lines.encode())


def _read(file: bytes) -> None:
    path = folder() / "x.toml"
    path.write_bytes(file)
    try:
        lesson = read_lesson(path, "x")
    except LessonError as error:
        said = re.search(r"x\.toml, line (\d+): ", error.title)
        same(said is not None, True, error.title, file)
        assert said is not None
        same(1 <= int(said[1]) <= file.count(b"\n") + 1, True, error.title)
    else:
        same(bool(lesson.title and lesson.scenes), True, file)


CAMPAIGN = Campaign(
    "lessons",
    "lesson files: read, or refused with a line",
    by_name(file_damaged, lines_replaced),
    short=200,
)
