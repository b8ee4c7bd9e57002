"""A lesson on the screen: the strip over every screen, its keys also while one types, and the way back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bpe_play.tui.lessons import kept
from bpe_play.tui.lessons.lesson import Lesson
from bpe_play.tui.lessons.reading import read_lesson
from bpe_play.tui.screens.lesson_words import keys_in_words
from bpe_play.tui.screens.table import PAGES
from bpe_play.tui.widgets.lesson_lines import LessonView, body_lines, head_line
from bpe_play.tui.widgets.lesson_strip import LessonStrip
from bpe_play.tui.widgets.pieces import text_of, width_of

Sitting = Callable[..., Any]

LESSON = """
title = "Endings"
about = "x"
[[scene]]
title = "Bytes"
show = "The corpus has {size} bytes."
say = "Let them count."
corpus = "lowest"
vocab_size = 265
step = 0
text = "newest lower"
ask = "How many tokens is newest?"
right = "{tokens: newest}"
answer = "As many as bytes."
[[scene]]
title = "On the wire"
show = "Token by token."
screen = "stream"
[[scene]]
title = "The end"
show = "All merges are made: {merge: 9}."
screen = "lab"
step = "end"
focus = "text"
"""


@pytest.fixture
def lesson(tmp_path: Path) -> Lesson:
    path = tmp_path / "endings.toml"
    path.write_text(LESSON)
    return read_lesson(path, str(path))


async def begin(person: Any, lesson: Lesson, at: int | None = None) -> None:
    """Open a lesson and wait for its figures."""
    person.app.lessons.open(lesson, at)
    await person.until(lambda: len(person.app.lessons.play.texts) == len(lesson.scenes))
    await person.pilot.pause()


async def test_a_scene_sets_the_lab_up_and_shows_its_figures(sit_down: Sitting, lesson: Lesson) -> None:
    async with sit_down(text=b"other") as person:
        await begin(person, lesson)
        assert (person.lab.cursor, person.lab.state.text) == (0, b"newest lower")
        for words in ("1/3", "Bytes", "Endings", "The corpus has 73 bytes.", "? How many tokens is newest?"):
            assert words in person.sees
        await person.press("u")
        assert person.lab.state.text == b"other", "the start of a lesson is one change"


async def test_a_guess_is_asked_for_judged_and_scored(sit_down: Sitting, lesson: Lesson) -> None:
    async with sit_down() as person:
        await begin(person, lesson)
        assert "ctrl+r guess" in person.sees
        await person.press("ctrl+r")
        await person.answer("5")
        for words in ("Your guess “5”: not so", "→ 6. As many as bytes.", "0 of 1 right", "ctrl+r hide"):
            assert words in person.sees
        await person.press("ctrl+r")
        assert "As many as bytes" not in person.sees


async def test_notes_are_a_peek(sit_down: Sitting, lesson: Lesson) -> None:
    async with sit_down() as person:
        await begin(person, lesson)
        await person.press("ctrl+t")
        assert "Let them count." in person.sees
        assert "73 bytes" not in person.sees
        await person.press("ctrl+t")
        assert "Let them count." not in person.sees


async def test_next_and_back_change_screen_and_step(sit_down: Sitting, lesson: Lesson) -> None:
    async with sit_down() as person:
        await begin(person, lesson)
        await person.press("ctrl+n")
        await person.until(lambda: person.app.screen.PLACE == "stream" and "Token by token." in person.sees)
        await person.press("ctrl+n")
        await person.until(lambda: person.app.screen.PLACE == "lab" and "ne + west" in person.sees)
        assert person.lab.cursor == 9
        await person.press("ctrl+b")
        await person.until(lambda: person.app.screen.PLACE == "stream" and "2/3" in person.sees)


async def test_the_keys_work_while_one_types(sit_down: Sitting, lesson: Lesson) -> None:
    async with sit_down() as person:
        await begin(person, lesson, at=2)
        assert person.app.focused.__class__.__name__ == "TextBox", "the scene is about the text"
        await person.type("x0")
        assert person.lab.state.text.endswith(b"x0"), "letters and digits are text"
        await person.press("ctrl+t")
        assert "No notes" in person.sees
        await person.press("ctrl+n")
        await person.is_told("last scene")


async def test_zero_goes_back_to_the_start_of_the_scene_and_can_be_undone(
    sit_down: Sitting, lesson: Lesson
) -> None:
    async with sit_down() as person:
        await begin(person, lesson)
        await person.press("right", "right", "right")
        assert person.lab.cursor == 3
        await person.press("0")
        assert person.lab.cursor == 0
        await person.press("u")
        assert person.lab.cursor == 3


async def test_without_a_lesson_zero_is_the_first_step(sit_down: Sitting) -> None:
    async with sit_down() as person:
        await person.press("end", "0")
        assert person.lab.cursor == 0
        await person.press("ctrl+n")
        await person.is_told("ctrl+l chooses one")


async def test_the_strip_is_over_every_screen_and_leaves_with_the_lesson(
    sit_down: Sitting, lesson: Lesson
) -> None:
    async with sit_down() as person:
        await begin(person, lesson)
        for row in PAGES.values():
            await person.press(str(row.number))
            await person.until(lambda row=row: row.key == person.app.screen.PLACE and "1/3" in person.sees)
        await person.press("ctrl+l")
        await person.until(lambda: "Leave the lesson" in person.sees)
        await person.press("end", "enter")
        await person.until(lambda: not person.app.screen.query(LessonStrip))
        assert not person.app.in_lesson
        await person.press("1")
        assert "1/3" not in person.sees


async def test_lessons_are_chosen_from_a_list(sit_down: Sitting) -> None:
    async with sit_down() as person:
        await person.press("ctrl+l")
        await person.until(lambda: "A file of your own" in person.sees)
        await person.press("enter")
        await person.until(lambda: person.app.in_lesson and "1/" in person.sees)


async def test_a_file_that_cannot_be_read_is_said_with_its_line(sit_down: Sitting, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text('title = "x"\n[[scene]]\nshow = 5')
    async with sit_down() as person:
        await person.press("ctrl+l", "end", "enter")
        await person.answer(str(tmp_path / "bad.toml"))
        await person.is_told("bad.toml, line 3: show is 5")
        assert not person.app.in_lesson


async def test_the_place_is_kept_when_the_program_ends(sit_down: Sitting, lesson: Lesson) -> None:
    async with sit_down(keep=True) as person:
        await begin(person, lesson)
        await person.press("ctrl+n")
    assert kept.load().scenes == {lesson.name: 1}


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)])
async def test_what_the_scene_is_about_is_seen_beside_the_strip(
    sit_down: Sitting, lesson: Lesson, size: tuple[int, int]
) -> None:
    async with sit_down(size=size) as person:
        await begin(person, lesson, at=2)
        screen = person.app.screen
        assert screen.query_one(LessonStrip).size.height >= 2
        for pane in ("#text-pane", "#merges-pane"):
            assert screen.query_one(pane).region.height >= 5
        assert screen.query_one("#text-pane").region.height >= 10
        assert "newest" in person.sees


async def test_a_text_from_a_file_is_never_markup_nor_raw(sit_down: Sitting, tmp_path: Path) -> None:
    path = tmp_path / "evil.toml"
    path.write_text(
        'title = "[b]\\u001b]0;x\\u0007"\n[[scene]]\nshow = "[/b] \\u001b[2J \\u202e {cut: \\u001b[2J}"'
    )
    async with sit_down() as person:
        await begin(person, read_lesson(path, str(path)))
        assert r"[/b] \x1b[2J \u202e" in person.sees
        assert "\x1b" not in person.sees


# -- lines, without a screen


def long_view(**changes: Any) -> LessonView:
    return LessonView("A lesson", "A scene", 2, 9, show=[("word " * 60, "text")], **changes)


def test_the_head_drops_what_has_no_room() -> None:
    view = long_view(score="3 of 4 right", keys=(("ctrl+t", "notes"), ("ctrl+n", "next")))
    assert text_of(head_line(view, 80, False)).endswith("3 of 4 right  ctrl+t notes  ctrl+n next")
    assert text_of(head_line(view, 42, False)).endswith(" ctrl+t notes  ctrl+n next")
    assert text_of(head_line(view, 30, False)).endswith(" ctrl+n next")
    assert text_of(head_line(view, 80, True)).endswith("ctrl+n more")
    for width in range(1, 80):
        assert width_of(head_line(view, width, False)) <= width


@pytest.mark.parametrize("width", [20, 37, 76])
def test_no_line_is_wider_than_the_strip(width: int) -> None:
    wide = [("日本語" * 30, "figure"), ("👨‍👩‍👧" * 20, "text"), ("x" * 200, "wrong")]
    lines, question = body_lines(long_view(ask=wide, answer=wide, guess="12: right"), width)
    assert all(width_of(line) <= width for line in lines)
    assert text_of(lines[question]).startswith("? ")


def test_keys_are_written_as_people_read_them() -> None:
    assert keys_in_words(("type:ñ", "escape", "left", "left", "f5")) == "“ñ”  Esc  ← ×2  f5"
