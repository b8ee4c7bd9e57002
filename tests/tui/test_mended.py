"""What Textual would do wrong, and does not here."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from textual.widgets import Input

SitDown = Callable[..., AbstractAsyncContextManager[Any]]


async def test_the_lines_of_a_dialog_go_with_it(sit_down: SitDown) -> None:
    """They would stay in memory, those of the last thousand widgets: 8 MB for every forty dialogs."""
    async with sit_down() as person:
        await person.press("f1")
        widgets = [person.app.screen, *person.app.screen.walk_children()]
        lines = [weakref.ref(widget._styles_cache) for widget in widgets]
        del widgets
        await person.press("escape")
        await person.pilot.pause()
        gc.collect()
        assert [line() for line in lines if line() is not None] == []


@pytest.mark.parametrize("opens", ["ctrl+p", "slash", "o"])
async def test_a_line_takes_one_line_of_what_was_copied(sit_down: SitDown, opens: str) -> None:
    """Textual would put a whole pane into it, line ends and all, and draw them."""
    async with sit_down() as person:
        await person.press(opens)
        person.app.copy_to_clipboard("low\ner\x1b[2J")
        if opens == "o":
            await person.press("shift+tab")
        line = person.app.focused
        assert isinstance(line, Input)
        line.value = ""
        await person.press("ctrl+v")
        assert line.value == "low"


async def test_a_line_keeps_one_look_however_often_the_theme_changes(sit_down: SitDown) -> None:
    """It would keep that of the last four filters, and each theme brings a filter that does the same."""
    async with sit_down() as person:
        await person.press("4", "1")
        for _ in range(2):
            await person.press("f9", "f9", "4", "1")
        looks = [
            len(line._filter_cache)
            for screen in person.app._installed_screens.values()
            for widget in screen.walk_children()
            for line in widget._styles_cache._cache.values()
        ]
        assert max(looks) == 1
