"""The glitch screen with its keys: searching a vocabulary, the guided list, making one's own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from textual import events
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import OptionList

from bpe_play.tui.app import BpePlay
from bpe_play.tui.glitch_browse import BrowseState
from bpe_play.tui.glitch_make import MakeSettings, MakeState, Part
from bpe_play.tui.lab import Lab
from bpe_play.tui.screens.form import FormScreen
from bpe_play.tui.screens.glitch import GlitchScreen
from bpe_play.tui.state import State
from bpe_play.tui.widgets.pane import Pane
from bpe_play.tui.widgets.row_list import RowList
from bpe_play.tui.widgets.search_line import SearchLine

Playing = tuple[Pilot[None], GlitchScreen]


@pytest.fixture(autouse=True)
def quiet(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kinds are not counted, except in tests of counting: it would be done anew for each test."""
    if "count" not in request.node.name:
        monkeypatch.setattr(BrowseState, "count", lambda state: None)


@asynccontextmanager
async def opened(size: tuple[int, int] = (100, 30)) -> AsyncIterator[Playing]:
    """The glitch screen with GPT-2's vocabulary loaded, over a lab with a tiny corpus."""
    app = BpePlay(Lab(State(source="aaabdaaabac", vocab_size=259)), keep=False)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: not app.lab.training.busy)
        await pilot.press("3")
        screen = app.screen
        assert isinstance(screen, GlitchScreen)
        await until(pilot, lambda: screen.browse.state.tokenizer is not None)
        yield pilot, screen


async def until(pilot: Pilot[None], true: Callable[[], object]) -> None:
    for _ in range(3_000):
        if true():
            return
        await pilot.pause(0.01)
    raise AssertionError("it never came true")


def text_of(screen: Screen[None]) -> str:
    """What is on the screen."""
    lines = screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in line) for line in lines)


async def type_in(pilot: Pilot[None], text: str) -> None:
    """Keys by their names are slow; a paste is typing too."""
    pilot.app.post_message(events.Paste(text))
    await pilot.pause()


# -- browsing ---------------------------------------------------------------------------------------------


async def test_a_token_is_found_by_typing() -> None:
    async with opened() as (pilot, screen):
        await pilot.press("slash")
        await pilot.press("space", *"SolidG")
        await until(pilot, lambda: screen.browse.state.found.ids == [43453])
        await until(pilot, lambda: "␣SolidGoldMagikarp" in text_of(screen))
        assert "43453" in text_of(screen)
        await pilot.press("escape")
        assert isinstance(screen.focused, RowList)
        await pilot.press("escape")
        await until(pilot, lambda: len(screen.browse.state.found.ids) == 50_257)


async def test_ways_to_search() -> None:
    async with opened() as (pilot, screen):
        await pilot.press("slash")
        for query, seen in {
            "#43453": "␣SolidGoldMagikarp",
            "hex:F0 9F 98": "⟨F0 9F 98⟩",
            "re:^ ?Smarts": "32437",
            "hex:zz": "not bytes in hex",
            "re:[": "does not compile",
            "id:999999": "No token is like that.",
        }.items():
            screen.query_one(SearchLine).value = ""
            await type_in(pilot, query)
            await until(pilot, lambda seen=seen: seen in text_of(screen))


async def test_kinds_are_counted_while_one_goes_on() -> None:
    async with opened() as (pilot, screen):
        await pilot.press("down", "down")
        assert screen.query_one("#found", RowList).cursor == 2
        await until(pilot, lambda: screen.browse.state.anatomy is not None)
        await until(pilot, lambda: "Katakana" in text_of(screen))
        await pilot.press("shift+tab")
        await pilot.press("shift+tab")
        await pilot.press("home", "down")
        await until(pilot, lambda: len(screen.browse.state.found.ids) == 344)
        assert "begin or end" in text_of(screen)
        assert screen.query_one(SearchLine).value == "kind:piece"


async def test_counting_can_be_stopped() -> None:
    async with opened() as (pilot, screen):
        if screen.browse.state.job is None:
            screen.browse.state.count()
        await pilot.press("escape")
        assert screen.browse.state.job is None


async def test_the_labs_own_vocabulary_can_be_browsed() -> None:
    async with opened() as (pilot, screen):
        await pilot.press("v")
        pilot.app.screen.query_one(OptionList).highlighted = 0
        await pilot.press("enter")
        await until(pilot, lambda: len(screen.browse.state.found.ids) == 260)
        assert "Tokens of the lab" in text_of(screen)


async def test_a_paste_into_the_search_line_is_harmless() -> None:
    async with opened() as (pilot, screen):
        await pilot.press("slash")
        await type_in(pilot, "a\x1b[2J\u202eb\nc")
        await pilot.pause()
        assert screen.query_one(SearchLine).value == "a␛[2J▯b"
        assert "\x1b" not in text_of(screen)


# -- the guided list --------------------------------------------------------------------------------------


async def test_the_guided_list_says_why_and_shows_the_pieces() -> None:
    async with opened() as (pilot, screen):
        await pilot.press("k")
        await until(pilot, lambda: "35764" in text_of(screen))
        drawn = text_of(screen)
        for piece in ("22925", "26509", "34015", "1609", "8035", "People who count", "count"):
            assert piece in drawn
        await pilot.press("home")
        await until(pilot, lambda: "in cl100k_base" in text_of(screen))


async def test_enter_looks_a_token_up_in_the_browser() -> None:
    async with opened() as (pilot, screen):
        await pilot.press("k", "down", "enter")
        await until(pilot, lambda: screen.browse.state.found.ids == [42090])
        assert screen.view is screen.browse


# -- making one's own -------------------------------------------------------------------------------------


async def test_an_empty_table_says_what_to_press() -> None:
    async with opened() as (pilot, screen):
        await pilot.press("m")
        assert "space: make glitch tokens" in text_of(screen)


async def test_glitch_tokens_of_the_ready_pair() -> None:
    async with opened() as (pilot, screen):
        screen.make.state = MakeState(MakeSettings(rounds=1))
        await pilot.press("space")
        await until(pilot, lambda: screen.make.state.toy is not None)
        await until(pilot, lambda: "Glitch rows moved 0" in text_of(screen))
        drawn = text_of(screen)
        for name in ("Quorblewick", "Snazzgrumble", "Vexilplonk", "Tidderwump", "Mumblefrotz"):
            assert name in drawn
        assert "A toy stands in for a large model." in drawn
        assert "posted by" in drawn
        assert "never read" in drawn
        await pilot.press("down")
        assert "Voted in A for “ Quorblewick”" in text_of(screen)
        await pilot.press("f")
        assert screen.make.state.part is Part.SCAFFOLD
        assert "steps to longer tokens" in text_of(screen)


async def test_making_can_be_stopped_and_keeps_what_was_found() -> None:
    async with opened() as (pilot, screen):
        screen.make.state = MakeState(MakeSettings(rounds=1_000))
        await pilot.press("space")
        await until(pilot, lambda: screen.make.state.report is not None)
        assert "esc stops" in text_of(screen)
        await pilot.press("escape")
        assert screen.make.state.job is None
        assert "not trained to its end" in text_of(screen)
        assert len(screen.make.state.ids()) == 11


async def test_other_texts_are_chosen_in_a_form() -> None:
    async with opened() as (pilot, screen):
        screen.make.state = MakeState(MakeSettings(rounds=1))
        await pilot.press("m", "o")
        form = pilot.app.screen
        assert isinstance(form, FormScreen)
        await pilot.press(*"tiny", "enter")
        await until(pilot, lambda: screen.make.state.settings.a == "tiny")
        await until(pilot, lambda: screen.make.state.toy is not None)


async def test_a_text_that_is_not_there_is_said_in_the_form() -> None:
    async with opened() as (pilot, screen):
        await pilot.press("m", "o", *"nowhere", "enter")
        assert "no such corpus or path" in text_of(pilot.app.screen)  # type: ignore[arg-type]
        assert screen.make.state.settings.a == "forum"


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)])
async def test_nothing_is_out_of_reach(size: tuple[int, int]) -> None:
    async with opened(size) as (pilot, screen):
        for view, panes in (
            ("b", ["Kinds", "Tokens of", "Token"]),
            ("k", ["Why", "Cut by"]),
            ("m", ["Toy model"]),
        ):
            await pilot.press(view)
            await until(pilot, lambda panes=panes: all(pane in text_of(screen) for pane in panes))
            assert "? keys" in text_of(screen)
            for pane in screen.view.query(Pane):
                assert pane.region.height > 0
                assert pane.region.bottom <= size[1]
