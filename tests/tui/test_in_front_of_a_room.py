"""What a teacher would stumble over in front of a room: keys that do not do what is written, words cut off."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bpe_play.tui.keys import PLACES
from bpe_play.tui.runner import Runner
from bpe_play.tui.screens.help import help_text
from bpe_play.tui.screens.table import PAGES
from bpe_play.tui.widgets.merge_list import MergeList
from bpe_play.tui.widgets.ruler import Ruler

Sitting = Callable[..., Any]


def footer(person: Any) -> str:
    return str(person.sees.splitlines()[-1])


async def test_the_footer_names_the_key_that_steps_where_the_arrows_walk_along_tokens(
    sit_down: Sitting,
) -> None:
    async with sit_down() as person:
        await person.press("e", "escape")
        assert isinstance(person.app.focused, Ruler)
        assert "F3 step" in footer(person)
        assert "→ step" not in footer(person)
        await person.press("f2")
        assert person.lab.cursor == person.lab.steps - 1
        person.screen.set_focus(person.screen.query_one(MergeList))
        await person.pilot.pause()
        assert "→ step" in footer(person)


async def test_bytes_stay_bytes_when_asked_for_before_anything_is_learned(
    sit_down: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    drain, may_arrive = Runner.drain, asyncio.Event()
    monkeypatch.setattr(Runner, "drain", lambda runner: drain(runner) if may_arrive.is_set() else None)
    async with sit_down(trained=False) as person:
        await person.press("0")
        assert person.lab.steps == 0
        may_arrive.set()
        await person.until_trained()
        assert person.lab.steps > 0
        assert person.lab.cursor == 0


async def test_a_text_that_is_refused_says_the_whole_reason_on_a_small_screen(sit_down: Sitting) -> None:
    async with sit_down(size=(80, 24), text=b"a<|endoftext|>") as person:
        await person.press("m", "m")
        assert "not tokenized" in person.sees
        assert "by name" in person.sees, "the end of what to do"


async def test_the_newest_of_the_three_modes_is_the_only_one_that_is_said(sit_down: Sitting) -> None:
    async with sit_down() as person:
        await person.press("m")
        await person.is_told("can forge")
        await person.press("m")
        await person.is_told("is refused")
        assert [note.message for note in person.app._notifications] == person.told[-1:]


@pytest.mark.parametrize("size", [(100, 30), (120, 40)])
async def test_all_decoders_are_seen_while_one_types(sit_down: Sitting, size: tuple[int, int]) -> None:
    async with sit_down(size=size) as person:
        await person.press("2", "e")
        await person.until(lambda: "esc leave" in person.sees)
        decoders = person.sees.split("what the user sees")[1]
        assert "incremental" in decoders


@pytest.mark.parametrize("place", PAGES)
def test_the_keys_of_the_screen_where_one_is_stand_first_in_the_help(place: str) -> None:
    first = help_text(place).renderables[0]
    assert str(first) == PLACES[place]
