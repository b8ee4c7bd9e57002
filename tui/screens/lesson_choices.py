"""Choosing a lesson, or leaving it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bpe_play.engine import EngineError
from bpe_play.engine.counted import counted
from bpe_play.tui.lessons.lesson import Lesson
from bpe_play.tui.lessons.table import ORDER, open_lesson
from bpe_play.tui.screens.choose import Choice, ChooseScreen
from bpe_play.tui.widgets.prompt import Prompt

if TYPE_CHECKING:
    from bpe_play.tui.app import BpePlay
    from bpe_play.tui.screens.lessons import Lessons

_LEAVE, _FILE = "\0leave", "\0file"


def choose(app: BpePlay, lessons: Lessons) -> None:
    """A list of the lessons, each with the scene where it was left."""

    def take(name: str | None) -> None:
        if name == _LEAVE:
            lessons.leave()
        elif name == _FILE:
            app.screen.query_one(Prompt).ask("lesson", "lesson (a file of TOML)", then=lessons.open_by_name)
        elif name is not None:
            lessons.open_by_name(name)

    play = lessons.play
    app.push_screen(ChooseScreen("Lessons", _choices(lessons), play.lesson.name if play else ""), take)


def _choices(lessons: Lessons) -> list[Choice]:
    places = lessons.desk.places
    known = [*ORDER, *([places.last] if places.last and places.last not in ORDER else [])]
    choices = [_choice(name, places.scenes.get(name, 0)) for name in known]
    if lessons.may_open_files:
        choices.append(
            Choice(_FILE, "A file of your own …", "A lesson that you have written: README.md says how.")
        )
    if lessons.play is not None:
        choices.append(Choice(_LEAVE, "Leave the lesson", "The lab stays as it is; the place is kept."))
    return choices


def _choice(name: str, place: int) -> Choice:
    try:
        lesson = open_lesson(name)
    except EngineError as error:
        return Choice(name, Path(name).name, str(error))
    return Choice(name, title_of(lesson, place), lesson.about)


def title_of(lesson: Lesson, place: int) -> str:
    """Title, number of scenes, and where one was."""
    number = f"{ORDER.index(lesson.name) + 1}  " if lesson.name in ORDER else ""
    scenes = len(lesson.scenes)
    there = f"scene {place + 1} of {scenes}" if 0 < place < scenes else counted(scenes, "scene")
    return f"{number}{lesson.title}   ({there})"
