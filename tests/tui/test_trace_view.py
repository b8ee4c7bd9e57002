"""The merges of a word, a row for each: borders go where a merge is made."""

from __future__ import annotations

from rich.style import Style
from textual.app import App, ComposeResult

from bpe_play.engine.trace import trace
from bpe_play.engine.vocabulary import Vocabulary
from bpe_play.tui.palette import of_theme
from bpe_play.tui.themes import THEMES
from bpe_play.tui.widgets.trace_view import TraceView

VOCABULARY = Vocabulary.of([(101, 114), (98, 256), (114, 121), (0xC3, 0xB1)])
PALETTE = of_theme("bpe-dark")


class TraceApp(App[None]):
    def __init__(self) -> None:
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)
        self.view = TraceView()

    def compose(self) -> ComposeResult:
        yield self.view

    def on_mount(self) -> None:
        self.theme = "bpe-dark"

    def show(self, piece: str) -> None:
        self.view.show(piece.encode(), list(trace(piece.encode(), VOCABULARY)), VOCABULARY)

    def lines(self) -> list[str]:
        return [self.view.render_line(y).text.rstrip() for y in range(self.view.size.height)]

    def drawn_in(self, y: int, style: Style) -> list[str]:
        drawn = "".join(
            segment.text if segment.style == style else "|" for segment in self.view.render_line(y)
        )
        return [text.strip() for text in drawn.split("|") if text]


async def test_a_row_for_the_bytes_and_one_for_each_merge() -> None:
    app = TraceApp()
    async with app.run_test(size=(60, 6)):
        app.show("berry")
        assert app.lines()[:4] == [
            "b │e │r │r │y │  bytes",
            "b │er   │r │y │  step 1",
            "ber     │r │y │  step 2",
            "ber     │ry   │  step 3",
        ]
        assert app.lines()[4:] == ["", ""]


async def test_rows_behind_the_position_are_not_there_yet() -> None:
    app = TraceApp()
    async with app.run_test(size=(60, 6)):
        app.show("berry")
        assert app.view.position == 3
        app.view.position = 1
        assert app.lines()[1:3] == ["b │er   │r │y │  step 1", ""]
        app.view.position = 99
        assert app.view.position == 3
        app.view.position = -1
        assert app.lines()[:2] == ["b │e │r │r │y │  bytes", ""]


async def test_new_tokens_stand_out_the_newest_most() -> None:
    app = TraceApp()
    async with app.run_test(size=(60, 6)):
        app.show("erer")
        assert app.lines()[1] == "er   │er   │  step 1"
        assert app.drawn_in(1, PALETTE.accent_bar) == ["er", "er"]
        app.show("berry")
        assert app.drawn_in(1, PALETTE.accent + Style(bold=True)) == ["er"]
        assert app.drawn_in(3, PALETTE.accent_bar) == ["ry"]


async def test_pieces_of_characters_are_hex_until_they_are_one() -> None:
    app = TraceApp()
    async with app.run_test(size=(60, 6)):
        app.show(" ñ")
        assert app.lines()[:2] == ["␣ │C3│B1│  bytes", "␣ │ñ    │  step 4"]


async def test_a_long_word_scrolls_to_its_newest_token() -> None:
    app = TraceApp()
    async with app.run_test(size=(30, 8)) as pilot:
        app.show("x" * 40 + "er")
        await pilot.pause()
        assert "er" in app.lines()[1]
        app.view.position = 0
        await pilot.pause()
        assert app.lines()[0].startswith("x │x │")


async def test_no_word_says_so() -> None:
    app = TraceApp()
    async with app.run_test(size=(30, 4)):
        assert app.lines()[0] == "No word to follow"
