"""The compared rows: common columns, borders, brackets below what differs, and one cursor."""

from __future__ import annotations

import doctest
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.app import App, ComposeResult

from bpe_play.engine import Tokenization
from bpe_play.engine.compare import Comparison, compare
from bpe_play.engine.tokenizer import TokenSpan
from bpe_play.tui import percent
from bpe_play.tui.palette import of_theme
from bpe_play.tui.themes import THEMES
from bpe_play.tui.widgets.compare_layout import CompareLayout
from bpe_play.tui.widgets.compare_rows import BlockRows, Cursor
from bpe_play.tui.widgets.compare_table import CompareTable, TableRow
from bpe_play.tui.widgets.compare_view import CompareView


def cut(data: bytes | str, *borders: int) -> Tokenization:
    """A tokenization of a text with borders at some bytes."""
    data = data.encode() if isinstance(data, str) else data
    edges = [0, *borders, len(data)]
    spans = [TokenSpan(at, data[a:b], a, b) for at, (a, b) in enumerate(pairwise(edges))]
    return Tokenization(data, tuple(spans))


def drawn(comparison: Comparison, width: int = 60, cursor: Cursor | None = None) -> list[str]:
    """The lines of all blocks: the rows, then the marks."""
    layout = CompareLayout(comparison, width)
    layout.lay_out(len(comparison.data))
    rows = BlockRows(layout, cursor or Cursor(), of_theme("bpe-dark"))
    lines = []
    for block in layout.blocks:
        segments = [rows.row(block, number) for number in range(len(comparison.rows))]
        lines += ["".join(segment.text for segment in line) for line in [*segments, rows.marks(block)]]
    return [line.rstrip() for line in lines]


class TestColumns:
    def test_a_border_takes_its_column_in_every_row(self) -> None:
        assert drawn(compare([cut("strawberry", 2, 5), cut("strawberry", 3, 5)])) == [
            "st│r aw│berry│",
            "st r│aw│berry│",
            "╰─────╯",
        ]

    def test_there_is_no_column_where_nobody_cuts(self) -> None:
        assert drawn(compare([cut("strawberry"), cut("strawberry")])) == ["strawberry│"] * 2 + [""]

    def test_spaces_controls_and_stray_bytes_are_seen(self) -> None:
        assert drawn(compare([cut(b"a b\t\x1b\xff", 1)])) == ["a│␣b⇥␛FF│", ""]

    def test_a_grapheme_that_nobody_cuts_stays_whole(self) -> None:
        assert drawn(compare([cut("e\u0301t", 3), cut("e\u0301t", 3)]))[0] == "e\u0301│t│"

    def test_a_grapheme_that_somebody_cuts_is_code_points_in_every_row(self) -> None:
        lines = drawn(compare([cut("e\u0301t", 3), cut("e\u0301t", 1, 3)]))
        assert lines == ["e ◌\u0301│t│", "e│◌\u0301│t│", "╰─╯"]

    def test_a_character_that_somebody_cuts_is_bytes_there_and_whole_elsewhere(self) -> None:
        lines = drawn(compare([cut("🤖!", 2, 3, 4), cut("🤖!", 4)]))
        assert lines == ["F0 9F│A4│96│!│", "🤖         │!│", "╰───🤖────╯"]

    def test_a_character_that_all_cut_alike_is_named_below(self) -> None:
        assert drawn(compare([cut("ñ", 1), cut("ñ", 1)])) == ["C3│B1│"] * 2 + ["  ñ"]

    def test_a_token_without_text_has_a_cell_where_it_stands(self) -> None:
        spans = (TokenSpan(9, b"", 0, 0), *cut("12", 1).spans)
        lines = drawn(compare([Tokenization(b"12", spans), cut("12")]))
        assert lines == ["∅│1│2│", "  1 2│", "╰───╯"]

    def test_text_of_which_a_row_makes_no_token_is_seen_without_borders(self) -> None:
        assert drawn(compare([Tokenization(b"  ", ()), cut("  ", 1)])) == ["␣ ␣", "␣│␣│", "╰─╯"]


class TestBlocks:
    def test_lines_of_the_text_start_blocks_and_empty_ones_do_not(self) -> None:
        assert drawn(compare([cut("a\n\nb\n", 1, 3, 4)])) == ["a│↵↵│", "", "b│↵│", ""]

    def test_a_long_line_is_wrapped_where_all_have_a_border(self) -> None:
        text = "abcdefghij" * 3
        lines = drawn(compare([cut(text, 10, 15, 20), cut(text, 10, 20)]), width=24)
        assert lines[0] == "abcdefghij│abcde│fghij│"
        assert lines[3] == "abcdefghij│"

    def test_a_token_that_goes_on_says_so(self) -> None:
        lines = drawn(compare([cut("a" * 45)]), width=20)
        assert lines == ["a" * 20 + "…", "", "a" * 20 + "…", "", "a" * 5 + "│", ""]

    def test_a_difference_that_goes_on_keeps_its_bracket_open(self) -> None:
        lines = drawn(compare([cut("a" * 30), cut("a" * 30, 3, 26)]), width=20)
        brackets = [line for line in lines if set(line) <= set("╰─╯") and line]
        assert brackets[0].startswith("╰")
        assert brackets[0].endswith("─")
        assert brackets[-1].endswith("╯")

    @given(st.text(max_size=60), st.integers(16, 80), st.data())
    def test_blocks_cover_any_text_and_no_line_is_too_wide(
        self, text: str, width: int, data: st.DataObject
    ) -> None:
        raw = text.encode("utf-8", "replace")
        inner = st.lists(st.integers(1, max(len(raw) - 1, 1)), unique=True, max_size=20).map(sorted)
        rows = [cut(raw, *(b for b in data.draw(inner) if b < len(raw))) for _ in range(2)] if raw else []
        if not rows:
            return
        comparison = compare(rows)
        layout = CompareLayout(comparison, width)
        layout.lay_out(len(raw))
        assert [unit.start for block in layout.blocks for unit in block.units if unit.start == unit.end] == []
        covered = [(unit.start, unit.end) for block in layout.blocks for unit in block.units]
        assert b"".join(raw[a:b] for a, b in covered) == raw
        for block in layout.blocks:
            cells = sum(unit.cells for unit in block.units)
            assert cells <= layout.width or len(block.units) == 1
            for number in range(2):
                line = BlockRows(layout, Cursor(), of_theme("bpe-dark")).row(block, number)
                assert cells <= sum(segment.cell_length for segment in line) <= cells + 1

    def test_a_long_text_is_laid_out_bit_by_bit(self) -> None:
        layout = CompareLayout(compare([cut("word " * 20_000)]), 60)
        layout.lay_out(1)
        assert len(layout.blocks) < 200
        assert layout.block_of(90_000) is None
        layout.lay_out(90_001)
        assert layout.block_of(90_000) is not None


class Stage(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.moved: list[Cursor] = []

    def compose(self) -> ComposeResult:
        yield CompareView(hint="nothing here")
        yield CompareTable()

    def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = "bpe-dark"
        self.query_one(CompareView).focus()

    def on_compare_view_cursor_moved(self, message: CompareView.CursorMoved) -> None:
        self.moved.append(message.cursor)

    @property
    def view(self) -> CompareView:
        return self.query_one(CompareView)

    def lines(self) -> list[str]:
        return [self.view.render_line(y).text.rstrip() for y in range(self.view.size.height)]


class TestTheView:
    ROWS = compare([cut("strawberry\njam", 2, 5, 10, 11), cut("strawberry\njam", 3, 5, 10, 11)])

    async def test_names_stand_before_their_rows(self) -> None:
        async with Stage().run_test(size=(60, 12)) as pilot:
            pilot.app.view.show(self.ROWS, ["gpt2", "cl100k_base"])
            await pilot.pause()
            assert pilot.app.lines()[:3] == [
                "gpt2         st│r aw│berry│↵│",
                "cl100k_base  st r│aw│berry│↵│",
                "             ╰─────╯",
            ]

    async def test_right_and_left_walk_along_the_tokens_of_a_row(self) -> None:
        async with Stage().run_test(size=(60, 12)) as pilot:
            pilot.app.view.show(self.ROWS, ["a", "b"])
            await pilot.press("right", "right", "left")
            assert pilot.app.moved == [Cursor(0, 2), Cursor(0, 5), Cursor(0, 2)]
            await pilot.press("end", "right", "home", "left")
            assert pilot.app.moved[3:] == [Cursor(0, 11), Cursor(0, 0)]

    async def test_up_and_down_change_the_row_and_then_the_block(self) -> None:
        async with Stage().run_test(size=(60, 12)) as pilot:
            pilot.app.view.show(self.ROWS, ["a", "b"])
            await pilot.press("right", "down", "down", "up")
            assert pilot.app.moved == [Cursor(0, 2), Cursor(1, 0), Cursor(0, 11), Cursor(1, 0)]

    async def test_the_cursor_is_a_bar_and_the_same_place_in_other_rows_a_line(self) -> None:
        async with Stage().run_test(size=(60, 12)) as pilot:
            pilot.app.view.show(self.ROWS, ["a", "b"])
            await pilot.pause()
            look = of_theme("bpe-dark")
            styles = [{s.text: s.style for s in pilot.app.view.render_line(y)} for y in (0, 1)]
            assert styles[0]["st"] == look.accent_bar
            assert styles[1]["st r"] == look.hit

    async def test_equal_tokens_have_the_same_tint_whatever_their_ids(self) -> None:
        ours, theirs = cut("ab", 1), cut("ab", 1)
        theirs = Tokenization(theirs.data, tuple(span._replace(id=span.id + 7) for span in theirs.spans))
        async with Stage().run_test(size=(60, 12)) as pilot:
            pilot.app.view.show(compare([ours, theirs]), ["a", "b"])
            await pilot.pause()
            tints = [{s.text: s.style for s in pilot.app.view.render_line(y)}["b"] for y in (0, 1)]
            assert tints[0] == tints[1]

    async def test_a_click_goes_to_a_token(self) -> None:
        async with Stage().run_test(size=(60, 12)) as pilot:
            pilot.app.view.show(self.ROWS, ["a", "b"])
            await pilot.pause()
            await pilot.click(CompareView, offset=(3 + 8, 1))
            assert pilot.app.moved == [Cursor(1, 5)]

    async def test_the_cursor_keeps_its_byte_when_the_cuts_change(self) -> None:
        async with Stage().run_test(size=(60, 12)) as pilot:
            pilot.app.view.show(self.ROWS, ["a", "b"])
            await pilot.press("right", "right")
            pilot.app.view.show(compare([cut("strawberry\njam", 7)]), ["a"])
            assert pilot.app.view.cursor == Cursor(0, 5)

    async def test_an_empty_text_says_what_to_do(self) -> None:
        async with Stage().run_test(size=(60, 12)) as pilot:
            pilot.app.view.show(compare([Tokenization(b"", ())]), ["a"])
            await pilot.press("right", "down", "end", "pagedown")
            assert pilot.app.lines()[0] == "nothing here"

    async def test_a_row_without_tokens_has_none_to_walk_along(self) -> None:
        async with Stage().run_test(size=(60, 12)) as pilot:
            pilot.app.view.show(compare([Tokenization(b"  ", ()), cut("  ", 1)]), ["a", "b"])
            await pilot.press("right", "end", "left", "down", "right")
            assert pilot.app.view.cursor == Cursor(1, 1)

    async def test_the_end_of_a_long_text_comes_into_view_when_it_is_laid_out(self) -> None:
        text = "word " * 4_000
        async with Stage().run_test(size=(60, 12)) as pilot:
            pilot.app.view.show(compare([cut(text, len(text) - 3)]), ["a"])
            await pilot.press("end")
            for _ in range(500):
                if pilot.app.view.scroll_offset.y > 500:
                    break
                await pilot.pause(0.01)
            assert any(line.endswith("rd␣│") for line in pilot.app.lines())

    @pytest.mark.parametrize("size", [(30, 6), (80, 24), (200, 50)])
    async def test_every_cell_has_a_style_at_every_size(
        self, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("NO_COLOR", "1")
        async with Stage().run_test(size=size) as pilot:
            text = "a\x1b[2J\u202e 👩‍👧 ñ\xff"
            pilot.app.view.show(compare([cut(text, 1, 9), cut(text, 4)]), ["\x1b]0;x", "b" * 60])
            pilot.app.query_one(CompareTable).show([TableRow("[red]x", loading=0.4), TableRow("b", 3)], 0)
            await pilot.pause()
            for widget in (pilot.app.view, pilot.app.query_one(CompareTable)):
                for y in range(widget.size.height):
                    strip = widget.render_line(y)
                    assert strip.cell_length == widget.size.width
                    assert all(segment.style and segment.style.bgcolor for segment in strip)
                    assert not {"\x1b", "\u202e", "\u200d"} & set(strip.text)
            pilot.app.export_screenshot()


class TestTheTable:
    ROWS = (
        TableRow("lab, step 768", 24, 1.625, "first", 1.0, 39, "'"),
        TableRow("gpt2", 13, 3.0, "−46 %", 0.54, 338, "'s", "byte 1 of 2 of U+00F1"),
        TableRow("o200k_base", loading=0.5),
    )

    async def test_figures_stand_under_their_names(self) -> None:
        async with Stage().run_test(size=(80, 12)) as pilot:
            table = pilot.app.query_one(CompareTable)
            table.show(self.ROWS, 1)
            await pilot.pause()
            assert [table.render_line(y).text.rstrip() for y in range(4)] == [
                "                              tokens    b/t     cost       id  at the cursor",
                "  lab, step 768                   24   1.62    first       39  '",
                "▸ gpt2                            13   3.00    −46 %      338  's   byte 1 of 2…",
                "  o200k_base                  loading … ██████████           50%",
            ]

    async def test_bars_and_notes_have_room_on_a_wide_screen(self) -> None:
        async with Stage().run_test(size=(120, 12)) as pilot:
            table = pilot.app.query_one(CompareTable)
            table.show(self.ROWS, 1)
            await pilot.pause()
            line = table.render_line(2).text
            assert "███████▌" in line
            assert line.rstrip().endswith("byte 1 of 2 of U+00F1")


def test_examples_hold() -> None:
    assert doctest.testmod(percent).failed == 0
