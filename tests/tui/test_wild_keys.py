"""What keys, pastes and sizes that nobody would choose once did to the program, and do no longer."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from textual import events
from textual.command import CommandPalette
from textual.widgets import Input, OptionList

SitDown = Callable[..., AbstractAsyncContextManager[Any]]


async def test_a_paste_into_the_palette_is_harmless(sit_down: SitDown) -> None:
    async with sit_down() as person:
        await person.press("ctrl+p")
        await person.until(lambda: isinstance(person.app.focused, Input))
        person.app.post_message(events.Paste("the\x1b[2J\x9b\u202eme\U00107c99\nmore"))
        await person.pilot.pause()
        assert person.app.focused.value == "the␛[2J▯▯me▯"
        assert not {"\x1b", "\x9b", "\u202e", "\U00107c99"} & set(person.sees)


async def test_the_palette_is_there_once_whatever_is_on_it(sit_down: SitDown) -> None:
    async with sit_down() as person:
        await person.press("ctrl+p", "f1", "ctrl+p")
        palettes = [screen for screen in person.app.screen_stack if isinstance(screen, CommandPalette)]
        assert len(palettes) == 1
        await person.press("escape", "escape")
        assert len(person.app.screen_stack) == 1


@pytest.mark.parametrize("key", ["pageup", "pagedown"])
async def test_a_page_of_a_list_that_has_no_room(sit_down: SitDown, key: str) -> None:
    async with sit_down() as person:
        await person.press("k")
        await person.until(lambda: isinstance(person.app.focused, OptionList))
        await person.pilot.resize_terminal(5, 3)
        await person.press(key)
        await person.pilot.resize_terminal(100, 30)
        await person.press("escape")
        assert person.app.is_running


@pytest.mark.parametrize("page", ["1", "2", "3", "4", "5", "6"])
async def test_every_screen_survives_a_terminal_without_room(sit_down: SitDown, page: str) -> None:
    async with sit_down() as person:
        await person.press(page)
        for size in ((1, 1), (5, 3), (20, 6), (200, 5)):
            await person.pilot.resize_terminal(*size)
            await person.press("right", "down")
        await person.pilot.resize_terminal(100, 30)
        await person.until(lambda: "bpe-play needs" not in person.sees)


@pytest.mark.parametrize("opening", ["ctrl+p", "f1", "k", "s", "v", "o"])
async def test_a_key_that_repeats_closes_one_screen(sit_down: SitDown, opening: str) -> None:
    """The second Esc is on its way before the first has been answered."""
    async with sit_down() as person:
        await person.press(opening)
        await person.until(lambda: len(person.app.screen_stack) == 2)
        for _ in range(3):
            event = events.Key("escape", None)
            event.set_sender(person.app)
            person.app._driver.send_message(event)
        await person.pilot.pause()
        assert len(person.app.screen_stack) == 1
        assert person.app.screen.PLACE == "lab"
