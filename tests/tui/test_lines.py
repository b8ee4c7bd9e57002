"""The lines at the top and at the bottom: what matters most is there in any width."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.widget import Widget

from bpe_play.tui.keys import TYPING, footer_keys
from bpe_play.tui.themes import THEMES
from bpe_play.tui.widgets.lines import FooterLine, HeaderLine

WIDTHS = (40, 60, 61, 62, 66, 70, 80, 100, 200)


class Lines(App[None]):
    def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = "bpe-dark"

    def compose(self) -> ComposeResult:
        yield HeaderLine()
        yield FooterLine()


def drawn(line: Widget) -> str:
    return line.render_line(0).text


@pytest.mark.parametrize("place", ["lab", "stream", "compare", TYPING])
async def test_the_footer_has_whole_keys_in_order_and_help_last(place: str) -> None:
    keys = footer_keys(place)
    labels = [f"{key.shown} {key.label}" for key in keys]
    app = Lines()
    async with app.run_test() as pilot:
        footer = app.query_one(FooterLine)
        footer.show(keys)
        for width in WIDTHS:
            await pilot.resize_terminal(width, 20)
            line = drawn(footer)
            assert cell_len(line) == width
            shown = line.strip().split("   ")
            assert shown[-1] == labels[-1]
            assert shown[:-1] == labels[: len(shown) - 1]
            assert len(shown) >= 4


async def test_a_footer_without_keys_is_blank() -> None:
    app = Lines()
    async with app.run_test():
        assert drawn(app.query_one(FooterLine)).strip() == ""


async def test_the_header_keeps_the_status_whole_at_the_cost_of_settings() -> None:
    app = Lines()
    async with app.run_test() as pilot:
        header = app.query_one(HeaderLine)
        header.show([("", "a-corpus-with-a-long-name.txt"), ("split", "gpt2"), ("", "#7F3A")], "812 / 4,096")
        for width in WIDTHS:
            await pilot.resize_terminal(width, 20)
            line = drawn(header)
            assert cell_len(line) == width
            assert line.endswith("812 / 4,096 ")
            assert line.startswith(" bpe-play   a-corpus")
        assert "split gpt2" in line


async def test_the_header_draws_what_comes_from_outside_harmlessly() -> None:
    app = Lines()
    async with app.run_test():
        header = app.query_one(HeaderLine)
        header.show([("", "[red]\x1b[2J\u202e")], "\x9b")
        assert "[red]\\x1b[2J\\u202e" in drawn(header)
        assert drawn(header).isprintable()


async def test_a_setting_without_room_is_left_out_whole_and_a_shorter_one_takes_its_place() -> None:
    app = Lines()
    async with app.run_test(size=(46, 10)):
        header = app.query_one(HeaderLine)
        header.show([("", "english"), ("ties", "lowest ids of them all"), ("", "#CFC5")], "7 / 9")
        assert drawn(header).split() == ["bpe-play", "english", "#CFC5", "7", "/", "9"]
