"""F9 is for a room: one pane, high contrast, keys and time; F9 again, and all is as it was."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

import pytest

from bpe_play.tui.screens.help import HelpScreen
from bpe_play.tui.screens.stage import THEME, Stage
from bpe_play.tui.widgets.corpus_view import CorpusView
from bpe_play.tui.widgets.editor import TextBox
from bpe_play.tui.widgets.merge_list import MergeList

Sitting = Callable[..., AbstractAsyncContextManager[Any]]
SIZES = [(80, 24), (100, 30), (120, 40)]


@dataclass(frozen=True)
class Look:
    """What a stage may change and must bring back."""

    theme: str
    kept_theme: str
    focused: object
    maximized: object
    seen: str


async def look(person: Any) -> Look:
    await person.pilot.pause()
    app = person.app
    return Look(app.theme, app.settings.theme, app.page.focused, app.page.maximized, person.sees)


async def test_the_focused_pane_alone_in_high_contrast(sit_down: Sitting) -> None:
    async with sit_down() as person:
        await person.press("f9")
        assert person.app.theme == THEME
        assert person.app.page.maximized.id == "merges-pane"
        pane = person.app.page.maximized.region
        assert (pane.x, pane.y, pane.width, pane.height) == (0, 0, 100, 29)
        assert "bpe-play" not in person.sees  # no header
        assert "? keys" not in person.sees  # no footer


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("keys", [(), ("tab",), ("z",), ("e",), ("tab", "z")], ids="+".join)
async def test_again_and_all_is_as_it_was(
    sit_down: Sitting, size: tuple[int, int], keys: tuple[str, ...]
) -> None:
    async with sit_down(size=size) as person:
        await person.press(*keys)
        before = await look(person)
        await person.press("f9")
        assert person.sees != before.seen
        await person.press("f9")
        assert await look(person) == before


async def test_what_one_looks_at_on_the_stage_is_left_there(sit_down: Sitting) -> None:
    """Other panes, another theme, no zoom."""
    async with sit_down() as person:
        before = await look(person)
        await person.press("f9", "shift+tab", "d", "e", "escape", "z", "f9")
        assert await look(person) == before


async def test_what_one_does_on_the_stage_is_done(sit_down: Sitting) -> None:
    async with sit_down() as person:
        await person.press("f9", "left", "left", "f9")
        assert person.lab.cursor == person.lab.steps - 2


async def test_other_screens_come_on_the_stage_too_and_are_as_before_afterwards(sit_down: Sitting) -> None:
    async with sit_down() as person:
        lab = await look(person)
        await person.press("2")
        stream = await look(person)
        await person.press("f9", "1")
        await person.pilot.pause()
        assert person.app.page.maximized.id == "merges-pane"
        assert "? keys" not in person.sees
        await person.press("f9")
        assert await look(person) == lab
        await person.press("2")
        assert await look(person) == stream


class TestKeys:
    """The line at the bottom."""

    def line(self, person: Any) -> str:
        last: str = person.sees.split("\n")[-1]
        return last

    async def test_names_each_key_and_what_it_does_the_newest_first(self, sit_down: Sitting) -> None:
        async with sit_down() as person:
            await person.press("f9", "left", "left", "full_stop", "b")
            await person.pilot.pause()
            assert self.line(person).startswith("  b  bytes   . 10 on   ← back ×2   F9 stage")

    async def test_says_how_far_one_is(self, sit_down: Sitting) -> None:
        async with sit_down() as person:
            await person.press("f9", "home")
            await person.pilot.pause()
            figures = f"0 / {person.lab.steps}   #{person.lab.fingerprint}   0:0"
            assert figures in self.line(person)

    async def test_does_not_repeat_letters_that_are_seen_in_the_text(self, sit_down: Sitting) -> None:
        async with sit_down() as person:
            await person.press("f9", "e", "q", "x", "right", "f2")
            await person.pilot.pause()
            assert self.line(person).startswith("  F2  back   →   e type")

    async def test_goes_on_under_a_dialog(self, sit_down: Sitting) -> None:
        async with sit_down() as person:
            await person.press("f9", "question_mark", "escape")
            await person.pilot.pause()
            assert not isinstance(person.app.screen, HelpScreen)
            assert self.line(person).startswith("  esc    ? keys   F9 stage")

    async def test_has_room_on_the_smallest_screen(self, sit_down: Sitting) -> None:
        async with sit_down(size=(60, 20)) as person:
            await person.press("f9", *(key for _ in range(9) for key in ("left", "full_stop")))
            await person.pilot.pause()
            assert "…" in self.line(person)
            assert "#0E03   0:0" in self.line(person)

    async def test_a_question_takes_its_place_for_a_while(self, sit_down: Sitting) -> None:
        async with sit_down() as person:
            await person.press("f9", "g")
            await person.pilot.pause()
            assert "go to step" in self.line(person)
            await person.press("escape")
            await person.pilot.pause()
            assert "F9 stage" in self.line(person)


async def test_the_timer_counts_from_the_beginning(sit_down: Sitting) -> None:
    async with sit_down() as person:
        now = [100.0]
        person.app.stage = stage = Stage(person.app, clock=lambda: now[0])
        await stage.enter(person.app.page)
        now[0] += 12 * 60 + 5.9
        stage.draw()
        await person.pilot.pause()
        assert "12:05" in person.sees


async def test_it_begins_and_ends_under_a_dialog_which_stays(sit_down: Sitting) -> None:
    async with sit_down() as person:
        before = await look(person)
        await person.press("question_mark", "f9")
        assert isinstance(person.app.screen, HelpScreen)
        assert person.app.page.maximized is not None
        await person.press("f9", "escape")
        assert await look(person) == before


# -- one pane alone, with the stage or without


@pytest.mark.parametrize("key", ["z", "f9"])
async def test_what_is_shown_alone_is_where_the_keys_go(sit_down: Sitting, key: str) -> None:
    async with sit_down() as person:
        page = person.app.page
        await person.press(key)
        for keys, kind, pane in [
            (("shift+tab",), CorpusView, "corpus-pane"),
            (("tab",), MergeList, "merges-pane"),
            (("e",), TextBox, "text-pane"),
        ]:
            await person.press(*keys)
            await person.pilot.pause()
            assert (type(page.focused), page.maximized.id) == (kind, pane)


async def test_it_has_all_the_room_there_is(sit_down: Sitting) -> None:
    """Also one that has a height of its own among the others."""
    async with sit_down() as person:
        await person.press("2", "z")
        await person.pilot.pause()
        assert person.app.page.maximized.id == "wire-pane"
        assert person.app.page.maximized.region.height == 28
