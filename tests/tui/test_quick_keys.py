"""Keys that come all at once do what they do when they come one by one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from textual import events
from textual.command import CommandPalette

from bpe_play.tui.widgets.editor import TextBox

SitDown = Callable[..., AbstractAsyncContextManager[Any]]


def paste(person: Any, text: str) -> None:
    person.app.post_message(events.Paste(text))


async def test_a_line_that_a_key_opens_gets_the_keys_behind_it(sit_down: SitDown) -> None:
    async with sit_down() as person:
        await person.until_trained()
        person.burst("g", "2", "enter")
        await person.until(lambda: person.lab.cursor == 2)
        person.burst("g", "1", "enter", "f3", "g", "0", "enter", "f3", "f3", "f3")
        await person.until(lambda: person.lab.cursor == 3)
        assert person.app.screen.PLACE == "lab"  # no digit has led elsewhere


async def test_letters_go_into_the_text_box_and_what_follows_esc_does_not(sit_down: SitDown) -> None:
    async with sit_down(text=b"") as person:
        await person.until_trained()
        person.burst("e", *"g1e", "space", "3", "escape", "g", "1", "enter", "e", "x", "escape", "0")
        await person.until(lambda: person.lab.state.text == b"g1e 3x" and person.lab.cursor == 0)
        assert not isinstance(person.app.focused, TextBox)


async def test_a_paste_keeps_its_place_among_the_keys(sit_down: SitDown) -> None:
    async with sit_down(text=b"") as person:
        person.burst("e", "a")
        paste(person, "b c")
        person.burst("d", "escape", "slash")
        paste(person, "th")
        person.burst("e")
        await person.until(lambda: getattr(person.app.focused, "value", "") == "the")
        assert person.lab.state.text == b"ab cd"


async def test_a_screen_that_a_key_opens_gets_the_keys_behind_it(sit_down: SitDown) -> None:
    async with sit_down() as person:
        person.burst("ctrl+p", *"zoom")
        await person.until(lambda: getattr(person.app.focused, "value", "") == "zoom")
        assert isinstance(person.app.screen, CommandPalette)
        person.burst("escape", "2", "1", "e", "z")
        await person.until(lambda: person.lab.state.text.endswith(b"z"))
        assert person.app.screen.PLACE == "lab"


@pytest.mark.parametrize("times", [1, 2, 3])
async def test_a_key_works_once_each_time(sit_down: SitDown, times: int) -> None:
    async with sit_down() as person:
        await person.until_trained()
        person.burst("0", *["f3"] * times)
        await person.until(lambda: person.lab.cursor == times)
        await person.pilot.pause()
        assert person.lab.cursor == times


async def test_keys_go_on_after_one_whose_widget_went_away(sit_down: SitDown) -> None:
    """The widget took the key with it; nothing tells that it was handled."""
    async with sit_down() as person:
        await person.until_trained()
        await person.press("e")
        box = person.app.focused
        box._on_key = lambda event: _go(box, event)
        person.burst("f9", "ctrl+q")
        await person.until(lambda: not person.app.is_running)


async def _go(box: TextBox, event: events.Key) -> None:
    event.stop()
    box.remove()
