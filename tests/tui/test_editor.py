"""The text box: what is typed, pasted, undone and copied is what it holds, to the byte."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual import events
from textual.app import App, ComposeResult
from textual.widgets import TextArea

from bpe_play.tui.palette import of_theme
from bpe_play.tui.themes import THEMES
from bpe_play.tui.widgets.editor import LARGEST_PASTE, LONGEST_LINE, LONGEST_TEXT, TextBox, pasted
from bpe_play.tui.widgets.true_document import TrueDocument

HOSTILE = "a\x1b[2J\x9b\u202eb\x00\x0b\x0c\x85\u2028\u2029\r\n\r\t\udcff\ud83dñ👩‍👧\ufe0f"
TEXTS = st.text(st.one_of(st.sampled_from(HOSTILE + "\n\n "), st.characters()), max_size=12)
EDITS = st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99), TEXTS), max_size=12)


def location(text: str, offset: int) -> tuple[int, int]:
    before = text[:offset].split("\n")
    return len(before) - 1, len(before[-1])


class TestTrueDocument:
    @given(TEXTS, EDITS)
    def test_edits_and_their_undoing_are_exact(self, text: str, edits: list[tuple[int, int, str]]) -> None:
        document = TrueDocument(text)
        undone: list[tuple[tuple[int, int], tuple[int, int], str]] = []
        states = [text]
        for one, other, inserted in edits:
            first, last = sorted((one % (len(text) + 1), other % (len(text) + 1)))
            start, end = location(text, first), location(text, last)
            assert document.get_text_range(start, end) == text[first:last]
            result = document.replace_range(end, start, inserted)
            text = text[:first] + inserted + text[last:]
            assert document.text == text
            assert result.end_location == location(text, first + len(inserted))
            undone.append((start, result.end_location, result.replaced_text))
            states.append(text)
        for start, end, replaced in reversed(undone):
            states.pop()
            document.replace_range(start, end, replaced)
            assert document.text == states[-1]

    @given(TEXTS, EDITS)
    def test_what_is_drawn_is_harmless_and_as_long_as_the_truth(
        self, text: str, edits: list[tuple[int, int, str]]
    ) -> None:
        document = TrueDocument(text)
        for one, other, inserted in edits:
            now = document.text
            ends = location(now, one % (len(now) + 1)), location(now, other % (len(now) + 1))
            document.replace_range(*ends, inserted)
        for row, drawn in enumerate(document.lines):
            assert len(drawn) == len(document.true_line(row))
            assert "\n" not in drawn
            assert all(char == " " or char.isprintable() or cell_len(char) == 2 for char in drawn)

    def test_a_place_behind_the_end_is_the_end(self) -> None:
        document = TrueDocument("a\nb")
        assert document.get_text_range((1, 0), (2, 0)) == "b"
        assert document.replace_range((0, 1), (9, 9), "").end_location == (0, 1)
        assert document.text == "a"


class BoxApp(App[None]):
    def __init__(self, text: str = "") -> None:
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)
        self.box = TextBox(text, placeholder="Type something")
        self.edits: list[str] = []
        self.said: list[object] = []

    def compose(self) -> ComposeResult:
        yield self.box

    def on_mount(self) -> None:
        self.theme = "bpe-dark"
        self.box.focus()

    def on_text_box_edited(self, message: TextBox.Edited) -> None:
        self.edits.append(message.text)

    def on_text_box_left(self, message: TextBox.Left) -> None:
        self.said.append("left")

    def on_text_box_refused(self, message: TextBox.Refused) -> None:
        self.said.append(message.reason)

    def on_text_box_large_paste(self, message: TextBox.LargePaste) -> None:
        self.said.append(message.text)


class TestTyping:
    async def test_each_letter_is_told(self) -> None:
        app = BoxApp("x")
        async with app.run_test() as pilot:
            await pilot.press("end", "ñ", "enter", "?")
            assert app.edits[-1] == app.box.true_text == "xñ\n?"
            assert "x" not in app.edits  # what was there at the start is no edit

    async def test_escape_leaves(self) -> None:
        app = BoxApp()
        async with app.run_test() as pilot:
            await pilot.press("escape")
            assert app.said == ["left"]

    async def test_whoever_comes_goes_on_at_the_end_and_who_comes_back_where_he_was(self) -> None:
        app = BoxApp("ab\ncd")
        async with app.run_test() as pilot:
            assert app.box.cursor_location == (1, 2)
            await pilot.press("left")
            app.screen.set_focus(None)
            app.box.focus()
            await pilot.pause()
            assert app.box.cursor_location == (1, 1)

    async def test_the_cursor_goes_by_graphemes(self) -> None:
        app = BoxApp("a👩‍👩‍👧e\u0301")
        async with app.run_test() as pilot:
            columns = []
            await pilot.press("home")
            for _ in range(3):
                await pilot.press("right")
                columns.append(app.box.cursor_location[1])
            assert columns == [1, 6, 8]
            await pilot.press("left", "backspace")
            assert app.box.true_text == "ae\u0301"

    async def test_undo_and_redo_bring_back_every_byte(self) -> None:
        app = BoxApp(HOSTILE)
        async with app.run_test() as pilot:
            await pilot.press("ctrl+a", "delete")
            assert app.box.true_text == ""
            await pilot.press("ctrl+z")
            assert app.box.true_text == HOSTILE
            await pilot.press("ctrl+y", "ctrl+z")
            assert app.edits == ["", HOSTILE, "", HOSTILE]

    async def test_cut_and_paste_inside_the_program_are_exact(self) -> None:
        app = BoxApp(HOSTILE)
        async with app.run_test() as pilot:
            await pilot.press("ctrl+a", "ctrl+x", "ctrl+v", "ctrl+v")
            assert app.box.true_text == HOSTILE * 2

    async def test_keys_of_the_app_go_past_it(self) -> None:
        pressed: list[str] = []

        class WithKeys(BoxApp):
            BINDINGS = [
                ("f2", "note('f2')"),
                ("ctrl+c", "note('ctrl+c')"),
                ("f6", "note('f6')"),
                ("f7", "note('f7')"),
            ]

            def action_note(self, key: str) -> None:
                pressed.append(key)

        app = WithKeys("abc")
        async with app.run_test() as pilot:
            await pilot.press("f2", "ctrl+c", "f6", "f7")
            assert pressed == ["f2", "ctrl+c", "f6", "f7"]
            assert app.box.true_text == "abc"

    def test_no_key_means_something_else_in_a_terminal(self) -> None:
        keys = {key for binding in TextBox.BINDINGS for key in binding.key.split(",")}  # type: ignore[union-attr]
        assert not keys & {
            "ctrl+m",
            "ctrl+i",
            "ctrl+h",
            "ctrl+j",
            "ctrl+left_square_bracket",
            "ctrl+q",
            "ctrl+s",
        }
        assert not any(key.startswith("ctrl+shift") for key in keys)


class TestPasting:
    @pytest.mark.parametrize(
        "text", ["a\nb", "a\r\nb\rc\n", "\x0b\x0c\x85\u2028\u2029\n", "\ufeff\u202e\x07", "a\x1b[2J\0b"]
    )
    async def test_a_paste_keeps_its_bytes(self, text: str) -> None:
        app = BoxApp("<>")
        async with app.run_test() as pilot:
            await pilot.press("left")
            app.post_message(events.Paste(text))
            await pilot.pause()
            assert app.edits[-1] == f"<{text}>"
            await pilot.press("!")
            assert app.edits[-1] == f"<{text}!>"
            assert app.said == []

    def test_cr_alone_is_what_terminals_make_of_a_line_end(self) -> None:
        assert pasted("a\rb\r") == "a\nb\n"

    async def test_a_large_paste_is_handed_on(self) -> None:
        app = BoxApp("abc")
        async with app.run_test() as pilot:
            fits, large = "ñ\n" * (LARGEST_PASTE // 3), "ñ\n" * (LARGEST_PASTE // 3 + 1)
            app.post_message(events.Paste(large))
            await pilot.pause()
            assert (app.said, app.box.true_text) == ([large], "abc")
            app.post_message(events.Paste(fits))
            await pilot.pause()
            assert app.box.true_text == "abc" + fits


class TestLimits:
    async def test_a_line_that_is_full_takes_no_more_letters_and_says_why(self) -> None:
        app = BoxApp("x" * LONGEST_LINE)
        async with app.run_test() as pilot:
            await pilot.press("y")
            (said,) = app.said
            assert "4,000" in str(said)
            assert app.box.true_text == "x" * LONGEST_LINE
            await pilot.press("backspace", "y", "enter", "z")
            assert app.box.true_text == "x" * (LONGEST_LINE - 1) + "y\nz"

    @pytest.mark.parametrize("text", ["x\n" * LONGEST_TEXT, "x" * (LONGEST_LINE + 1)], ids=["text", "line"])
    async def test_a_text_that_is_too_long_is_shown_but_not_edited(self, text: str) -> None:
        app = BoxApp("abc")
        async with app.run_test() as pilot:
            app.box.load(text)
            await pilot.press("y", "delete", "down", "escape")
            app.post_message(events.Paste("more"))
            await pilot.pause()
            assert app.box.read_only
            assert app.box.true_text == text
            assert app.edits == []
            assert len(app.box.text) < 5_000
            app.box.load("short")
            await pilot.press("y")
            assert app.edits == ["yshort"]


class TestDrawing:
    async def test_hostile_text_is_harmless_and_stand_ins_have_their_own_style(self) -> None:
        app = BoxApp("␛\x1b]0;x\x07 [red]\u202e")
        async with app.run_test():
            strip = app.box.render_line(0)
            assert strip.text.rstrip() == "␛␛]0;x␇ [red]▯"
            pill = of_theme("bpe-dark").mark.bgcolor
            marked = [segment.text for segment in strip if segment.style and segment.style.bgcolor == pill]
            assert marked == ["␛", "␇", "▯"]

    async def test_the_cursor_does_not_blink_and_an_empty_box_has_a_hint(self) -> None:
        app = BoxApp()
        async with app.run_test():
            assert not app.box.cursor_blink
            assert "Type something" in app.box.render_line(0).text

    async def test_wrapping_follows_the_lines(self) -> None:
        app = BoxApp("word " * 100)
        async with app.run_test(size=(40, 10)) as pilot:
            height = app.box.wrapped_document.height
            await pilot.press("enter")
            assert app.box.wrapped_document.height == height + 1
            assert isinstance(app.box, TextArea)
