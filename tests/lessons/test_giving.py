"""Giving a lesson, without a screen: scenes, guesses, the score, and the place that is kept."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bpe_play.tui.guess import Score, Verdict, judge
from bpe_play.tui.lessons import kept
from bpe_play.tui.lessons.bench import Bench
from bpe_play.tui.lessons.desk import Desk
from bpe_play.tui.lessons.lesson import Lesson
from bpe_play.tui.lessons.play import Play
from bpe_play.tui.lessons.words import texts_of

LESSON = """
title = "Three"
[[scene]]
show = "one"
corpus = "tiny"
[[scene]]
show = "two"
ask = "How many?"
right = "{tokens@step=0: rain}"
[[scene]]
show = "three"
answer = "That was all."
"""


@pytest.fixture
def lesson(written: Callable[[str], Lesson]) -> Lesson:
    return written(LESSON)


def computed(play: Play) -> Play:
    """A play whose figures are there, as the worker would bring them."""
    bench = Bench()
    play.texts = {at: texts_of(scene, bench) for at, scene in enumerate(play.lesson.scenes)}
    return play


@pytest.mark.parametrize(
    ("guess", "right", "verdict"),
    [
        ("12", "12", Verdict.RIGHT),
        (" 1270 ", "1,270", Verdict.RIGHT),
        ("1,270", "1270", Verdict.RIGHT),
        ("11", "12", Verdict.WRONG),
        (" the ", "␣the␣", Verdict.RIGHT),
        ("THE", "␣the␣", Verdict.NEAR),
        ("str|aw|berry", "str|aw|berry", Verdict.RIGHT),
        ("straw|berry", "str|aw|berry", Verdict.WRONG),
        ("e+_", "e + ␣", Verdict.RIGHT),
        ("", "", Verdict.RIGHT),
    ],
)
def test_a_guess_is_judged_by_what_it_means(guess: str, right: str, verdict: Verdict) -> None:
    assert judge(guess, right) is verdict


def test_only_the_first_guess_of_a_scene_counts(lesson: Lesson) -> None:
    play = computed(Play(lesson, 1))
    play.answer("5")
    assert (play.revealed, str(play.score)) == (True, "0 of 1 right")
    play.restart()
    assert not play.revealed
    play.answer("4")
    assert (play.guess, str(play.score)) == (("5", Verdict.WRONG), "0 of 1 right")


def test_a_right_guess_counts_and_an_empty_one_only_reveals(lesson: Lesson) -> None:
    play = computed(Play(lesson, 1))
    play.answer("")
    assert (play.revealed, play.guess, str(play.score)) == (True, None, "")
    play.answer("4")
    assert str(play.score) == "1 of 1 right"


def test_scenes_end_at_both_ends(lesson: Lesson) -> None:
    begun: list[str] = []
    desk = Desk(keep=False, on_scene=lambda scene: begun.append(scene.show))
    desk.open(lesson)
    assert [desk.move(by) for by in (-1, 1, 1, 1)] == [False, True, True, False]
    desk.restart()
    assert begun == ["one", "two", "three", "three"]
    desk.close()


def test_the_place_is_kept_between_two_runs(lesson: Lesson) -> None:
    desk = Desk()
    desk.open(lesson)
    desk.move(1)
    desk.leave()
    desk.save()
    later = Desk()
    assert later.places.last == lesson.name
    later.open(lesson)
    assert later.play is not None
    assert later.play.at == 1
    later.close()


def test_a_lesson_that_was_given_to_its_end_begins_anew(lesson: Lesson) -> None:
    desk = Desk(keep=False)
    desk.open(lesson, at=2)
    desk.move(1)
    desk.open(lesson)
    assert desk.play is not None
    assert desk.play.at == 0
    desk.close()


@pytest.mark.parametrize("damage", [b"", b"[]", b'{"last": 5, "scenes": {"a": -1, "b": "x"}}', b"\xff"])
def test_damaged_places_are_none(damage: bytes) -> None:
    kept.save(kept.Places())
    kept.places_path().write_bytes(damage)
    assert kept.load() == kept.Places()


def test_the_score_is_that_of_all_lessons_of_a_run() -> None:
    score = Score()
    for verdict in (Verdict.RIGHT, Verdict.NEAR, Verdict.WRONG):
        score.count(verdict)
    assert str(score) == "1 of 3 right"
