"""A hand-out that is written in one terminal and opened in a second one: the room has the same."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(autouse=True)
def teachers_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    here = tmp_path / "teacher"
    here.mkdir()
    monkeypatch.chdir(here)
    return here


def fingerprint(screen: Any) -> str:
    """The four digits in the header."""
    found = re.search("#([0-9A-F]{4})", screen.wait(lambda seen: "#" in seen.lines[0]).lines[0])
    assert found is not None
    return found[1]


def test_what_one_terminal_hands_out_the_second_one_shows(
    start: Callable[..., Any], teachers_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    poem = teachers_folder / "poem.txt"
    poem.write_text("one fish two fish red fish blue fish " * 9)
    first = start(str(poem), "--split", "none", "--vocab-size", "270", "--text", "the fish")
    taught = fingerprint(first)
    first.press("g").wait("go to step").type("7").press("enter").wait("7 / 14")
    first.press("\x1b[19~").wait("to open it").wait("the code is only its name")
    (path,) = teachers_folder.glob("bpe-play-*.json")
    first.press("esc").press("ctrl+q")
    assert first.wait_end() == 0

    # Somebody else's machine: only the file came along.
    pupils_folder = tmp_path / "pupil"
    pupils_folder.mkdir()
    shutil.move(path, pupils_folder)
    poem.unlink()
    monkeypatch.chdir(pupils_folder)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "pupils state"))
    second = start("open", path.name)
    second.wait("The same as in the hand-out").wait("7 / 14").wait("the fish").wait("split none")
    assert fingerprint(second) == taught
    second.press("ctrl+q")
    assert second.wait_end() == 0


def test_the_code_alone_is_typed_in_the_second_terminal(start: Callable[..., Any]) -> None:
    first = start("tiny", "--split", "none", "--vocab-size", "270", "--text", "rain")
    taught = fingerprint(first)
    first.press("\x1b[19~").wait("the code is all that is needed")
    found = re.search("bpe-play open ([0-9A-Z-]+)", first.text)
    assert found is not None
    second = start("open", *found[1].lower().split("-"))
    second.wait("The same as in the hand-out").wait("split none").wait("rain")
    assert fingerprint(second) == taught
