"""Lessons written for a test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bpe_play.tui.lessons.lesson import Lesson
from bpe_play.tui.lessons.reading import read_lesson


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], Lesson]:
    """A lesson from the text of a file called mine.toml."""

    def write(text: str) -> Lesson:
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return read_lesson(path, str(path))

    return write
