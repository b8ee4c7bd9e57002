"""Every lesson that is built in, given from its first scene to its last, by its own keys and answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bpe_play.tui.guess import Verdict
from bpe_play.tui.lessons import desk
from bpe_play.tui.lessons.bench import Bench
from bpe_play.tui.lessons.lesson import Lesson
from bpe_play.tui.lessons.play import Play
from bpe_play.tui.lessons.table import ORDER, built_in, open_lesson
from bpe_play.tui.lessons.words import WRONG, joined, texts_of
from bpe_play.tui.screens.lesson_words import view_of
from bpe_play.tui.widgets.lesson_lines import body_lines
from bpe_play.tui.widgets.lesson_strip import LessonStrip

Sitting = Callable[..., Any]
LINES_ON_A_LOW_SCREEN, COLUMNS = 5, 76


@pytest.fixture(scope="module")
def plays() -> dict[str, Play]:
    """Each lesson with all its figures."""
    bench, plays = Bench(), {}
    for lesson in built_in():
        plays[lesson.name] = Play(lesson)
        plays[lesson.name].texts = {at: texts_of(scene, bench) for at, scene in enumerate(lesson.scenes)}
    return plays


def test_there_are_eight_and_each_is_a_lesson() -> None:
    lessons = built_in()
    assert len(lessons) == len(ORDER) == 8
    for lesson in lessons:
        assert 6 <= len(lesson.scenes) <= 9
        assert len(lesson.about) < 120
        assert all(scene.title and scene.say and scene.ask for scene in lesson.scenes)
        assert sum(bool(scene.right) for scene in lesson.scenes) >= len(lesson.scenes) // 2


@pytest.mark.parametrize("name", ORDER)
def test_every_figure_can_be_computed(plays: dict[str, Play], name: str) -> None:
    for texts in plays[name].texts.values():
        assert [part for words in texts.values() for part in words if part.kind == WRONG] == []


@pytest.mark.parametrize("name", ORDER)
def test_question_answer_and_notes_fit_beside_the_lab_on_the_smallest_screen(
    plays: dict[str, Play], name: str
) -> None:
    play = plays[name]
    for at, scene in enumerate(play.lesson.scenes):
        play.go_to(at)
        assert len(body_lines(view_of(play), COLUMNS)[0]) <= LINES_ON_A_LOW_SCREEN, scene.title
        play.noted = True
        assert len(body_lines(view_of(play), COLUMNS)[0]) <= LINES_ON_A_LOW_SCREEN, scene.title
        play.noted, play.revealed = False, True
        lines, question = body_lines(view_of(play), COLUMNS)
        assert len(lines) - question + 1 <= LINES_ON_A_LOW_SCREEN, scene.title


@pytest.mark.parametrize("name", ORDER)
def test_no_scene_tells_what_it_asks(plays: dict[str, Play], name: str) -> None:
    """A figure that is asked for does not stand in the text above the question."""
    for at, scene in enumerate(plays[name].lesson.scenes):
        texts = plays[name].texts[at]
        if scene.hide == "merge":
            assert joined(texts["right"]) not in joined(texts["show"]).split(), scene.title


class Computed:
    """In the place of a worker: the figures that were computed above, all at once."""

    failure = ""

    def __init__(self, texts: dict[int, Any]) -> None:
        self._texts = texts

    def drain(self) -> dict[int, Any]:
        texts, self._texts = self._texts, {}
        return texts

    def stop(self) -> None:
        """There is nothing to end."""


@pytest.fixture
def figures(plays: dict[str, Play], monkeypatch: pytest.MonkeyPatch) -> None:
    """Computed once; only the first lesson has its worker, which computes them again."""
    worker = desk.FiguresJob

    def job(lesson: Lesson, first: int) -> Any:
        return worker(lesson, first) if lesson.name == ORDER[0] else Computed(dict(plays[lesson.name].texts))

    monkeypatch.setattr(desk, "FiguresJob", job)


@pytest.mark.usefixtures("figures")
@pytest.mark.parametrize("name", ORDER)
async def test_a_lesson_is_given_from_start_to_end(sit_down: Sitting, name: str) -> None:
    async with sit_down(size=(80, 24), text=b"") as person:
        lesson = open_lesson(name)
        person.app.lessons.open(lesson, 0)
        play = person.app.lessons.play
        for at in range(len(lesson.scenes)):
            await begun(person, play, at)
            await follow(person, play)
            person.burst("ctrl+n")
        await person.is_told("last scene")
        rights = sum(bool(scene.right) for scene in lesson.scenes)
        assert str(play.score) == f"{rights} of {rights} right"


async def begun(person: Any, play: Play, at: int) -> None:
    """Until a scene is there: its figures, its training, its tokenizer and its screen."""
    lab, scene = person.lab, play.lesson.scenes[at]

    def is_there() -> bool:
        return (
            play.at == at
            and play.shown is not None
            and not lab.training.busy
            and lab.own == (not scene.state.tokenizer)
            and scene.screen == person.app.screen.PLACE
        )

    await person.until(is_there)
    await person.pilot.pause()
    assert f"{at + 1}/{len(play.lesson.scenes)}" in person.sees
    assert lab.state == scene.state
    assert lab.hidden == frozenset({scene.hide} - {""})
    await person.until(lambda: person.app.screen.query_one(LessonStrip).size.height > 1)


async def follow(person: Any, play: Play) -> None:
    """Press what the scene says, see what it says, and answer its question with the right answer."""
    scene = play.scene
    if scene.keys:
        person.burst(*scene.keys)
        seen = joined(play.texts[play.at]["sees"])
        await person.until(lambda: seen in person.sees)
    person.burst("ctrl+r")
    if play.right:
        await person.until(lambda: hasattr(person.app.screen.focused, "value"))
        person.app.screen.focused.value = play.right
        person.burst("enter")
        await person.until(lambda: play.guess is not None)
        assert play.guess[1] is Verdict.RIGHT, scene.title
    await person.until(lambda: play.revealed)
    assert not person.lab.hidden
    await person.until(lambda: "→" in person.sees)


async def test_a_lesson_is_quiet_when_the_app_has_no_screen_left(sit_down: Sitting) -> None:
    """A key, and figures that a worker sends, may arrive while the app ends."""
    async with sit_down() as person:
        app = person.app
        app.lessons.open(open_lesson(ORDER[0]))
    assert app.screen_stack == []
    for key in ("next", "back", "peek", "restart", "reveal", "choose"):
        app.action_lesson(key)
    app.lessons.desk.peek()
    assert app.lessons.play.noted
