"""The ruler: text, bytes, tokens and ids in columns that stand on bytes, with one cursor through all rows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from textual.app import App, ComposeResult

from bpe_play.engine.door import to_bytes
from bpe_play.engine.tokenizer import Tokenization, TokenSpan
from bpe_play.tui.palette import of_theme
from bpe_play.tui.themes import THEMES
from bpe_play.tui.widgets.ruler import BLOCK, Ruler
from bpe_play.tui.widgets.ruler_characters import Characters
from bpe_play.tui.widgets.ruler_layout import RulerLayout
from bpe_play.tui.widgets.ruler_rows import BlockRows, ByteFormat

PALETTE = of_theme("bpe-dark")
FAMILY = "👩‍👧"


def cut(data: bytes | str, *sizes: int, ids: list[int] | None = None, special: int = -1) -> Tokenization:
    """A text cut into tokens of these sizes, the rest into single bytes; ids are those of the first bytes."""
    data = to_bytes(data) if isinstance(data, str) else data
    spans: list[TokenSpan] = []
    start = 0
    while start < len(data):
        index = len(spans)
        token = data[start : start + (sizes[index] if index < len(sizes) else 1)]
        token_id = ids[index] if ids and index < len(ids) else token[0]
        spans.append(TokenSpan(token_id, token, start, start + len(token), index == special))
        start += len(token)
    return Tokenization(data, tuple(spans))


def segments(
    tokenization: Tokenization,
    width: int = 72,
    form: ByteFormat = ByteFormat.HEX,
    selected: int = -1,
    drawer: BlockRows | None = None,
) -> list[list[list[Segment]]]:
    """The rows of every block."""
    layout = RulerLayout(tokenization, width, form.value)
    layout.lay_out(len(tokenization.spans))
    drawer = drawer or BlockRows(tokenization.data, form, PALETTE)
    return [drawer.rows(layout, block, selected) for block in range(layout.blocks)]


def rows(tokenization: Tokenization, form: ByteFormat = ByteFormat.HEX) -> list[str]:
    """The rows of the first block as text."""
    return ["".join(segment.text for segment in row) for row in segments(tokenization, form=form)[0]]


class TestRows:
    def test_columns_stand_on_bytes(self) -> None:
        assert rows(cut("strawberry ñ", 2, 3, 5, 3, ids=[301, 1522, 611, 322])) == [
            "s  t │r  a  w │b  e  r  r  y │␣  ñ╌╌╌╌│",
            "73 74│72 61 77│62 65 72 72 79│20 C3 B1│",
            "st   │raw     │berry         │␣ñ      │",
            "301  │1522    │611           │322     │",
        ]

    def test_a_border_through_a_character_cuts_its_line(self) -> None:
        assert rows(cut("日x")) == [
            "日╌┊╌╌╌┊╌╌ │x  │",
            "E6 │97 │A5 │78 │",
            "E6 │97 │A5 │x  │",
            "230│151│165│120│",
        ]

    def test_a_grapheme_of_several_code_points_is_under_one_line(self) -> None:
        text, data, token, _ = rows(cut(FAMILY, 4, 3, 4, ids=[1, 2, 3]))
        assert text == "👩╌╌╌╌╌╌╌╌╌┊\\u200d╌╌┊👧╌╌╌╌╌╌╌╌╌│"
        assert data == "F0 9F 91 A9│E2 80 8D│F0 9F 91 A7│"
        assert token == "👩         │\\u200d  │👧         │"

    def test_a_mark_has_a_place_of_its_own_and_stays_with_its_letter(self) -> None:
        assert rows(cut("e\u0301x", 3, 1, ids=[9, 120]))[0] == "e╌╌◌\u0301╌╌╌╌│x  │"

    def test_a_cr_lf_is_two_characters(self) -> None:
        assert rows(cut(b"\r\n", ids=[13, 10]))[0] == "␍ │↵ │"

    def test_stray_bytes_are_marked(self) -> None:
        text, data, token, _ = rows(cut(b"\xff a", 1, 2, ids=[255, 256]))
        assert (text, data, token) == ("×  │␣  a │", "FF │20 61│", "FF │␣a   │")
        marked = [
            segment for row in segments(cut(b"\xff"))[0] for segment in row if segment.style == PALETTE.bad
        ]
        assert [segment.text.strip() for segment in marked] == ["×", "FF"]

    def test_controls_and_hidden_characters_are_seen(self) -> None:
        assert rows(cut("\x1b\u202e\x9b", 1, 3, 2, ids=[27, 8, 9]))[0] == "␛ │\\u202e╌╌│\\x9b╌│"

    @pytest.mark.parametrize(
        ("form", "written"),
        [
            (ByteFormat.HEX, "C3 B1│78│"),
            (ByteFormat.DECIMAL, "195 177│120│"),
            (ByteFormat.BINARY, "11000011 10110001│01111000│"),
        ],
    )
    def test_bytes_in_three_formats(self, form: ByteFormat, written: str) -> None:
        assert rows(cut("ñx", 2, 1, ids=[1, 2]), form)[1] == written

    def test_lead_and_continuation_bytes_differ_in_weight_and_their_prefix_bits_are_underlined(self) -> None:
        lead, continuation = (
            next(segment.style for segment in segments(cut("ñ", 2))[0][1] if segment.text.startswith(digits))
            for digits in ("C3", "B1")
        )
        assert lead is not None
        assert continuation is not None
        assert lead.bold
        assert not continuation.bold
        binary = segments(cut("ñ", 2), form=ByteFormat.BINARY)[0][1]
        assert [segment.text for segment in binary if segment.style and segment.style.underline] == [
            "110",
            "10",
        ]

    def test_an_id_of_six_digits_over_one_byte_is_not_cut(self) -> None:
        assert rows(cut("a日", ids=[199999, 199998, 7, 8])) == [
            "a     │日╌╌╌╌┊╌╌┊╌╌│",
            "61    │E6    │97│A5│",
            "a     │E6    │97│A5│",
            "199999│199998│7 │8 │",
        ]

    def test_a_special_token_has_borders_of_its_own(self) -> None:
        data = b"a<|e|>b"
        assert rows(cut(data, 1, 5, ids=[97, 300, 98], special=1))[2] == "a ║<|e|>         ║b │"

    def test_the_selected_token_is_a_bar_through_all_rows(self) -> None:
        (block,) = segments(cut("ab", ids=[1, 2]), selected=1)
        for row, text in zip(block, ("b", "62", "b", "2"), strict=True):
            assert [segment.text.strip() for segment in row if segment.style == PALETTE.accent_bar] == [text]

    @given(
        st.one_of(st.binary(min_size=1, max_size=60), st.text(min_size=1, max_size=30).map(to_bytes)),
        st.lists(st.integers(1, 40)),
        st.integers(16, 200),
        st.sampled_from(ByteFormat),
    )
    def test_every_row_has_the_width_of_its_block(
        self, data: bytes, sizes: list[int], width: int, form: ByteFormat
    ) -> None:
        for block in segments(cut(data, *sizes, ids=[199_999] * 5), width, form):
            widths = [sum(cell_len(segment.text) for segment in row) for row in block]
            assert len(set(widths)) == 1
            assert widths[0] <= width
            assert all(segment.style for row in block for segment in row)

    @given(
        st.text(alphabet="aeñ日🍓 \u0301\n", min_size=1, max_size=40).map(str.encode),
        st.lists(st.tuples(st.lists(st.integers(1, 9), max_size=12), st.integers(-1, 4), st.integers(-1, 4))),
        st.sampled_from(ByteFormat),
    )
    def test_what_was_drawn_for_other_steps_is_drawn_the_same_again(
        self, text: bytes, steps: list[tuple[list[int], int, int]], form: ByteFormat
    ) -> None:
        drawer = BlockRows(text, form, PALETTE)
        for sizes, special, selected in steps:
            step = cut(text, *sizes, special=special)
            again = segments(step, 24, form, selected, drawer)
            assert again == segments(step, 24, form, selected)


class TestCharacters:
    @pytest.mark.parametrize("start", [1, 5, 9, 601, 605, 609, 1597])
    def test_flags_go_by_twos_from_where_they_begin_however_far_that_is(self, start: int) -> None:
        text = ("x" + "🇩🇪" * 200).encode()
        found = Characters(text, start, len(text))
        assert found.at(start).grapheme == start - (start - 1) % 8


class TestLayout:
    @given(
        st.binary(max_size=300),
        st.lists(st.integers(1, 90)),
        st.integers(16, 120),
        st.sampled_from([3, 4, 9]),
    )
    def test_blocks_cover_the_text_and_keep_to_the_width(
        self, data: bytes, sizes: list[int], width: int, cells: int
    ) -> None:
        tokenization = cut(data, *sizes)
        layout = RulerLayout(tokenization, width, cells)
        layout.lay_out(len(tokenization.spans))
        parts = [(block, part) for block in range(layout.blocks) for part in layout.parts(block)]
        assert b"".join(data[part.start : part.end] for _, part in parts) == data
        assert all(part.column + part.width <= width for _, part in parts)
        assert all(layout.block_of(part.token) == block for block, part in parts if part.opens)

    def test_only_as_much_is_laid_out_as_is_asked_for(self) -> None:
        layout = RulerLayout(cut(b"x" * 10_000), 72)
        layout.lay_out(100)
        assert (layout.laid_out, layout.blocks, layout.complete) == (100, 6, False)
        few = layout.parts(0)
        layout.lay_out(10_000)
        assert layout.complete
        assert layout.parts(0) == few

    def test_a_token_longer_than_a_line_goes_on_without_tearing_a_character(self) -> None:
        layout = RulerLayout(cut("日" * 10, 30), 24)
        layout.lay_out(1)
        assert [(part.start, part.end) for block in range(layout.blocks) for part in layout.parts(block)] == [
            (0, 6),
            (6, 12),
            (12, 18),
            (18, 24),
            (24, 30),
        ]


class RulerApp(App[None]):
    def __init__(self) -> None:
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)
        self.ruler = Ruler(hint="Press e and type")
        self.selected: list[int] = []

    def compose(self) -> ComposeResult:
        yield self.ruler

    def on_mount(self) -> None:
        self.theme = "bpe-dark"
        self.ruler.focus()

    def on_ruler_token_selected(self, message: Ruler.TokenSelected) -> None:
        self.selected.append(message.index)

    def lines(self) -> list[str]:
        return [self.ruler.render_line(y).text.rstrip() for y in range(self.ruler.size.height)]


class TestWidget:
    async def test_an_empty_text_says_what_to_press(self) -> None:
        app = RulerApp()
        async with app.run_test() as pilot:
            app.ruler.show(cut(b""))
            await pilot.press("right", "end", "down")
            assert app.lines()[:2] == ["Press e and type", ""]
            assert app.ruler.selected is None
            assert app.selected == []

    @pytest.mark.parametrize("width", [78, 80, 120, 200])
    async def test_blocks_wrap_to_the_width_with_their_labels(self, width: int) -> None:
        app = RulerApp()
        async with app.run_test(size=(width, 24)):
            app.ruler.show(cut("abc " * 100, *[4] * 100))
            lines = app.lines()
            assert [line.split(" ", 1)[0] for line in lines[: BLOCK + 1]] == [
                "text",
                "byte",
                "token",
                "id",
                "",
                "text",
            ]
            assert width - 13 < max(map(cell_len, lines)) <= width

    async def test_keys_walk_along_tokens_and_blocks_and_say_so(self) -> None:
        app = RulerApp()
        async with app.run_test(size=(80, 24)) as pilot:
            app.ruler.show(cut(b"x" * 100))  # 72 cells: 18 tokens of 4 cells, since the id is 120
            await pilot.press("right", "right", "left", "down", "up", "end", "right", "home", "left")
            assert app.selected == [1, 2, 1, 19, 1, 99, 0]

    async def test_the_token_under_the_cursor_is_always_on_the_screen(self) -> None:
        app = RulerApp()
        async with app.run_test(size=(80, 12)) as pilot:
            app.ruler.show(cut("\n".join(map(str, range(2000)))))
            for key in ("end", "up", "up", "pageup", "home", "pagedown", "down"):
                await pilot.press(key)
                bar = PALETTE.accent_bar
                strips = [app.ruler.render_line(y) for y in range(12)]
                assert sum(any(segment.style == bar for segment in strip) for strip in strips) == 4, key

    async def test_the_cursor_stays_at_its_byte_when_the_tokens_change(self) -> None:
        app = RulerApp()
        async with app.run_test() as pilot:
            single, merged = cut(b"abcdef"), cut(b"abcdef", 2, 4)
            app.ruler.show(single, at=3)
            assert app.ruler.selected == 3
            app.ruler.show(merged)
            assert app.ruler.selected == 1
            app.ruler.show(single)
            assert app.ruler.selected == 3
            app.ruler.show(cut(b"ab"))
            assert app.ruler.selected == 1
            await pilot.pause()
            assert app.selected == []

    async def test_a_long_text_is_finished_while_it_is_looked_at(self) -> None:
        app = RulerApp()
        async with app.run_test(size=(80, 24)) as pilot:
            app.ruler.show(cut(b"x" * 9_000))
            first, whole = app.ruler.virtual_size.height, 500 * BLOCK - 1
            while app.ruler.virtual_size.height < whole:
                await pilot.pause(0.05)
            assert first < whole <= app.ruler.virtual_size.height < whole + BLOCK

    async def test_the_byte_format_can_be_changed(self) -> None:
        app = RulerApp()
        async with app.run_test(size=(80, 24)) as pilot:
            app.ruler.show(cut("ñ", 2))
            app.ruler.byte_format = ByteFormat.BINARY
            await pilot.pause()
            assert app.lines()[1] == "byte  11000011 10110001│"

    async def test_a_click_selects_a_token(self) -> None:
        app = RulerApp()
        async with app.run_test(size=(80, 24)) as pilot:
            app.ruler.show(cut(b"x" * 40))
            await pilot.click(app.ruler, offset=(6 + 4 * 3, BLOCK + 1))
            assert app.selected == [21]

    async def test_hostile_text_reaches_the_screen_as_marks_only(self) -> None:
        app = RulerApp()
        async with app.run_test(size=(80, 24)):
            app.ruler.show(cut("[red]\x1b]0;x\x07\x9b\u202e[/]"))
            assert "".join(app.lines()).isprintable()
