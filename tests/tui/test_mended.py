"""What Textual would do wrong, and does not here."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from textual.widgets import Input

from bpe_play.tui.screens.table import PAGES
from bpe_play.tui.themes import THEMES

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


async def test_lines_keep_no_looks_of_other_themes(sit_down: SitDown) -> None:
    """Each would keep those that the last four filters of colors gave it, and each theme brings a filter."""
    async with sit_down() as person:
        await person.press("f9", "f9")
        looks = [
            len(line._filter_cache)
            for widget in person.app.screen.walk_children()
            for line in widget._styles_cache._cache.values()
        ]
        assert looks
        assert max(looks) == 0


@pytest.mark.parametrize("page", PAGES)
async def test_no_screen_is_drawn_in_a_color_of_the_terminal(sit_down: SitDown, page: str) -> None:
    """Theirs may be anything, so that nothing is sure to be legible; the filter that would give them fixed ones
    is left out.
    """
    async with sit_down() as person:
        await person.press(str(PAGES[page].number))
        await person.until(lambda: page == person.app.screen.PLACE)
        for theme in THEMES:
            person.app.theme = theme.name
            await person.pilot.pause()
            styles = {
                segment.style
                for line in person.app.screen._compositor.render_strips()
                for segment in line
                if segment.style is not None
            }
            colors = [
                color for style in styles for color in (style.color, style.bgcolor) if color is not None
            ]
            assert len(colors) > 3
            assert [color for color in colors if color.triplet is None] == []
            assert [style for style in styles if style.dim] == []
