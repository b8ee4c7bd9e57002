"""The next candidates: the winner first, those tied with it marked, and a reason when there are none."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult

from bpe_play.engine.bpe import train
from bpe_play.engine.history import History, pack
from bpe_play.engine.merges import BYTES, Candidate, TieRule
from bpe_play.engine.vocabulary import Vocabulary
from bpe_play.tui.themes import THEMES
from bpe_play.tui.widgets.candidate_lines import candidate_rows, candidates_line
from bpe_play.tui.widgets.candidates import Candidates
from bpe_play.tui.widgets.merge_row import columns
from bpe_play.tui.widgets.pieces import text_of, width_of

THREE = [Candidate((97, 98), 1231), Candidate((98, 32), 1231), Candidate((10, 99), 229)]


def on_one_line(width: int, tied: int = 2, rule: TieRule | None = None) -> str:
    return text_of(candidates_line(Vocabulary(), THREE, tied, rule, width)).rstrip()


class TestOnOneLine:
    def test_the_next_one_comes_first_and_tied_ones_are_marked(self) -> None:
        assert on_one_line(70) == " next  a + b  1,231   b + ␣ =1,231   ↵ + c  229   =2 tied"

    def test_the_tie_rule_is_named_where_there_is_room(self) -> None:
        assert on_one_line(90, rule=TieRule.FIRST_SEEN).endswith("229   =2 tied: the first seen wins")
        assert on_one_line(90, rule=TieRule.LOWEST_IDS).endswith("229   =2 tied: the lowest ids win")

    def test_the_winner_is_in_the_ink_of_the_hits(self) -> None:
        line = candidates_line(Vocabulary(), THREE, 2, None, 70)
        assert [piece.text for piece in line if piece.ink == "hit"] == ["a", "b"]

    def test_no_tie_no_mark(self) -> None:
        apart = [Candidate((97, 98), 9), Candidate((98, 97), 8)]
        assert (
            text_of(candidates_line(Vocabulary(), apart, 1, None, 70)).rstrip()
            == " next  a + b  9   b + a  8"
        )

    @pytest.mark.parametrize("width", range(20, 110))
    def test_only_whole_candidates_are_shown(self, width: int) -> None:
        line = candidates_line(Vocabulary(), THREE, 2, TieRule.FIRST_SEEN, width)
        assert width_of(line) <= width
        assert "tied" in text_of(line) or "…" in text_of(line)


class TestOnSeveralLines:
    def test_they_have_the_columns_of_the_merge_list(self) -> None:
        shape = columns(60, 100, 4000, 10_000)
        lines = candidate_rows(Vocabulary(), THREE, 2, TieRule.FIRST_SEEN, shape, 4)
        assert [text_of(line).rstrip() for line in lines] == [
            " next  a + b → ab                 1,231 =2    █▉",
            "       b + ␣ → b␣                 1,231 =     █▉",
            "       ↵ + c → ↵c                   229       ▍",
            "       =2 tied: the first seen wins",
        ]

    def test_there_are_never_more_lines_than_asked_for(self) -> None:
        for height in range(1, 7):
            assert len(candidate_rows(Vocabulary(), THREE, 2, None, columns(60, 9, 9, 9), height)) <= height


class Stage(App[None]):
    def compose(self) -> ComposeResult:
        yield Candidates()

    def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = "bpe-light"

    def line(self) -> str:
        return self.query_one(Candidates).render_line(0).text.rstrip()


class TestTheWidget:
    async def test_shows_what_stood_to_be_merged_at_any_step(self) -> None:
        history = History(11)
        history.extend(pack(train({b"aaabdaaabac": 1}, BYTES + 3)))
        async with Stage().run_test(size=(50, 5)) as pilot:
            shown = pilot.app.query_one(Candidates)
            shown.show(history, 0)
            await pilot.pause()
            assert pilot.app.line().startswith(" next  a + a  4   a + b  2")
            shown.show(history, 1)
            await pilot.pause()
            assert pilot.app.line().startswith(" next  aa + a  2   a + b =2")

    async def test_says_why_there_are_none(self) -> None:
        async with Stage().run_test(size=(50, 5)) as pilot:
            pilot.app.query_one(Candidates).show(History(3), 0, reason="no pair is left")
            await pilot.pause()
            assert pilot.app.line() == " next  no pair is left"

    async def test_a_reason_from_outside_is_made_harmless(self) -> None:
        async with Stage().run_test(size=(50, 5)) as pilot:
            pilot.app.query_one(Candidates).show(History(3), 0, reason="bad \x1b[2J [/b]")
            await pilot.pause()
            assert pilot.app.line() == r" next  bad \x1b[2J [/b]"
