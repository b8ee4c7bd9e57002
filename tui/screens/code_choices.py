"""What the code screen asks: which file, which exercise, how many merges, which split."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from textual.app import SuspendNotSupported

from bpe_play.engine import PRETOKENIZERS, EngineError
from bpe_play.tui.learner.exercises import EXERCISES
from bpe_play.tui.learner.kept import MOST_MERGES
from bpe_play.tui.own_files import here
from bpe_play.tui.screens.choose import Choice, ChooseScreen
from bpe_play.tui.screens.form import Field, FormScreen, number_of, whole_number
from bpe_play.tui.visible import plain

if TYPE_CHECKING:
    from bpe_play.tui.screens.code import CodeScreen

OWN = "own"
Value = TypeVar("Value")


def choose_exercise(screen: CodeScreen) -> None:
    """One of the exercises, or a file of one's own."""
    done = screen.state.kept.done
    choices = [Choice(OWN, "  A file of your own", "Leave the exercises; what you wrote in them stays.")]
    for exercise in EXERCISES.values():
        sign = "✓" if exercise.key in done else " "
        choices.append(Choice(exercise.key, f"{sign} {exercise.number} {exercise.title}", exercise.about))
    chosen = screen.state.exercise.key if screen.state.exercise else OWN
    screen.app.push_screen(ChooseScreen("Exercises", choices, chosen), _if_any(screen.go_to))


def choose_split(screen: CodeScreen) -> None:
    """With which split the lists are made."""
    of_lab = plain(screen.lab.state.split)
    choices = [
        Choice(
            "",
            "As the file needs",
            f"The lab's ({of_lab}) for parts; none for a train of your own, which gets the whole text.",
        ),
        *(Choice(row.key, row.title, f"Both with the split {row.key}.") for row in PRETOKENIZERS.values()),
    ]

    def take(key: str) -> None:
        screen.state.split_with(key)
        screen.run_again()

    screen.app.push_screen(ChooseScreen("Split", choices, screen.state.kept.split), _if_any(take))


def ask_merges(screen: CodeScreen) -> None:
    """How many merges are learned."""
    field = Field("Merges to learn", str(screen.state.kept.merges), whole_number(1, MOST_MERGES))

    def take(values: list[str]) -> None:
        screen.state.learn(number_of(values[0]))
        screen.run_again()

    screen.app.push_screen(FormScreen("How many merges", [field]), _if_any(take))


def ask_path(screen: CodeScreen) -> None:
    """A file to open or to make."""
    folder = here() if screen.state.exercise or not screen.state.kept.path else screen.state.path.parent
    field = Field("Path of a Python file", str(folder / "my_bpe.py"), _path_problem, _path_note)

    def take(values: list[str]) -> None:
        screen.open_file(_path(values[0]))

    screen.app.push_screen(FormScreen("Open or make a file", [field]), _if_any(take))


def _path(value: str) -> Path:
    return Path(os.path.expanduser(value.strip()))


def _path_problem(value: str) -> str | None:
    path = _path(value)
    try:
        if not value.strip():
            return "a path, please"
        if path.is_dir():
            return "that is a folder"
        return None if path.parent.is_dir() else "there is no such folder"
    except (OSError, ValueError):
        return "that is no path"


def _path_note(value: str) -> str:
    return "it is opened, and run" if _path(value).exists() else "it is made from a template"


def _if_any(take: Callable[[Value], None]) -> Callable[[Value | None], None]:
    """Only what was answered."""

    def answered(value: Value | None) -> None:
        if value is not None:
            take(value)

    return answered


def editor_command() -> list[str]:
    """The user's editor: $VISUAL, $EDITOR, or one that is there. EngineError when there is none."""
    for variable in ("VISUAL", "EDITOR"):
        words = os.environ.get(variable, "").strip()
        if words:
            try:
                return shlex.split(words)
            except ValueError:
                raise EngineError(f"${variable} cannot be read", "quote it as in a shell") from None
    for name in ("nano", "vim", "vi"):
        if shutil.which(name):
            return [name]
    raise EngineError("There is no editor", "set $EDITOR, or type here: enter")


def edit_outside(screen: CodeScreen, path: Path) -> None:
    """Leave the screen to the user's editor until it ends. EngineError when it cannot be started."""
    command = [*editor_command(), str(path)]
    try:
        with screen.app.suspend():
            subprocess.run(command, check=False)
    except SuspendNotSupported:
        raise EngineError("An editor cannot be opened here", "type in the box") from None
    except OSError as error:
        raise EngineError(f"{command[0]!r} cannot be started: {error.strerror}", "set $EDITOR") from None
