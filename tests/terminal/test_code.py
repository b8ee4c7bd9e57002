"""The code screen in a real pseudo-terminal: saves from outside, an endless loop, $EDITOR, an exercise."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

GOOD = "def choose(counts):\n    return max(counts, key=counts.get)\n"
WRONG = "def choose(counts):\n    return min(counts, key=counts.get)\n"
LOOP = "def choose(counts):\n    while True:\n        pass\n"


def save_elsewhere(path: Path, source: str) -> None:
    """As many editors save: a new file takes the place of the old one."""
    new = path.with_name("saving")
    new.write_text(source)
    new.replace(path)


def test_a_lesson_with_an_editor_beside_the_lab(start: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "my_bpe.py"
    screen = start("tiny", "--split", "none", "--code", str(file))

    # The file is made from a template, and runs at once.
    screen.wait("my_bpe.py").wait("42 merges are the engine's")
    assert file.read_text().startswith("# A BPE of your own")

    # Each save in another editor runs it.
    save_elsewhere(file, WRONG)
    screen.wait("Step 1: you chose")
    save_elsewhere(file, "def choose(counts:\n")
    screen.wait("Line 1 is not Python").wait("1✗").wait("From the last run that worked")
    save_elsewhere(file, GOOD)
    screen.wait("42 merges are the engine's").wait_gone("not Python")

    # An endless loop: the lab answers every key, and Esc stops it.
    save_elsewhere(file, LOOP)
    screen.wait("esc stops")
    screen.type("# x").wait("# x").wait("esc stops")
    screen.press("f1").wait("esc closes").press("esc").wait_gone("esc closes").wait("esc stops")
    screen.press("esc").wait("stopped").wait("From the last run that worked")

    screen.press("ctrl+q")
    assert screen.wait_end() == 0
    assert file.read_text() == LOOP, "what was typed and not saved is a draft"


def test_the_users_own_editor_and_an_exercise_by_hand(start: Callable[..., Any], tmp_path: Path) -> None:
    editor = tmp_path / "editor"
    (tmp_path / "wrong.py").write_text(WRONG)
    editor.write_text('#!/bin/sh\ncat "${0%/*}/wrong.py" > "$1"\necho THE EDITOR IS OPEN\nread answer\n')
    os.chmod(editor, 0o755)
    file = tmp_path / "my_bpe.py"
    screen = start("tiny", "--code", str(file), columns=80, rows=24, env={"VISUAL": str(editor)})
    screen.wait("merges are the engine's")

    # e leaves the terminal to the editor, and comes back with what it saved.
    screen.press("esc").wait("space run").press("e").wait("THE EDITOR IS OPEN")
    screen.press("enter").wait("Step 1: you chose").wait("space run")

    # The first exercise: task, smallest failing input, a hint, and the line that is missing.
    screen.press("x").wait("A file of your own").press("down", "enter").wait("Exercise 1 of 9")
    screen.press("left").wait("Result").press("right").wait("Exercise 1 of 9")
    screen.press("h").wait("Hint 1:")
    screen.press("enter").wait("F5 run").press("down", "down", "end", "enter")
    screen.type("for pair in zip(ids, ids[1:]):").press("enter")
    screen.type("counts[pair] = counts.get(pair, 0) + 1").press("ctrl+s")
    screen.wait("Right, on all 33 inputs")

    screen.press("ctrl+q")
    assert screen.wait_end() == 0


def test_a_file_that_cannot_be_opened_is_said_before_the_lab_opens(
    start: Callable[..., Any], tmp_path: Path
) -> None:
    screen = start("tiny", "--code", str(tmp_path))
    assert screen.wait_end() == 2
    assert "is a folder: name a Python file" in screen.text.replace("\n", "")
