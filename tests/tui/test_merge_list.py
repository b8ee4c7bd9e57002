"""The merge list: what a row says, what is painted, and who moves the cursor."""

from __future__ import annotations

import unicodedata
from array import array

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult

from bpe_play.engine.bpe import train
from bpe_play.engine.history import ROW, History, pack
from bpe_play.engine.merges import BYTES, Merge
from bpe_play.tui.palette import of_theme
from bpe_play.tui.themes import THEMES
from bpe_play.tui.widgets.merge_list import MergeList
from bpe_play.tui.widgets.merge_row import columns, header_row, pair_row, tie_mark
from bpe_play.tui.widgets.pieces import text_of, width_of
from bpe_play.tui.widgets.step_window import StepWindow

TEXT = "the theatre — the “thin” thing\n\nthere\x1b[2J \u202e and \x9bthen\xff".encode(
    "utf-8", "surrogateescape"
)


def learned(text: bytes, steps: int) -> History:
    history = History(len(text))
    history.extend(pack(train({text: 1}, BYTES + steps)))
    return history


def made_rows(first: int, last: int) -> array[int]:
    """Steps without a corpus: pairs of bytes, and counts that fall to 2."""
    rows = array("Q")
    for step in range(first, last + 1):
        left, right = divmod(step % 65_536, 256)
        rows.extend((left, right, max(100_000 // step, 2), 1_000_000 - step, 1 + step % 3))
        rows.extend([0] * (ROW - 5))
    return rows


def made_up(steps: int) -> History:
    """A history of any length."""
    history = History(1_000_000)
    history.extend(made_rows(1, steps))
    return history


def row(merge: Merge, history: History, width: int) -> str:
    shape = columns(width, len(history), history.count(1), history.start_tokens)
    line = pair_row(
        shape,
        history.vocabulary,
        merge.pair,
        merge.count,
        step=str(merge.step),
        tied=merge.tied,
        tokens_after=merge.tokens_after,
    )
    return text_of(line).rstrip()


class TestARow:
    def test_says_step_pair_token_count_ties_bar_and_tokens_after(self) -> None:
        history = learned(b"aaabdaaabac", 3)
        assert [row(history.merge(step), history, 60) for step in (1, 2, 3)] == [
            "    1  a + a → aa                     4       ██████       9",
            "    2  aa + a → aaa                   2 =2    ███          7",
            "    3  aaa + b → aaab                 2       ███          5",
        ]

    def test_aligns_its_signs_where_there_is_room(self) -> None:
        history = learned(b"aaabdaaabac", 3)
        rows = [row(history.merge(step), history, 100) for step in (1, 2, 3)]
        assert len({line.index("+") for line in rows}) == len({line.index("→") for line in rows}) == 1

    @pytest.mark.parametrize(
        ("width", "has_bar", "has_tokens"), [(34, False, False), (46, True, False), (60, True, True)]
    )
    def test_gives_up_the_tokens_first_and_then_the_bar(
        self, width: int, has_bar: bool, has_tokens: bool
    ) -> None:
        shape = columns(width, 4096, 4433, 151_191)
        assert (bool(shape.bar), bool(shape.tokens)) == (has_bar, has_tokens)

    @pytest.mark.parametrize("width", range(34, 111))
    def test_fits_every_width_and_cuts_nothing_without_an_ellipsis(self, width: int) -> None:
        history = learned(TEXT, 20)
        shape = columns(width, 100_000, 4433, 151_191)
        assert width_of(header_row(shape)) <= width
        for step in range(1, len(history) + 1):
            merge = history.merge(step)
            shown = row(merge, history, width)
            assert cell_len(shown) <= width
            whole = row(merge, history, 300).split("→")[1].split()[0]
            assert whole in shown or "…" in shown

    def test_keeps_blanks_only_as_long_as_nothing_else_must_go(self) -> None:
        history = learned("”“”“”“".encode(), 1)
        merge = history.merge(1)
        assert "⟨E2⟩ + ⟨80⟩ → ⟨E2 80⟩" in row(merge, history, 50)
        assert "⟨E2⟩+⟨80⟩→⟨E2 80⟩" in row(merge, history, 34)

    def test_marks_ties_and_only_ties(self) -> None:
        assert [tie_mark(tied, 5) for tied in (1, 2, 2500)] == ["", "=2", "=2.5k"]


class TestTheWindow:
    def test_follows_the_newest_step(self) -> None:
        window = StepWindow(rows=10)
        assert window.grow(100)
        assert (window.cursor, window.step(0)) == (100, 100)

    def test_stays_on_the_same_rows_without_painting_when_it_does_not_follow(self) -> None:
        window = StepWindow(rows=10, follow=False)
        window.grow(100)
        window.move_to(50)
        before = [window.step(row) for row in range(10)]
        assert not window.grow(5_000)
        assert [window.step(row) for row in range(10)] == before

    def test_is_painted_when_it_was_not_full(self) -> None:
        window = StepWindow(rows=10, follow=False)
        window.grow(3)
        assert window.grow(4)

    @pytest.mark.parametrize("step", [0, 1, 37, 99, 100])
    def test_shows_the_cursor_wherever_it_goes(self, step: int) -> None:
        window = StepWindow(rows=10)
        window.grow(100)
        window.move_to(step)
        assert step in [window.step(row) for row in range(10)]

    def test_does_not_move_for_a_cursor_that_is_well_in_view(self) -> None:
        window = StepWindow(rows=10)
        window.grow(100)
        assert not window.move_to(95)
        assert window.move_to(91)

    def test_keeps_what_was_scrolled_to_by_hand_while_the_cursor_follows(self) -> None:
        window = StepWindow(rows=10)
        window.grow(100)
        window.scrolled(20)
        window.grow(150)
        assert (window.cursor, window.step(0)) == (150, 80)
        window.scrolled(0)
        window.grow(200)
        assert window.step(0) == 200


class CountingList(MergeList):
    """A list that tells which lines were painted and which rows were drawn."""

    def __init__(self) -> None:
        super().__init__(empty="Press o to open a corpus")
        self.painted: list[int] = []
        self.drawn = 0

    def render_line(self, y):  # type: ignore[no-untyped-def]
        self.painted.append(y)
        return super().render_line(y)

    def draw_row(self, step, place):  # type: ignore[no-untyped-def]
        self.drawn += 1
        return super().draw_row(step, place)


class Stage(App[None]):
    """Nothing but the list, and a record of what it says."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[tuple[str, int]] = []

    def compose(self) -> ComposeResult:
        yield CountingList()

    def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = "bpe-dark"

    @property
    def merges(self) -> CountingList:
        return self.query_one(CountingList)

    def on_merge_list_cursor_moved(self, message: MergeList.CursorMoved) -> None:
        self.said.append(("moved", message.step))

    def on_merge_list_evidence_asked(self, message: MergeList.EvidenceAsked) -> None:
        self.said.append(("evidence", message.step))

    def lines(self) -> list[str]:
        return [self.merges.render_line(y).text for y in range(self.merges.size.height)]


class TestTheList:
    async def test_says_what_to_press_when_it_is_empty(self) -> None:
        async with Stage().run_test(size=(60, 12)) as pilot:
            assert pilot.app.lines()[0].strip() == "Press o to open a corpus"

    async def test_draws_only_what_is_in_view_of_a_hundred_thousand_rows(self) -> None:
        async with Stage().run_test(size=(60, 12)) as pilot:
            pilot.app.merges.refresh_history(made_up(100_000))
            await pilot.pause()
            assert pilot.app.merges.drawn == 11
            assert pilot.app.lines()[1].startswith("▸100,000")

    async def test_a_step_paints_two_lines(self) -> None:
        async with Stage().run_test(size=(60, 30)) as pilot:
            merges = pilot.app.merges
            merges.refresh_history(made_up(1000))
            merges.cursor = 990
            await pilot.pause()
            merges.painted.clear()
            merges.cursor = 989
            await pilot.pause()
            assert merges.painted == [11, 12]

    async def test_steps_that_are_added_out_of_view_paint_nothing(self) -> None:
        async with Stage().run_test(size=(60, 12)) as pilot:
            merges = pilot.app.merges
            history = made_up(1000)
            merges.refresh_history(history, target=5000)
            merges.follow = False
            merges.cursor = 500
            await pilot.pause()
            before = pilot.app.lines()
            merges.painted.clear()
            history.extend(made_rows(1001, 1500))
            merges.refresh_history(history, target=5000)
            await pilot.pause()
            assert merges.painted == []
            assert pilot.app.lines() == before

    async def test_follows_until_the_user_leaves_the_newest_step_and_again_when_back(self) -> None:
        async with Stage().run_test(size=(60, 12)) as pilot:
            merges = pilot.app.merges
            history = made_up(100)
            merges.refresh_history(history)
            await pilot.press("down")
            history.extend(made_rows(101, 200))
            merges.refresh_history(history)
            assert (merges.follow, merges.cursor) == (False, 99)
            await pilot.press("end")
            history.extend(made_rows(201, 300))
            merges.refresh_history(history)
            assert (merges.follow, merges.cursor) == (True, 300)
            assert pilot.app.said == [("moved", 99), ("moved", 200)]

    async def test_what_was_scrolled_to_by_hand_stays_in_view_while_the_cursor_follows(self) -> None:
        async with Stage().run_test(size=(60, 12)) as pilot:
            merges = pilot.app.merges
            history = made_up(100)
            merges.refresh_history(history)
            await pilot.pause()
            merges.scroll_to(y=30, animate=False)
            await pilot.pause()
            before = pilot.app.lines()
            history.extend(made_rows(101, 200))
            merges.refresh_history(history)
            await pilot.pause()
            assert merges.cursor == 200
            assert [line[1:] for line in pilot.app.lines()] == [line[1:] for line in before]

    async def test_keys_move_the_cursor_and_say_so(self) -> None:
        async with Stage().run_test(size=(60, 12)) as pilot:
            pilot.app.merges.refresh_history(made_up(100))
            await pilot.press("down", "down", "up", "pagedown", "home", "enter", "end", "enter")
            assert pilot.app.said == [
                ("moved", 99),
                ("moved", 98),
                ("moved", 99),
                ("moved", 89),
                ("moved", 0),
                ("moved", 100),
                ("evidence", 100),
            ]

    async def test_the_owner_moves_it_in_silence(self) -> None:
        async with Stage().run_test(size=(60, 12)) as pilot:
            pilot.app.merges.refresh_history(made_up(100))
            pilot.app.merges.cursor = 1000
            assert pilot.app.merges.cursor == 100
            pilot.app.merges.cursor = -3
            assert pilot.app.merges.cursor == 0
            await pilot.pause()
            assert pilot.app.said == []
            assert pilot.app.lines()[-1].startswith("▸   0  256 single bytes")

    async def test_a_click_goes_to_its_row(self) -> None:
        async with Stage().run_test(size=(60, 12)) as pilot:
            pilot.app.merges.refresh_history(made_up(100))
            await pilot.pause()
            await pilot.click(CountingList, offset=(10, 4))
            assert pilot.app.said == [("moved", 97)]

    async def test_another_history_begins_anew(self) -> None:
        async with Stage().run_test(size=(60, 12)) as pilot:
            pilot.app.merges.refresh_history(made_up(100))
            pilot.app.merges.cursor = 40
            pilot.app.merges.refresh_history(made_up(7))
            await pilot.pause()
            assert pilot.app.merges.cursor == 7
            assert pilot.app.lines()[1].startswith("▸   7")

    async def test_later_merges_are_dim_and_earlier_ones_are_tinted(self) -> None:
        async with Stage().run_test(size=(60, 12)) as pilot:
            merges, look = pilot.app.merges, of_theme("bpe-dark")
            merges.refresh_history(made_up(100))
            merges.cursor = 98
            await pilot.pause()
            later, here, earlier = (
                {segment.style for segment in merges.render_line(y) if segment.text.strip()}
                for y in (2, 3, 4)
            )
            assert later == {look.dim}
            assert here == {look.accent_bar}
            assert earlier & set(look.tints)

    async def test_another_theme_draws_all_rows_anew(self) -> None:
        async with Stage().run_test(size=(60, 12)) as pilot:
            merges = pilot.app.merges
            merges.refresh_history(made_up(100))
            await pilot.pause()
            pilot.app.theme = "bpe-light"
            await pilot.pause()
            assert {segment.style for segment in merges.render_line(1)} == {of_theme("bpe-light").accent_bar}

    async def test_hostile_tokens_are_harmless_and_no_color_does_no_harm(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("NO_COLOR", "1")
        async with Stage().run_test(size=(100, 30)) as pilot:
            pilot.app.merges.refresh_history(learned(TEXT, 25))
            await pilot.pause()
            for y in range(30):
                strip = pilot.app.merges.render_line(y)
                assert strip.cell_length == pilot.app.merges.row_width
                assert all(segment.style and segment.style.bgcolor for segment in strip)
                assert {unicodedata.category(char) for char in strip.text} & {"Cc", "Cf", "Cs"} == set()
            pilot.app.export_screenshot()


class TestSearch:
    async def test_goes_from_token_to_token_in_both_directions_and_round_the_ends(self) -> None:
        async with Stage().run_test(size=(60, 12)) as pilot:
            merges = pilot.app.merges
            history = learned(b"the cat and the hat and the rat", 12)
            merges.refresh_history(history)
            steps = [step for step in range(1, 13) if b"th" in history.merge(step).token]
            assert merges.find(b"th", 0) == steps[0]
            assert merges.find(b"th", steps[0]) == steps[1]
            assert merges.find(b"th", steps[-1]) == steps[0]
            assert merges.find(b"th", steps[0], backwards=True) == steps[-1]
            assert merges.matches == steps

    async def test_finds_bytes_that_are_half_a_character(self) -> None:
        async with Stage().run_test(size=(60, 12)) as pilot:
            pilot.app.merges.refresh_history(learned("”“”“”“".encode(), 2))
            assert pilot.app.merges.find(b"\xe2\x80", 0) == 1

    async def test_finds_nothing_for_nothing(self) -> None:
        async with Stage().run_test(size=(60, 12)) as pilot:
            pilot.app.merges.refresh_history(made_up(10))
            assert pilot.app.merges.find(b"", 0) is None
            assert pilot.app.merges.find(b"no such token", 0) is None

    async def test_takes_in_what_is_learned_later(self) -> None:
        async with Stage().run_test(size=(60, 12)) as pilot:
            history = made_up(10)
            pilot.app.merges.refresh_history(history)
            assert pilot.app.merges.find(b"\x01\x10", 0) is None
            history.extend(made_rows(11, 400))
            pilot.app.merges.refresh_history(history)
            assert pilot.app.merges.find(b"\x01\x10", 0) == 0x110

    async def test_marks_the_tokens_it_found(self) -> None:
        async with Stage().run_test(size=(60, 30)) as pilot:
            merges = pilot.app.merges
            merges.refresh_history(learned(b"the cat and the hat and the rat", 12))
            merges.find(b"th", 0)
            await pilot.pause()
            hit = of_theme("bpe-dark").hit
            marked = [y for y in range(30) if any(segment.style == hit for segment in merges.render_line(y))]
            assert len(marked) == len([step for step in merges.matches if step != merges.cursor])
