"""What README.md says of lessons is so: the list, the example, and the names."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bpe_play.tui.lessons.bench import Bench
from bpe_play.tui.lessons.figures import FIGURES
from bpe_play.tui.lessons.lesson import Lesson, Scene
from bpe_play.tui.lessons.settings import SETTINGS
from bpe_play.tui.lessons.stage import FOCUS, HIDE, VIEWS
from bpe_play.tui.lessons.table import built_in
from bpe_play.tui.lessons.words import WRONG, texts_of

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
SECTION = README.partition("## Lessons\n")[2].partition("\n## ")[0]
NAMED = set(re.findall(r"`([a-z_]+)`", SECTION))


def test_it_lists_the_lessons_by_name_and_title() -> None:
    rows = re.findall(r"^\| `([a-z]+)` \| ([^|]+) \| [^|]+ \|$", SECTION, re.MULTILINE)
    assert rows == [(lesson.name, lesson.title) for lesson in built_in()]


def test_it_names_every_figure_and_setting() -> None:
    words = {name for name in Scene.__dataclass_fields__ if name not in ("state", "line")}
    assert {*FIGURES, *SETTINGS, *VIEWS, *words} <= NAMED


@pytest.mark.parametrize("name", [*FOCUS["lab"], *HIDE])
def test_it_names_what_a_scene_can_be_about_and_hide(name: str) -> None:
    assert re.search(rf"\b{name}\b", SECTION)


def test_its_example_is_a_lesson(written: Callable[[str], Lesson]) -> None:
    lesson = written(SECTION.partition("```toml\n")[2].partition("```")[0])
    bench = Bench()
    parts = [part for scene in lesson.scenes for words in texts_of(scene, bench).values() for part in words]
    assert len(lesson.scenes) == 2
    assert [part for part in parts if part.kind == WRONG] == []
