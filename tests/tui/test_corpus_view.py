"""The corpus view: what its rows hold, where its place is, and that size does not matter to it."""

from __future__ import annotations

import doctest
from collections.abc import Mapping
from itertools import pairwise
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.message import Message

from bpe_play.engine import Tokenizer, Vocabulary, bpe, pre_tokenizer, to_bytes, watched
from bpe_play.engine.merges import Pair
from bpe_play.engine.window import Window, hits_in
from bpe_play.tui.palette import of_theme, palette
from bpe_play.tui.themes import THEMES
from bpe_play.tui.widgets import corpus_place, corpus_rows
from bpe_play.tui.widgets.corpus_parts import LONGEST_LINE, PlainParts, Role
from bpe_play.tui.widgets.corpus_rows import Ink, Row, lay_out
from bpe_play.tui.widgets.corpus_tokens import TextParts, WordParts
from bpe_play.tui.widgets.corpus_view import Corpus, CorpusView

HOSTILE = (
    b"a\x1b[2J\x07 [/b][red] \xe2\x80\xae \xff\xc3( \t\r\n\x00\xc2\x9b \xef\xbb\xbf\xc2\xa0\xe2\x80\x8d\x7f|"
)
POEM = b"The rain\nfell all night,\n\nand in the morning the garden was a lake with one small island.\n" * 40


def trained(data: bytes, merges: int, split: str = "gpt2") -> Tokenizer:
    pre = pre_tokenizer(split)
    return Tokenizer(pre, Vocabulary.of(merge.pair for merge in bpe.train(pre.counts(data), 256 + merges)))


def rows(data: bytes, width: int, merges: int = 0, start: int = 0, pair: Pair | None = None) -> list[Row]:
    parts = TextParts(data, trained(data, merges))
    parts.set_step(merges, pair)
    return list(lay_out(parts.from_offset(start), start, width))


def drawn(data: bytes, width: int, merges: int = 0) -> list[str]:
    return [row.text for row in rows(data, width, merges)]


# Rows, without a screen.


def test_tokens_stand_side_by_side_with_a_border_after_each() -> None:
    assert drawn(b"aaa b", 20, 1) == ["aa│a│ │b│"]


def test_a_long_piece_is_cut_once_for_all_that_is_seen_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"".join(b"%d nights, " % (number * 7919) for number in range(400))
    tokenizer = trained(text, 40, "none")
    pair = tokenizer.vocabulary.pairs[30]
    parts = TextParts(text, tokenizer)
    windows: list[Window] = []
    cut = parts._windows.cut
    monkeypatch.setattr(parts._windows, "cut", lambda *asked: windows.append(cut(*asked)) or windows[-1])
    for step in (0, 30, 40):
        parts.set_step(step, pair if step == 30 else None)
        whole = tokenizer.tokenize(text, step=step)
        seen = list(parts.from_offset(0))
        assert [(part.start, part.end, part.id) for part in seen] == [
            (span.start, span.end, span.id) for span in whole.spans
        ]
        hits = set(hits_in(whole.ids, pair if step == 30 else None))
        assert {index for index, part in enumerate(seen) if part.role is Role.LEFT} == hits
        for window in windows:
            assert window.exact
        for one, other in pairwise(windows):
            assert other.spans[-1].end > one.spans[-1].end, "the part was there already"
        windows.clear()


def test_a_newline_is_seen_and_ends_the_row() -> None:
    assert drawn(b"a\n\nb", 20) == ["a│↵│", "↵│", "b│"]


def test_a_token_that_goes_on_behind_a_newline_is_not_closed_before_it() -> None:
    assert drawn(b"\n\n\n\n", 20, 1) == ["↵", "↵│", "↵", "↵│"]


def test_a_line_wraps_between_tokens() -> None:
    assert drawn(b"one two one two" * 3, 10, 8)[:3] == ["one│ two│", " one│", " twoone│"]


def test_a_token_wider_than_the_pane_is_broken_inside() -> None:
    assert drawn(b"abcdefgh" * 2, 6, 7) == ["abcde", "fgh│a", "bcdef", "gh│"]


def test_a_wide_character_never_hangs_over_the_edge() -> None:
    data = "日本語".encode() * 4
    for width in range(2, 12):
        for row in rows(data, width, 8):
            assert cell_len(row.text) <= width


def test_bytes_of_a_cut_character_are_written_in_hex_lead_and_continuation_apart() -> None:
    (row,) = rows("日".encode(), 20)
    assert row.text == "E6│97│A5│"
    assert [cell.ink for cell in row.cells if cell.ink is not Ink.BORDER] == [
        Ink.LEAD,
        Ink.CONTINUATION,
        Ink.CONTINUATION,
    ]


def test_stray_bytes_do_not_look_like_pieces_of_characters() -> None:
    (row,) = rows(b"\xe6\x97", 20)
    assert row.text == r"\xe6│\x97│"
    assert {cell.ink for cell in row.cells} == {Ink.STRAY, Ink.BORDER}


def test_nothing_hostile_reaches_the_rows() -> None:
    for merges in (0, 5):
        text = "".join(drawn(HOSTILE * 2, 30, merges))
        assert not set(text) & set("\x1b\x07\u202e\t\r\n\x00\x9b\ufeff\xa0\u200d\x7f")


def test_hits_of_the_next_pair_are_marked_from_left_to_right() -> None:
    (row,) = rows(b"aaa", 20, 0, pair=(97, 97))
    roles = [cell.role for cell in row.cells if cell.ink is Ink.TEXT]
    assert roles == [Role.LEFT, Role.RIGHT, Role.NONE]


texts = st.lists(
    st.sampled_from(
        ["a", " the", "\n", "日本", "👩‍👧", "e\u0301", "\udcff", "\x1b", "\r\n", "x" * 30, "\u202e"]
    ),
    max_size=30,
)


@settings(max_examples=150, deadline=None)
@given(texts, st.integers(1, 40), st.integers(0, 15), st.data())
def test_rows_cover_the_text_and_fit_the_width(
    some: list[str], width: int, merges: int, data: st.DataObject
) -> None:
    text = to_bytes("".join(some))
    start = data.draw(st.integers(0, len(text)))
    found = rows(text, width, merges, start)
    ends = [start, *(row.end for row in found)]
    assert [row.start for row in found] == ends[:-1]
    assert ends[-1] == len(text)
    assert all(cell_len(row.text) == row.width <= width for row in found)
    inside = [cell for row in found for cell in row.cells if cell.ink is not Ink.BORDER]
    assert [cell.start for cell in inside] == [start, *(cell.end for cell in inside)][: len(inside)]


def test_words_with_counts_stand_one_to_a_row() -> None:
    words = {b"lower": 5, b"low\n": 1234, b"": 2}
    parts = WordParts(words, trained(b"low low", 2))
    parts.set_step(2, None)
    found = list(lay_out(parts.from_offset(0), 0, 20))
    assert [row.text for row in found] == ["low│e│r│ ×5", "low│↵│ ×1,234", " ×2"]
    assert [(row.start, row.end) for row in found] == [(0, 6), (6, 11), (11, 12)]
    assert len(parts) == 12


def test_without_a_tokenizer_text_is_text() -> None:
    found = list(lay_out(PlainParts("día\nxyz".encode()).from_offset(0), 0, 3))
    assert [row.text for row in found] == ["día", "↵", "xyz"]


@pytest.mark.parametrize("module", [corpus_place, corpus_rows])
def test_examples_in_docstrings_hold(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0


# On the screen.


class Stage(App[None]):
    """A corpus view alone, and what it said."""

    def __init__(self, theme: str = "bpe-dark") -> None:
        super().__init__()
        for each in THEMES:
            self.register_theme(each)
        self.theme = theme
        self.said: list[Message] = []

    def compose(self) -> ComposeResult:
        yield CorpusView(empty="press o")

    @property
    def view(self) -> CorpusView:
        return self.query_one(CorpusView)

    def on_mount(self) -> None:
        self.view.focus()

    @property
    def offsets(self) -> list[int]:
        return [said.offset for said in self.said if isinstance(said, CorpusView.Scrolled)]

    def on_corpus_view_scrolled(self, message: CorpusView.Scrolled) -> None:
        self.said.append(message)

    def on_corpus_view_cut_failed(self, message: CorpusView.CutFailed) -> None:
        self.said.append(message)

    def show(self, corpus: Corpus, merges: int = 0, pair: Pair | None = None, split: str = "gpt2") -> None:
        sample = b" ".join(corpus) if isinstance(corpus, Mapping) else corpus[:500]
        self.view.show(corpus, trained(sample, merges, split), merges, pair)

    def lines(self) -> list[str]:
        return [self.view.render_line(y).text.rstrip() for y in range(self.view.size.height)]


SIZE = (31, 8)


async def test_an_empty_corpus_says_what_to_press() -> None:
    async with (app := Stage()).run_test(size=SIZE):
        assert app.lines()[0] == "press o"


async def test_what_is_above_comes_back_as_it_was() -> None:
    async with (app := Stage()).run_test(size=SIZE) as pilot:
        app.show(POEM, 20)
        first = app.lines()
        await pilot.press("down", "down", "down", "pagedown", "pageup", "up", "up", "up")
        assert app.lines() == first


@pytest.mark.parametrize("key", ["down", "pagedown"])
async def test_one_comes_to_the_end_and_stays_there(key: str) -> None:
    async with (app := Stage()).run_test(size=SIZE) as pilot:
        app.show(POEM[:400], 20)
        for _ in range(60):
            app.view.action_rows(1) if key == "down" else app.view.action_pages(1)
        assert app.view.offset_at_bottom == 400
        at_end = app.lines()
        await pilot.press("home", "end")
        assert app.lines() == at_end
        assert all(at_end)


async def test_a_page_down_keeps_one_row_in_view() -> None:
    async with (app := Stage()).run_test(size=SIZE) as pilot:
        app.show(POEM, 20)
        last = app.lines()[-1].rstrip(" █")
        await pilot.press("pagedown")
        assert app.lines()[0].rstrip(" █") == last


async def test_another_step_leaves_the_text_at_the_top_where_it_is() -> None:
    async with (app := Stage()).run_test(size=SIZE) as pilot:
        app.show(POEM, 30)
        await pilot.press("pagedown", "down")
        top = app.view.offset_at_top
        said = len(app.said)
        for step in range(30, -1, -1):
            app.view.set_step(step, None)
            first = app.lines()[0].replace("│", "")
            assert app.view.offset_at_top == top
            assert to_bytes(first.rstrip(" █↵")) in POEM[top : top + 40]
        assert len(app.said) == said


async def test_what_the_keys_did_is_said() -> None:
    async with (app := Stage()).run_test(size=SIZE) as pilot:
        app.show(POEM)
        await pilot.press("down", "home", "home", "up")
        assert [type(said) for said in app.said] == [CorpusView.Scrolled] * 2
        assert app.offsets == [9, 0]


async def test_the_same_corpus_under_another_tokenizer_keeps_its_place_and_another_corpus_does_not() -> None:
    async with (app := Stage()).run_test(size=SIZE) as pilot:
        app.view.show(POEM, None)
        await pilot.press("pagedown")
        top = app.view.offset_at_top
        app.show(POEM, 5)
        assert app.view.offset_at_top == top > 0
        app.show(POEM + b".", 5)
        assert app.view.offset_at_top == 0


async def test_going_to_an_offset_shows_it_and_moves_nothing_that_is_in_view() -> None:
    async with (app := Stage()).run_test(size=SIZE):
        app.show(POEM, 20)
        for offset in (POEM.rindex(b"island"), len(POEM) - 1, 5, 1500):
            app.view.goto(offset)
            assert app.view.offset_at_top <= offset < app.view.offset_at_bottom
        top = app.view.offset_at_top
        app.view.goto(app.view.offset_at_bottom - 1)
        assert app.view.offset_at_top == top


async def test_marked_bytes_hits_and_tints_have_their_styles() -> None:
    async with (app := Stage()).run_test(size=SIZE):
        app.show(b"ab xyz", 0, (97, 98), "none")
        app.view.highlight(3, 5)
        look = palette(app)
        styles = {segment.text: segment.style for segment in app.view.render_line(0)}
        assert styles["a│b"] == look.hit
        assert styles["x│y"] == look.accent_bar
        assert styles["z"] == look.tint(ord("z"))


async def test_a_place_is_shown_at_the_right() -> None:
    async with (app := Stage()).run_test(size=SIZE) as pilot:
        app.show(POEM)
        places = []
        for key in ("home", "pagedown", "end"):
            await pilot.press(key)
            places.append([line.endswith("█") for line in app.lines()].index(True))
        assert places == [0, 0, SIZE[1] - 1]
        app.show(b"short")
        assert not any("█" in line for line in app.lines())


async def test_words_scroll_as_text_does() -> None:
    async with (app := Stage()).run_test(size=SIZE) as pilot:
        app.show({b"word%d" % number: number + 1 for number in range(50)})
        await pilot.press("end")
        assert app.lines()[-1].rstrip(" █").endswith("9│ ×50")
        await pilot.press("pageup", "home")
        assert app.lines()[0].rstrip(" █").endswith("0│ ×1")


@pytest.mark.parametrize("theme", [theme.name for theme in THEMES])
@pytest.mark.parametrize("corpus", [HOSTILE * 3, POEM, b"", {b"a\xff": 1}])
async def test_every_cell_has_a_style_and_every_line_its_width(theme: str, corpus: Corpus) -> None:
    async with (app := Stage(theme)).run_test(size=SIZE):
        app.show(corpus, 3)
        assert palette(app) is of_theme(theme)
        for y in range(SIZE[1] + 2):
            strip = app.view.render_line(y)
            assert strip.cell_length == SIZE[0]
            assert all(each.style and each.style.color and each.style.bgcolor for each in strip if each.text)


async def test_another_theme_repaints() -> None:
    async with (app := Stage()).run_test(size=SIZE) as pilot:
        app.show(POEM)
        before = list(app.view.render_line(0))
        app.theme = "bpe-light"
        await pilot.pause()
        assert list(app.view.render_line(0)) != before


async def test_it_lives_without_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with (app := Stage()).run_test(size=SIZE) as pilot:
        app.show(HOSTILE * 3, 3, (97, 97))
        await pilot.pause()
        assert "│" in app.export_screenshot()


@pytest.mark.parametrize("size", [(2, 1), (1, 3), (5, 2)])
async def test_it_lives_in_a_tiny_place(size: tuple[int, int]) -> None:
    async with (app := Stage()).run_test(size=size) as pilot:
        app.show(HOSTILE + "日本".encode(), 3)
        await pilot.press("down", "end", "up", "pagedown", "pageup", "home")
        assert len(app.lines()) == size[1]


async def test_a_smaller_window_keeps_the_place() -> None:
    async with (app := Stage()).run_test(size=SIZE) as pilot:
        app.show(POEM)
        await pilot.press("pagedown")
        top = app.view.offset_at_top
        await pilot.resize_terminal(20, 5)
        assert app.view.offset_at_top == top
        assert all(cell_len(line) <= 20 for line in app.lines())


async def test_a_pattern_that_runs_away_leaves_bare_text_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched, "FIRST_TRY", 0.01)
    async with (app := Stage()).run_test(size=SIZE) as pilot:
        app.view.show(b"a" * 40 + b"!", Tokenizer(pre_tokenizer(r"(a|a)+$"), Vocabulary()))
        await pilot.pause()
        assert app.lines()[0].startswith("aaaaaa")
        await pilot.pause()
        assert [type(said) for said in app.said] == [CorpusView.CutFailed]


# Size.


class Endless:
    """A text of 100 MB that is made up as it is read, and counts what was."""

    def __init__(self, unit: bytes) -> None:
        self.unit, self.read = unit, 0

    def __len__(self) -> int:
        return 100_000_000

    def __getitem__(self, part: slice) -> bytes:
        start, stop, _ = part.indices(len(self))
        self.read += max(stop - start, 0)
        first = start // len(self.unit)
        units = self.unit * (stop // len(self.unit) - first + 1)
        return units[start - first * len(self.unit) : stop - first * len(self.unit)]


@pytest.mark.parametrize(
    "unit", [POEM, b"one line without an end, ", b"\xff\x00", b"a", "日".encode(), b"\n"]
)
async def test_every_key_costs_what_the_screen_is_large(unit: bytes) -> None:
    async with (app := Stage()).run_test(size=SIZE) as pilot:
        text = Endless(unit)
        app.show(text, 4)
        for key in ("down", "end", "up", "pageup", "pagedown", "home"):
            text.read = 0
            await pilot.press(key)
            app.lines()
            assert text.read < 1_500_000, key
        app.view.goto(50_000_000)
        assert app.view.offset_at_top <= 50_000_000 < app.view.offset_at_bottom


async def test_in_a_line_without_an_end_one_gets_up_as_one_got_down() -> None:
    async with (app := Stage()).run_test(size=SIZE):
        app.show(b"some words and more " * 5_000, 10)
        start = 3 * LONGEST_LINE
        app.view.goto(start)
        tops = []
        for _ in range(60):
            app.view.action_rows(-1)
            tops.append(app.view.offset_at_top)
        assert tops == sorted(tops, reverse=True)
        assert len(set(tops)) == len(tops)
        assert max(low - high for low, high in pairwise(tops)) < 31


async def test_the_view_says_when_it_is_not_certain() -> None:
    async with (app := Stage()).run_test(size=SIZE):
        app.show(b"plain words " * 100, 3)
        assert app.view.exact
        app.show(Endless(b"a"), 3)
        app.view.goto(50_000_000)
        assert not app.view.exact
