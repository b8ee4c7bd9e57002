"""The editor of the code screen: inks, line numbers, the mark of an error, and indentation that follows."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from bpe_play.tui.palette import palette
from bpe_play.tui.themes import THEMES
from bpe_play.tui.widgets.code_box import CodeBox
from bpe_play.tui.widgets.python_ink import WHOLE_UP_TO, Span, spans

SOURCE = 'def f(x):\n    """Doc\n    more."""\n    return x  # why\n'


class BoxApp(App[None]):
    KEEPS = True

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = "bpe-dark"

    def compose(self) -> ComposeResult:
        yield CodeBox(self.text)


@asynccontextmanager
async def typing(text: str = "") -> AsyncIterator[tuple[Pilot[None], CodeBox]]:
    app = BoxApp(text)
    async with app.run_test(size=(60, 12)) as pilot:
        box = app.query_one(CodeBox)
        box.focus()
        box.move_cursor(box.document.end)
        yield pilot, box


def drawn(box: CodeBox) -> list[str]:
    return ["".join(segment.text for segment in box.render_line(y)).rstrip() for y in range(box.size.height)]


# -- inks


def test_keywords_names_strings_and_comments() -> None:
    lines = spans(SOURCE)
    assert lines[0][:2] == [Span(0, 3, "lead"), Span(4, 5, "lead")]
    assert lines[1] == [Span(4, 10, "dim")]
    assert lines[2] == [Span(0, 12, "dim")], "a string over several lines stays one"
    assert lines[3] == [Span(4, 10, "lead"), Span(14, 19, "dim")]


def test_there_is_a_list_for_every_line() -> None:
    for text in ("", "\n", "x\n\n", "def (", "'open", "\x00\x1b", "a\rb\x0bc\u2028d", '"""\n'):
        assert len(spans(text)) == text.count("\n") + 1


def test_a_long_text_is_inked_line_by_line() -> None:
    text = "return 1\n" * (WHOLE_UP_TO // 9 + 10)
    assert spans(text)[-2] == [Span(0, 6, "lead")]


async def test_a_line_is_drawn_in_its_inks() -> None:
    async with typing(SOURCE) as (_, box):
        look = palette(box.app)
        line = box.get_line(3)
        assert [(span.start, span.end, span.style) for span in line.spans] == [
            (4, 10, look.lead),
            (14, 19, look.dim),
        ]


async def test_what_cannot_be_drawn_has_a_stand_in_of_its_own() -> None:
    async with typing("x = '\x1b[2J'  # \u202e") as (_, box):
        assert "\x1b" not in box.get_line(0).plain
        assert box.get_line(0).spans[-1].style == palette(box.app).mark
        assert box.true_text == "x = '\x1b[2J'  # \u202e"


# -- numbers and marks


async def test_lines_are_numbered_and_an_error_is_marked_with_a_sign() -> None:
    async with typing("a = 1\nb = 2\nc = 3") as (_, box):
        assert [line.strip() for line in drawn(box)[:3]] == ["1  a = 1", "2  b = 2", "3  c = 3"]
        box.mark(2)
        assert [line.strip() for line in drawn(box)[:3]] == ["1  a = 1", "2✗ b = 2", "3  c = 3"]
        box.mark(0)
        assert "✗" not in "".join(drawn(box))
        box.mark(99)
        assert "✗" not in "".join(drawn(box)), "the text may have become shorter"


async def test_a_wrapped_line_is_marked_once() -> None:
    async with typing("x = " + "'long' + " * 20 + "''\ny") as (_, box):
        box.mark(1)
        assert "".join(drawn(box)).count("✗") == 1


# -- indentation


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f():", "def f():\n    "),
        ("    if x:", "    if x:\n        "),
        ("    return x", "    return x\n    "),
        ("x = 1  # note:", "x = 1  # note:\n"),
        ("    if x:  # note", "    if x:  # note\n        "),
        ("", "\n"),
        ("\tx", "\tx\n\t"),
    ],
)
async def test_a_new_line_begins_where_the_code_goes_on(before: str, after: str) -> None:
    async with typing(before) as (pilot, box):
        await pilot.press("enter")
        assert box.true_text == after


async def test_backspace_takes_a_step_of_blanks_and_else_one_character() -> None:
    async with typing("          ") as (pilot, box):
        await pilot.press("backspace")
        assert box.true_text == " " * 8
        await pilot.press("backspace", "backspace")
        assert box.true_text == ""
    async with typing("    x ") as (pilot, box):
        await pilot.press("backspace", "backspace")
        assert box.true_text == "    "


async def test_tab_and_shift_tab() -> None:
    async with typing("ab") as (pilot, box):
        await pilot.press("tab")
        assert box.true_text == "ab  ", "to the next step"
        await pilot.press("home", "tab")
        assert box.true_text == "    ab  "
        await pilot.press("shift+tab")
        assert box.true_text == "ab  "
        assert box.cursor_location == (0, 0)


async def test_selected_lines_move_together_and_stay_selected() -> None:
    async with typing("if x:\n\ny\n") as (pilot, box):
        await pilot.press("ctrl+a", "tab")
        assert box.true_text == "    if x:\n\n    y\n", "an empty line gets no blanks"
        await pilot.press("shift+tab", "shift+tab")
        assert box.true_text == "if x:\n\ny\n"
        await pilot.press("tab", "ctrl+z")
        assert box.true_text == "if x:\n\ny\n"
