"""A lesson from a file of TOML. What is wrong with it is said with file, line and what was expected.

    title = "…"            about = "…"
    [[scene]]              title, show, say, ask, right, answer: texts, with figures in braces
                           keys, sees: what to press, and what is on the screen then
                           corpus, algorithm, split, vocab_size, step, text …: the lab (settings.py)
                           screen, view, focus, beside, hide: what of it is shown

A scene begins where the one before began, changed by what it says; the first one begins with a fresh lab.
"""

from __future__ import annotations

import re
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from bpe_play.corpora import CORPORA
from bpe_play.engine import EngineError
from bpe_play.tui.lessons.lesson import Lesson, Scene
from bpe_play.tui.lessons.lines import Lines
from bpe_play.tui.lessons.placeholders import PlaceholderError
from bpe_play.tui.lessons.settings import SETTINGS, is_too_small, settled
from bpe_play.tui.lessons.stage import FOCUS, HIDE, VIEWS
from bpe_play.tui.lessons.texts import read_text
from bpe_play.tui.state import State

LARGEST_FILE = 1_000_000
_TEXTS = ("title", "show", "say", "ask", "right", "answer", "sees")
_LISTS = ("keys", "beside")
_KNOWN = (*_TEXTS, *_LISTS, "screen", "view", "focus", "hide", *SETTINGS)


class LessonError(EngineError):
    """A lesson that cannot be read: file, line and what is wrong; what was expected."""


def read_lesson(path: Path, name: str) -> Lesson:
    """The lesson in a file. LessonError for everything that can be wrong with it."""
    return Reader(path, _text_of(path)).lesson(name)


def _text_of(path: Path) -> str:
    try:
        data = path.read_bytes()[: LARGEST_FILE + 1]
    except OSError as error:
        raise LessonError(f"{path.name} cannot be read", (error.strerror or "no reason").lower()) from error
    if len(data) > LARGEST_FILE:
        raise LessonError(f"{path.name} is larger than {LARGEST_FILE:,} bytes", "a lesson is a small file")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise LessonError(f"{path.name}, line {line}: this is not UTF-8", "save the file as UTF-8") from error


class Reader:
    """Reads one file; knows its lines."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._lines = Lines(text)
        try:
            self._data = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise self._toml_error(error) from error

    def lesson(self, name: str) -> Lesson:
        self._check_names(0, self._data, ("title", "about", "scene"))
        scenes = self._data.get("scene")
        if not isinstance(scenes, list) or not all(isinstance(scene, dict) for scene in scenes):
            raise self._wrong(
                0, "scene", "there is no [[scene]]", "write one; each begins with a line [[scene]]"
            )
        title, about = self._text(0, self._data, "title"), self._text(0, self._data, "about")
        if not title:
            raise self._wrong(
                0, "title", "the lesson has no title", 'write title = "…" above the first scene'
            )
        return Lesson(name, title, about, tuple(self._scenes(scenes)), self._path)

    def _scenes(self, data: list[dict[str, Any]]) -> list[Scene]:
        scenes: list[Scene] = []
        before = Scene("", "", State(text=b""))
        for number, each in enumerate(data, 1):
            before = self._scene(number, each, before)
            scenes.append(before)
        return scenes

    def _scene(self, number: int, data: dict[str, Any], before: Scene) -> Scene:
        self._check_names(number, data, _KNOWN)
        texts = {name: self._text(number, data, name) for name in _TEXTS}
        if not texts["show"]:
            raise self._wrong(number, "show", "the scene shows no text", 'write show = "…"')
        if texts["right"] and not texts["ask"]:
            raise self._wrong(number, "right", "there is an answer and no question", 'write ask = "…"')
        screen = self._one_of(number, data, "screen", tuple(VIEWS), before.screen)
        stays = screen == before.screen
        return Scene(
            **texts,
            state=self._state(number, data, before.state),
            screen=screen,
            view=self._one_of(number, data, "view", VIEWS[screen], before.view if stays else ""),
            focus=self._one_of(number, data, "focus", FOCUS.get(screen, ()), before.focus if stays else ""),
            hide=self._one_of(number, data, "hide", HIDE, ""),
            keys=self._list(number, data, "keys"),
            beside=self._list(number, data, "beside") or (before.beside if stays else ()),
            line=self._lines.of_scene(number),
        )

    # -- texts

    def _text(self, number: int, data: dict[str, Any], name: str) -> str:
        """A text with its lines joined; an empty line begins a paragraph, which becomes one line."""
        value = data.get(name, "")
        if not isinstance(value, str):
            raise self._wrong(number, name, f"{name} is {_shown(value)}", "a text in quotes is expected")
        try:
            return read_text(value)
        except PlaceholderError as error:
            raise self._wrong(number, name, f"in {name}, {error}", "README.md lists the figures") from error

    # -- settings

    def _state(self, number: int, data: dict[str, Any], before: State) -> State:
        changes = {}
        for row in SETTINGS.values():
            if row.name in data:
                try:
                    changes[row.field] = row.read(data[row.name])
                except ValueError as error:
                    wrong = f"{row.name} is {_shown(data[row.name])}"
                    raise self._wrong(number, row.name, wrong, f"expected is {row.expected}") from error
        if "source" in changes:
            changes["source"] = self._corpus(number, changes["source"])
        state = settled(before, changes)
        if is_too_small(state):
            name = "vocab_size" if "vocab_size" in data else "algorithm"
            wrong = f"vocab_size is {state.vocab_size}"
            raise self._wrong(number, name, wrong, f"expected is {SETTINGS['vocab_size'].expected}")
        return state

    def _corpus(self, number: int, name: str) -> str:
        """A corpus by name, or a file beside the lesson."""
        if name in CORPORA:
            return name
        path = self._beside(name)
        if path is None:
            raise self._wrong(
                number,
                "corpus",
                f"there is no corpus and no file named {_shown(name)}",
                f"corpora are {', '.join(CORPORA)}",
            )
        return str(path)

    def _beside(self, name: str) -> Path | None:
        """The file of that name beside the lesson; None where there is none, and where there can be none."""
        try:
            path = self._path.parent / Path(name).expanduser()
            return path.resolve() if path.exists() else None
        except (OSError, RuntimeError, ValueError):  # too long, of a user who is not there, with a NUL
            return None

    def _one_of(
        self, number: int, data: dict[str, Any], name: str, names: tuple[str, ...], default: str
    ) -> str:
        value = data.get(name, default)
        may_be_none = name != "screen"
        if value not in names and not (may_be_none and value == ""):
            expected = f"expected is one of {', '.join(names)}" if names else "there is none on this screen"
            raise self._wrong(number, name, f"{name} is {_shown(value)}", expected)
        return str(value)

    def _list(self, number: int, data: dict[str, Any], name: str) -> tuple[str, ...]:
        value = data.get(name, [])
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise self._wrong(
                number, name, f"{name} is {_shown(value)}", 'expected is a list: ["right", "e"]'
            )
        return tuple(value)

    # -- errors

    def _check_names(self, number: int, data: dict[str, Any], known: tuple[str, ...]) -> None:
        for name in data:
            if name not in known:
                near = get_close_matches(name, known, 1)
                hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
                raise self._wrong(number, name, f"{name} is nothing that a lesson has", hint)

    def _wrong(self, number: int, name: str, what: str, hint: str) -> LessonError:
        return LessonError(f"{self._path.name}, line {self._lines.of_key(number, name)}: {what}", hint)

    def _toml_error(self, error: Exception) -> LessonError:
        found = re.search(r"^(.*?) \(at (?:line (\d+), column \d+|end of document)\)", str(error))
        what, line = (found[1], found[2] or self._lines.count) if found else (str(error), self._lines.count)
        return LessonError(f"{self._path.name}, line {line}: this is not TOML", what[:1].lower() + what[1:])


def _shown(value: Any) -> str:
    """A value from a file, short enough for one line."""
    words = str(value).lower() if isinstance(value, bool) else repr(value)
    return words if len(words) <= 40 else f"{words[:39]}…"
