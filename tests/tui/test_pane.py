"""The frame of a pane: title left, figures right, the accent where the keys go."""

from __future__ import annotations

import doctest

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.widgets import Button

from bpe_play.tui.palette import palette
from bpe_play.tui.themes import THEMES
from bpe_play.tui.widgets import pane
from bpe_play.tui.widgets.pane import Pane, labels


class Stage(App[None]):
    """Two panes with something to focus in each."""

    CSS = "Pane { height: 5; }"

    def __init__(self) -> None:
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = "bpe-dark"

    def compose(self) -> ComposeResult:
        yield Pane(Button("a"), title="Corpus", figures="151 kB", id="first")
        yield Pane(Button("b"), title="Merges", id="second")

    def of(self, name: str) -> Pane:
        return self.query_one(f"#{name}", Pane)

    def top(self, name: str = "first") -> str:
        pane = self.of(name)
        return pane.render_lines(Region(0, 0, pane.outer_size.width, 1))[0].text


async def test_title_and_figures_stand_in_the_top_border() -> None:
    async with (app := Stage()).run_test(size=(30, 12)):
        assert app.top() == "╭ Corpus " + "─" * 11 + " 151 kB ─╮"
        assert app.top("second") == "╭ Merges " + "─" * 20 + "╮"


async def test_new_labels_are_painted_without_a_new_layout() -> None:
    async with (app := Stage()).run_test(size=(30, 12)) as pilot:
        app.of("first").set_figures("812")
        app.of("first").set_title("Words")
        await pilot.pause()
        assert app.top() == "╭ Words " + "─" * 15 + " 812 ─╮"
        assert "812" in app.export_screenshot()


async def test_the_fill_follows_the_width() -> None:
    async with (app := Stage()).run_test(size=(30, 12)) as pilot:
        for width in (50, 24, 12, 4):
            await pilot.resize_terminal(width, 12)
            await pilot.pause()
            assert cell_len(app.top()) == width
            assert app.top()[0] + app.top()[-1] == "╭╮"


def test_figures_are_kept_at_the_cost_of_the_title() -> None:
    assert labels("Corpus", "151 kB", 18) == (" Corpus ", " 151 kB ")
    assert labels("Corpus", "151 kB", 17) == (" Corp… ", " 151 kB ")
    assert labels("Corpus", "151 kB", 13) == ("", " 151 kB ")
    assert labels("Corpus", "151 kB", 8) == ("", " 151 … ")
    assert doctest.testmod(pane).failed == 0
    assert labels("Corpus", "", 8) == (" Cor… ", "")


@pytest.mark.parametrize("room", range(30))
def test_labels_leave_some_border(room: int) -> None:
    title, figures = labels("日本語 corpus", "12 graphemes", room)
    assert cell_len(title + figures) <= max(room - 1, 0)


@pytest.mark.parametrize(
    "text", ["[/b] [red]x[/] [@click=app.quit]y[/]", "a\x1b[2Jb", "x\u202ey", "日本語\n"]
)
async def test_text_from_outside_is_neither_markup_nor_raw(text: str) -> None:
    async with (app := Stage()).run_test(size=(100, 12)) as pilot:
        app.of("first").set_title(text)
        app.of("second").set_figures(text)
        await pilot.pause()
        for name in ("first", "second"):
            assert cell_len(app.top(name)) == 100
            assert not set(app.top(name)) & set("\x1b\u202e\n")
        if "[" in text and "\x1b" not in text:
            assert text in app.top()


async def test_the_pane_with_the_focus_is_in_the_accent_colour() -> None:
    async with (app := Stage()).run_test(size=(30, 12)) as pilot:
        for focused, other in (("first", "second"), ("second", "first")):
            app.of(focused).query_one(Button).focus()
            await pilot.pause()
            assert _title_style(app, focused).color == palette(app).accent.color
            assert _title_style(app, focused).bold
            assert _title_style(app, other).color == palette(app).text.color
            assert _border_colour(app, focused) != _border_colour(app, other)


async def test_another_theme_repaints_the_labels() -> None:
    async with (app := Stage()).run_test(size=(30, 12)) as pilot:
        dark = _title_style(app, "second")
        app.theme = "bpe-light"
        await pilot.pause()
        assert _title_style(app, "second") != dark


async def test_it_lives_without_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with (app := Stage()).run_test(size=(30, 12)) as pilot:
        await pilot.pause()
        assert "Corpus" in app.export_screenshot()
        assert all(segment.style for segment in _top_segments(app, "first"))


def _top_segments(app: Stage, name: str) -> list[Segment]:
    pane = app.of(name)
    return list(pane.render_lines(Region(0, 0, pane.outer_size.width, 1))[0])


def _title_style(app: Stage, name: str) -> Style:
    found = (each.style for each in _top_segments(app, name) if each.text.strip() in ("Corpus", "Merges"))
    return next(found) or Style()


def _border_colour(app: Stage, name: str) -> object:
    return next(each.style and each.style.color for each in _top_segments(app, name) if "╭" in each.text)


async def test_figures_that_tell_of_a_loss_are_in_the_colour_of_errors() -> None:
    async with (app := Stage()).run_test(size=(30, 12)):
        for bad, style in ((True, palette(app).bad), (False, palette(app).dim)):
            app.of("first").set_figures("round trip", bad)
            top = app.of("first").render_lines(Region(0, 0, 30, 1))[0]
            drawn = next(segment for segment in top if "round trip" in segment.text)
            assert drawn.style is not None
            assert drawn.style.color == style.color
