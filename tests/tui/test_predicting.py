"""Predict, then reveal, in the lab and outside of a lesson: by keys alone, and nothing stays hidden."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from bpe_play.tui.lessons.reading import read_lesson
from bpe_play.tui.widgets.prompt import Prompt

Sitting = Callable[..., Any]
# The first merges of lower ×5, lowest ×2, newest ×6.
MERGES = ("w + e", "we + s")


async def predict(person: Any, what: str = "merge") -> None:
    """Ctrl+R, and choose what is hidden."""
    await person.press("ctrl+r")
    await person.until(lambda: "Predict, then reveal" in person.sees)
    await person.press(
        *{"merge": ("home",), "cut": ("home", "down"), "count": ("home", "down", "down")}[what]
    )
    await person.press("enter")
    await person.until(lambda: person.is_asked)


def asked(person: Any) -> str:
    """The line at the bottom."""
    return str(person.sees.splitlines()[-1])


# -- the next merge


async def test_the_next_merge_is_hidden_guessed_revealed_and_made(sit_down: Sitting) -> None:
    async with sit_down(cursor=0) as person:
        assert MERGES[0] in person.sees
        await predict(person)
        assert MERGES[0] not in person.sees
        assert "w+e" not in person.sees
        await person.answer("w e")
        assert "✓ right: w + e → we, 13 times" in asked(person)
        assert person.lab.cursor == 1
        assert MERGES[0] in person.sees
        assert MERGES[1] not in person.sees, "what follows stays hidden"


async def test_a_room_predicts_one_merge_after_the_other(sit_down: Sitting) -> None:
    async with sit_down(cursor=0) as person:
        await predict(person)
        for done, guess in enumerate(("we", "we s", "xy", "xy"), 1):
            await person.answer(guess)
            assert person.lab.cursor == done
            await person.press("enter")
            assert "The next merge?" in asked(person)
        assert str(person.lab.score) == "2 of 4 right"
        await person.press("escape")
        assert not person.is_asked
        assert not person.lab.hidden
        assert "2 of 4 right" in person.sees.splitlines()[0]


async def test_who_is_quick_types_the_next_guess_at_once(sit_down: Sitting) -> None:
    async with sit_down(cursor=0) as person:
        await predict(person)
        await person.answer("we")
        await person.answer("wes")
        assert str(person.lab.score) == "2 of 2 right"


async def test_one_letter_is_no_merge_and_no_guess(sit_down: Sitting) -> None:
    async with sit_down(cursor=0) as person:
        await predict(person)
        await person.answer("w")
        assert "A merge joins two tokens" in asked(person)
        assert (person.lab.cursor, person.lab.score.made) == (0, 0)
        await person.answer("we")
        assert str(person.lab.score) == "1 of 1 right"


async def test_neither_evidence_nor_the_merges_of_a_word_tell_what_is_hidden(sit_down: Sitting) -> None:
    async with sit_down(cursor=1) as person:
        person.lab.hide("merge")
        await person.press("enter")
        await person.is_told("The next merge is hidden, and the evidence would show it")
        person.lab.hide("cut")
        await person.press("w")
        await person.is_told("The cut is hidden, and its merges would show it")


async def test_no_guess_shows_the_merge_and_counts_nothing(sit_down: Sitting) -> None:
    async with sit_down(cursor=0) as person:
        await predict(person)
        await person.answer("")
        assert "It was w + e → we, 13 times" in asked(person)
        assert person.lab.score.made == 0


async def test_after_the_last_merge_all_is_revealed(sit_down: Sitting) -> None:
    async with sit_down() as person:
        await person.press("end", "left")
        await predict(person)
        await person.answer("xy")
        assert "this was the last" in asked(person)
        assert not person.lab.hidden
        await person.press("enter")
        assert not person.is_asked


async def test_where_nothing_follows_it_says_what_to_do(sit_down: Sitting) -> None:
    async with sit_down() as person:
        await person.press("ctrl+r", "enter")
        await person.is_told("go back first")
        assert not person.is_asked
        assert not person.lab.hidden


async def test_the_steps_that_were_made_are_undone(sit_down: Sitting) -> None:
    async with sit_down(cursor=0) as person:
        await predict(person)
        await person.answer("we")
        await person.press("escape", "u")
        assert person.lab.cursor == 0
        assert MERGES[0] in person.sees
        await person.press("r")
        assert person.lab.cursor == 1


async def test_playing_stops_and_the_line_can_play_and_step_on(sit_down: Sitting) -> None:
    async with sit_down(cursor=0) as person:
        await person.press("minus", "minus", "space")
        await predict(person)
        at = person.lab.cursor
        await person.press("f3")
        assert person.lab.cursor == at + 1
        assert person.lab.hidden == {"merge"}
        await person.answer("xy")
        assert person.lab.cursor == at + 2


async def test_a_training_that_begins_anew_ends_nothing_badly(sit_down: Sitting) -> None:
    async with sit_down(cursor=0) as person:
        await predict(person)
        person.app._train = lambda: None  # a trainer that has not said anything yet
        person.lab.change(vocab_size=300)  # as another program would
        await person.answer("we")
        await person.is_told("go back first")
        assert not person.lab.hidden


# -- a text's cut, and its count


async def test_a_cut_is_hidden_guessed_and_revealed(sit_down: Sitting) -> None:
    async with sit_down() as person:
        await predict(person, "cut")
        assert "Its tokens are hidden" in person.sees
        await person.answer("lowest lower")
        assert "Its tokens are hidden" in person.sees, "the new text is not shown cut"
        assert person.app.focused.value == "lowest␣lower", "borders can be put into it"
        await person.answer("lowe|st| |lower")
        assert "borders found" in asked(person)
        assert "Its tokens are hidden" not in person.sees
        assert person.lab.state.text == b"lowest lower"
        await person.press("enter")
        assert "Which text?" in asked(person)
        assert person.lab.hidden == {"cut"}


async def test_a_count_is_a_number(sit_down: Sitting) -> None:
    async with sit_down(text=b"lower") as person:
        await predict(person, "count")
        await person.press("enter")
        assert "How many tokens?" in asked(person)
        await person.answer("many")
        assert person.lab.score.made == 0
        await person.answer("7")
        tokens = len(person.lab.tokenization().spans)
        assert f"✗ not so: {tokens} token" in asked(person)
        assert str(person.lab.score) == "0 of 1 right"


async def test_a_text_that_cannot_stand_in_a_line_is_left_as_it_is(sit_down: Sitting) -> None:
    text = b"a\n\x1b[2J\xff"
    async with sit_down(text=text) as person:
        await predict(person, "cut")
        await person.press("enter")
        assert person.lab.state.text == text
        assert "\x1b" not in person.sees
        await person.press("enter")
        assert not person.lab.hidden
        assert "✗ not so" in asked(person)


@pytest.mark.parametrize(
    ("state", "what", "why"),
    [
        ({"text": b""}, "cut", "There is no text"),
        ({"text": b"long " * 100}, "cut", "too long to predict"),
    ],
)
async def test_what_cannot_be_predicted_is_said(
    sit_down: Sitting, state: dict[str, Any], what: str, why: str
) -> None:
    async with sit_down(**state) as person:
        await predict(person, what)
        await person.press("enter")
        await person.is_told(why)
        assert not person.lab.hidden
        assert not person.is_asked


async def test_a_text_that_is_refused_is_not_hidden(sit_down: Sitting) -> None:
    async with sit_down(text=b"a<|endoftext|>") as person:
        await person.press("m", "m")
        await predict(person, "count")
        await person.press("enter")
        await person.is_told("<|endoftext|>")
        assert not person.lab.hidden


# -- nothing is stuck


@pytest.mark.parametrize("what", ["merge", "cut", "count"])
@pytest.mark.parametrize("key", ["escape", "ctrl+r"])
async def test_one_gives_up_at_any_point(sit_down: Sitting, what: str, key: str) -> None:
    async with sit_down(cursor=0) as person:
        await predict(person, what)
        for _ in range(3):
            assert person.lab.hidden == {what}
            await person.press(key)
            assert not person.lab.hidden
            assert not person.is_asked
            await predict(person, what)
        assert person.lab.score.made == 0


async def test_ctrl_r_reveals_where_the_focus_has_left_the_line(sit_down: Sitting) -> None:
    async with sit_down(cursor=0) as person:
        await predict(person)
        await person.press("tab")
        assert not isinstance(person.app.focused, Input)
        await person.press("ctrl+r")
        assert not person.lab.hidden


async def test_another_question_gives_this_one_up(sit_down: Sitting) -> None:
    async with sit_down(cursor=0) as person:
        await predict(person)
        await person.press("tab", "g")
        assert not person.lab.hidden
        await person.answer("3")
        assert person.lab.cursor == 3


async def test_a_lesson_gives_this_one_up(sit_down: Sitting, tmp_path: Path) -> None:
    path = tmp_path / "one.toml"
    path.write_text('title = "One"\n[[scene]]\nshow = "x"\ncorpus = "lowest"\nhide = "cut"\nask = "How?"')
    async with sit_down(cursor=0) as person:
        await predict(person)
        person.app.lessons.open(read_lesson(path, str(path)))
        await person.until(lambda: person.app.lessons.play.shown is not None)
        assert person.lab.hidden == {"cut"}
        assert not person.screen.query_one(Prompt).has_class("open")


async def test_on_another_screen_it_says_where_one_predicts(sit_down: Sitting) -> None:
    async with sit_down() as person:
        await person.press("2", "ctrl+r")
        await person.is_told("Lab screen")


async def test_the_last_choice_is_offered_first_and_the_score_begins_anew(sit_down: Sitting) -> None:
    async with sit_down(cursor=0, text=b"lower") as person:
        await predict(person, "count")
        await person.press("enter")
        await person.answer("5")
        await person.press("escape", "ctrl+r", "enter")
        assert "Which text?" in asked(person)
        await person.press("escape", "ctrl+r", "end", "enter")
        assert person.lab.score.made == 0
        assert "of 1 right" not in person.sees


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)])
async def test_verdict_and_line_have_room_at_every_size(sit_down: Sitting, size: tuple[int, int]) -> None:
    async with sit_down(size=size, cursor=0) as person:
        await predict(person)
        await person.answer("never heard of")
        assert "✗ not so" in asked(person)
        assert "0 of 1 right   enter: next" in asked(person)
