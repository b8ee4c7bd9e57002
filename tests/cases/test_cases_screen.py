"""The lab screen with what people paste, type and press that a terminal could take amiss."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.widgets import Input

from bpe_play.tui.widgets.one_line import OneLine

SitDown = Callable[..., AbstractAsyncContextManager[Any]]

MARKUP = ["[/]", "[red]hi[/red]", "[@click=app.quit]x[/]"]


async def paste(seat: Any, text: str) -> None:
    seat.app.post_message(events.Paste(text))
    await seat.pilot.pause()
    await seat.pilot.pause()


@pytest.mark.parametrize("text", ["_" * 50_000, "a" * 100_000, "-" * 32_768], ids=lambda text: text[0])
async def test_a_long_run_of_one_character_is_pasted_cut_and_shown(sit_down: SitDown, text: str) -> None:
    """B034: the box shows its beginning, every byte is in a token, and keys go on working."""
    async with sit_down(text=b"") as seat:
        await seat.press("e")
        await paste(seat, text)
        assert seat.lab.state.text == text.encode()
        assert seat.lab.round_trip(seat.lab.tokenization())
        await seat.press("f2")
        assert seat.lab.cursor == seat.lab.steps - 1


async def test_what_looks_like_markup_is_shown_as_it_was_typed(sit_down: SitDown, tmp_path: Path) -> None:
    """B110: in the text, the corpus, a title and a notification; and it is no link either."""
    corpus = tmp_path / "[red]hi[].txt"
    corpus.write_text("\n".join(MARKUP))
    async with sit_down(size=(200, 40), source=str(corpus), text="\n".join(MARKUP).encode()) as seat:
        assert "[red]hi[].txt" in seat.sees
        for text in MARKUP:
            assert seat.sees.replace("│", "").count(text) >= 2, text
        seat.app.say(" ".join(MARKUP))
        assert await seat.sees_soon(" ".join(MARKUP))
        metas = [
            segment.style.meta
            for line in seat.app.screen._compositor.render_strips()
            for segment in line
            if segment.style
        ]
        assert not any("app.quit" in str(meta.get("@click")) for meta in metas)


async def test_nothing_that_a_terminal_obeys_reaches_it(sit_down: SitDown, tmp_path: Path) -> None:
    """B111: an escape sequence, a mark that turns the line round, a bell; as text, corpus and name."""
    hostile = "a\x1b[2Jb\nx\u202ey\na\x07b\n"
    corpus = tmp_path / "a\x1b[2J\u202eb.txt"
    corpus.write_text(hostile)
    async with sit_down(source=str(corpus), text=hostile.encode()) as seat:
        for keys in ((), ("home",), ("o",), ("escape", "w"), ("escape", "g")):
            await seat.press(*keys)
            assert all(line.isprintable() for line in seat.sees.split("\n")), keys


@pytest.mark.parametrize("keys", [("slash",), ("g",), ("s", "end", "enter"), ("o", "shift+tab")])
async def test_a_paste_of_several_lines_into_one_says_how_many_are_kept(
    sit_down: SitDown, keys: tuple[str, ...]
) -> None:
    """B113: and what is kept is harmless."""
    async with sit_down() as seat:
        await seat.press(*keys)
        await seat.pilot.pause()
        assert isinstance(seat.app.screen.focused, OneLine)
        await paste(seat, "line1\nline2")
        assert seat.app.screen.focused.value == "line1"
        assert seat.told == ["1 of 2 lines kept: there is room for one"]
        seat.app.screen.focused.value = ""
        await paste(seat, "a\x1b[2J\u202e\x07b")
        assert seat.app.screen.focused.value == "a␛[2J▯␇b"
        assert all(line.isprintable() for line in seat.sees.split("\n"))
        assert "3 characters cannot stand in this line" in seat.told[-1]


async def test_every_line_to_fill_in_takes_a_paste_that_way(sit_down: SitDown) -> None:
    """B113: no field of a dialog is one of Textual's own."""
    async with sit_down() as seat:
        for keys in (("v",), ("k", "end", "enter"), ("ctrl+s",)):
            await seat.press(*keys)
            await seat.pilot.pause()
            fields = list(seat.app.screen.query(Input))
            assert fields, keys
            assert all(isinstance(field, OneLine) for field in fields), keys
            await seat.press("escape")


@pytest.mark.parametrize("ended", [True, False], ids=["at rest", "while training"])
async def test_ctrl_c_says_how_to_quit_in_every_pane_and_loses_nothing(
    sit_down: SitDown, ended: bool
) -> None:
    """B117: it neither quits nor changes anything."""
    async with sit_down(ended=ended) as seat:
        state, seen = seat.lab.state, set()
        while seat.app.screen.focused not in seen:
            seen.add(seat.app.screen.focused)
            await seat.press("ctrl+c")
            assert seat.told[-1].startswith("ctrl+q quits")
            await seat.press("tab")
        assert len(seen) >= 4
        assert len(seat.told) == len(seen)
        assert seat.lab.state == state
        assert seat.app.is_running


async def test_ctrl_c_copies_what_is_selected(sit_down: SitDown) -> None:
    """B117: in the text box with a selection; without one it says how to quit."""
    async with sit_down(text="señor".encode()) as seat:
        await seat.press("e", "ctrl+c")
        assert seat.told[-1].startswith("ctrl+q quits")
        await seat.press("ctrl+a", "ctrl+c")
        assert seat.app.clipboard == "señor"
        assert len(seat.told) == 1
        await seat.press("ctrl+q")
        assert seat.app._exit


async def test_borders_between_tokens_are_seen_without_colour(
    sit_down: SitDown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B121: the tokens ab, cd, ef, gh."""
    monkeypatch.setenv("NO_COLOR", "1")
    corpus = tmp_path / "x.txt"
    corpus.write_text("abcdefgh" * 3)
    async with sit_down(source=str(corpus), text=b"abcdefgh", split="..") as seat:
        (token_row,) = [line for line in seat.sees.split("\n") if line.startswith("│ token ")]
        assert "".join(token_row.split()).endswith("ab│cd│ef│gh││")
        assert "ab│cd│ef│gh│ab│cd│ef│gh│" in seat.sees


async def test_letters_with_accents_are_typed_as_they_arrive(sit_down: SitDown) -> None:
    """B123: a key that stands for é is é, in the text box and in a line to fill in."""
    async with sit_down(text=b"") as seat:
        await seat.press("e", "é", "ñ", "escape")
        assert seat.lab.state.text == "éñ".encode()
        await seat.press("slash", "é", "ñ")
        assert seat.app.screen.focused.value == "éñ"
