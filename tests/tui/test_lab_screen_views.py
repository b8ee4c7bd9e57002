"""What opens over the lab screen, and how it looks: evidence, words, help, palette, themes, any size."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from textual.command import CommandPalette
from textual.screen import ModalScreen

from bpe_play.tui.keys import EVERYWHERE, KEYS, PAGE
from bpe_play.tui.screens.evidence import EvidenceScreen
from bpe_play.tui.screens.help import HelpScreen
from bpe_play.tui.screens.lab import LabScreen
from bpe_play.tui.screens.page import Page
from bpe_play.tui.screens.word import WordScreen
from bpe_play.tui.state import FIRST_TEXT
from bpe_play.tui.themes import THEMES
from bpe_play.tui.widgets.editor import TextBox
from bpe_play.tui.widgets.too_small import TooSmall, too_small
from bpe_play.tui.widgets.trace_view import TraceView

SitDown = Callable[..., AbstractAsyncContextManager[Any]]


class TestEvidence:
    async def test_opens_for_the_merge_under_the_cursor_and_walks_to_others(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            await person.press("g")
            await person.answer("3")
            await person.press("enter")
            assert isinstance(person.app.screen, EvidenceScreen)
            assert "Step 3: west" in person.sees
            await person.press("left")
            assert "Step 2: wes" in person.sees
            await person.press("left", "left", "left")
            assert "Step 1: we" in person.sees
            await person.press(*["right"] * 12)
            assert "Step 9: lowest" in person.sees
            await person.press("escape")
            assert isinstance(person.app.screen, LabScreen)
            assert person.lab.cursor == 3, "the lab stays where it was"

    async def test_shows_the_lines_of_the_corpus(self, sit_down: SitDown) -> None:
        async with sit_down(source="tiny", vocab_size=280) as person:
            await person.press("slash")
            await person.answer(" ran")
            await person.press("enter")
            assert "Nan" in person.sees
            assert "lines of the corpus" in person.sees

    @pytest.mark.parametrize("key", ["escape", "enter", "q"])
    async def test_closes(self, sit_down: SitDown, key: str) -> None:
        async with sit_down() as person:
            await person.press("enter", key)
            assert isinstance(person.app.screen, LabScreen)

    async def test_bytes_have_none(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            await person.press("home", "enter", "shift+tab", "enter")
            assert isinstance(person.app.screen, LabScreen)
            await person.is_told("Step 0 is bytes alone: go to a merge first")


class TestTheMergesOfAWord:
    async def test_are_shown_one_after_the_other(self, sit_down: SitDown) -> None:
        async with sit_down(text=b"lowest") as person:
            await person.press("w")
            assert isinstance(person.app.screen, WordScreen)
            assert "0 of 5 merges, as of step 9" in person.sees
            await person.press("right", "right", "left", "enter")
            assert "2 of 5 merges" in person.sees
            await person.press("end")
            assert "5 of 5 merges" in person.sees
            await person.press("right", "home", "left")
            assert "0 of 5 merges" in person.sees
            await person.press("escape")
            assert isinstance(person.app.screen, LabScreen)

    async def test_play(self, sit_down: SitDown) -> None:
        async with sit_down(text=b"we") as person:
            await person.press("w", "space")
            trace = person.app.screen.query_one(TraceView)
            await person.until(lambda: trace.position == len(trace.steps) == 1)
            await person.press("space")
            await person.until(lambda: trace.position == 1)

    async def test_are_those_of_the_token_under_the_cursor(self, sit_down: SitDown) -> None:
        async with sit_down(text=b"lower newest") as person:
            await person.press("e", "escape", "end", "w")
            assert "The merges of ␣newest" in person.sees

    async def test_are_those_as_of_the_step_that_is_shown(self, sit_down: SitDown) -> None:
        async with sit_down(text=b"lower") as person:
            await person.press("home", "w")
            assert "no merge applies" in person.sees

    async def test_need_a_word(self, sit_down: SitDown) -> None:
        async with sit_down(text=b"") as person:
            await person.press("w")
            await person.is_told("Type something first: e")


class TestHelp:
    @pytest.mark.parametrize(("opens", "closes"), [("question_mark", "escape"), ("f1", "f1"), ("f1", "q")])
    async def test_opens_and_closes(self, sit_down: SitDown, opens: str, closes: str) -> None:
        async with sit_down() as person:
            await person.press(opens)
            assert isinstance(person.app.screen, HelpScreen)
            assert "Play the merges one after the other, or pause" in person.sees
            await person.press(closes)
            assert isinstance(person.app.screen, LabScreen)

    async def test_opens_while_one_types_and_a_question_mark_is_text_there(self, sit_down: SitDown) -> None:
        async with sit_down(text=b"") as person:
            await person.press("e", "question_mark", "f1")
            assert person.lab.state.text == b"?"
            assert isinstance(person.app.screen, HelpScreen)
            await person.press("escape")
            assert isinstance(person.screen.focused, TextBox)


class TestTheCommandPalette:
    async def test_lists_every_key_of_the_screen_with_its_words(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            commands = [each for each in person.app.get_system_commands(person.screen) if each.discover]
            listed = {(command.title, command.help) for command in commands}
            due = [key for key in KEYS if key.where in ("lab", PAGE, EVERYWHERE)]
            assert listed == {(f"{key.label} ({key.shown})", key.explained) for key in due}
            assert len(commands) == len(due)

    async def test_runs_what_is_chosen(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            await person.press("ctrl+p")
            assert isinstance(person.app.screen, CommandPalette)
            await person.type("ties")
            await person.until(lambda: "ties (t)" in person.sees)
            await person.press("enter")
            await person.until(lambda: person.lab.state.ties.value == "lowest-ids")

    @pytest.mark.parametrize(
        ("word", "found"),
        [
            ("pattern", "split (s)"),
            ("Vocabulary size", "size (v)"),
            ("contrast", "theme (d)"),
            ("binary", "bytes (b)"),
            ("language tax", "Measure: languages (l)"),
        ],
    )
    async def test_finds_a_key_by_the_words_about_it(self, word: str, found: str, sit_down: SitDown) -> None:
        async with sit_down() as person:
            await person.press("ctrl+p")
            await person.type(word)
            await person.until(lambda: found in person.sees)

    async def test_a_key_of_another_screen_shows_that_screen_first(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            await person.press("ctrl+p")
            await person.type("known")
            await person.until(lambda: "Glitch: known (k)" in person.sees)
            await person.press("enter")
            await person.until(
                lambda: person.app.page.PLACE == "glitch" and "SolidGoldMagikarp" in person.sees
            )

    async def test_every_command_can_be_run(
        self, sit_down: SitDown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)  # some of them write files
        leaves = ("app.page", "app.next_page", "app.quit")
        leaving = {f"{key.label} ({key.shown})" for key in KEYS if key.action.startswith(leaves)}
        async with sit_down(source="tiny") as person:
            commands = [each for each in person.app.get_system_commands(person.screen) if each.discover]
            for command in [command for command in commands if command.title not in leaving]:
                await command.callback()
                await person.until(lambda: not person.app.workers)  # some show a page when it is written
                await person.press("escape", "escape")
                assert isinstance(person.app.screen, LabScreen), command.title
                assert not person.is_asked, command.title


async def test_three_themes_one_after_the_other(sit_down: SitDown) -> None:
    async with sit_down() as person:
        shown = [person.app.theme]
        for _ in THEMES:
            before = person.sees
            await person.press("d")
            assert person.sees == before, "a theme changes colours, nothing else"
            shown.append(person.app.theme)
        assert shown == ["bpe-dark", "bpe-light", "bpe-contrast", "bpe-dark"]


class TestZoom:
    async def test_shows_one_pane_with_header_and_footer(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            await person.press("z")
            assert "╭ Merges" in person.sees
            assert "╭ Corpus" not in person.sees
            assert "╭ Text" not in person.sees
            assert "bpe-play" in person.sees
            assert "space play" in person.sees

    @pytest.mark.parametrize("key", ["z", "escape"])
    async def test_is_undone_and_everything_is_as_before(self, sit_down: SitDown, key: str) -> None:
        async with sit_down() as person:
            before = person.sees
            await person.press("z", key)
            await person.until(lambda: person.sees == before)

    async def test_still_answers_questions(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            await person.press("z", "g")
            assert "go to step (0 to 9)" in person.sees
            await person.answer("3")
            assert person.lab.cursor == 3
            assert "╭ Corpus" not in person.sees


class TestAnySize:
    @pytest.mark.parametrize(("columns", "rows"), [(60, 20), (80, 24), (100, 30), (120, 40), (200, 60)])
    async def test_has_room_for_all_panes(self, sit_down: SitDown, columns: int, rows: int) -> None:
        async with sit_down(size=(columns, rows), source="tiny", text=FIRST_TEXT.encode()) as person:
            lines = person.sees.split("\n")
            assert len(lines) == rows
            for what in (
                "bpe-play",
                "╭ Corpus",
                "╭ Merges",
                "╭ Text",
                "next",
                "tokens",
                "space play",
                "? keys",
            ):
                assert what in person.sees, what
            for row in ("text", "byte", "token", "id"):
                assert any(line.startswith(f"│ {row} ") for line in lines), row

    async def test_may_change_at_any_time(self, sit_down: SitDown) -> None:
        async with sit_down(size=(80, 24), source="tiny") as person:
            await person.press("left")
            at_first, focused = person.sees, person.screen.focused
            for size in ((200, 60), (60, 20), (40, 10), (1, 1), (100, 30), (80, 24)):
                await person.pilot.resize_terminal(*size)
                await person.press("left", "right")
            await person.until(lambda: person.sees == at_first)
            assert person.screen.focused is focused

    async def test_below_the_smallest_there_is_one_polite_line(self, sit_down: SitDown) -> None:
        async with sit_down(size=(40, 10)) as person:
            assert person.sees.split() == (too_small(40, 10) or "").split()
            await person.press("left", "z")
            assert person.sees.split() == (too_small(40, 10) or "").split(), "zoomed or not"
            assert person.lab.cursor == 8, "keys work all the same"
            await person.pilot.resize_terminal(60, 20)
            await person.pilot.pause()
            assert not person.screen.query_one(TooSmall).display
            assert "╭ Merges" in person.sees

    @pytest.mark.parametrize(
        "keys", ["o", "s", "v", "question_mark", "enter", "w", "home right T", "ctrl+p", "3 v", "4 a"]
    )
    async def test_the_line_stands_over_a_dialog_too(self, keys: str, sit_down: SitDown) -> None:
        async with sit_down(size=(100, 30)) as person:
            await person.press(*keys.split())
            await person.until(lambda: isinstance(person.app.screen, ModalScreen))
            dialog = person.app.screen
            await person.pilot.resize_terminal(40, 10)
            await person.until(lambda: person.sees.split() == (too_small(40, 10) or "").split())
            await person.pilot.resize_terminal(60, 20)
            await person.until(lambda: "bpe-play needs" not in person.sees)
            assert person.app.screen is dialog, "it is still there"
            await person.press("escape")
            await person.until(lambda: isinstance(person.app.screen, Page))

    async def test_a_dialog_may_open_where_there_is_no_room(self, sit_down: SitDown) -> None:
        async with sit_down(size=(40, 10)) as person:
            await person.press("o")
            await person.until(lambda: isinstance(person.app.screen, ModalScreen))
            assert person.sees.split() == (too_small(40, 10) or "").split()


def test_the_polite_line_names_both_sizes() -> None:
    assert too_small(40, 10) == "bpe-play needs 60×20 cells; this terminal has 40×10."
    assert too_small(60, 19) is not None
    assert too_small(59, 20) is not None
    assert too_small(60, 20) is None


async def test_arrows_go_from_merge_to_merge_also_where_a_piece_is_wider_than_its_box(
    sit_down: Callable[..., Any],
) -> None:
    text = b"newestlower" * 4
    async with sit_down(split="none", text=text) as person:
        await person.press("w")
        view = person.app.screen.query_one("TraceView")
        assert view.virtual_size.width > view.size.width
        for key, position in (("right", 1), ("right", 2), ("left", 1), ("end", len(view.steps)), ("home", 0)):
            await person.press(key)
            assert view.position == position


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)])
async def test_how_many_merges_were_made_is_seen_at_every_size(
    sit_down: Callable[..., Any], size: tuple[int, int]
) -> None:
    async with sit_down(size=size, split="none", text=b"newestlower" * 8) as person:
        await person.press("w", "right")
        await person.until(lambda: "1 of " in person.sees and "as of step" in person.sees)
