"""What cannot be seen is shown all the same, and what looks like markup is shown as it was typed."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from bpe_play.engine import to_bytes
from bpe_play.tui.visible import label

SitDown = Callable[..., AbstractAsyncContextManager[Any]]

MARKUP = ["[/]", "[red]hi[/red]", "[@click=app.quit]x[/]", "x[/", "[/foo]", "[$error]", "\\[b]"]
# In the typed text every character has a stand-in; the card tells which one it is.
MARKS = {"\t": "⇥", "\0": "␀", "\ufeff": "▯", "\u200b": "▯", "\u202e": "▯", "\x1b": "␛", "\xa0": "␣"}


def is_harmless(drawn: str) -> bool:
    hidden = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
    return not any(unicodedata.category(char) in hidden for char in drawn.replace("\n", ""))


@pytest.mark.parametrize("invisible", MARKS, ids=ascii)
async def test_every_token_has_a_visible_cell(sit_down: SitDown, invisible: str) -> None:
    """B114."""
    async with sit_down(text=f"a{invisible}".encode()) as person:
        (row,) = [line for line in person.sees.split("\n") if line.startswith("│ text ")]
        assert MARKS[invisible] in row
        assert person.sees.count(MARKS[invisible]) >= 2, "in the box too"
        assert is_harmless(person.sees)


@pytest.mark.parametrize("invisible", MARKS, ids=ascii)
async def test_a_merge_of_what_cannot_be_seen_can_be_seen(
    sit_down: SitDown, tmp_path: Path, invisible: str
) -> None:
    path = tmp_path / "corpus"
    path.write_bytes(f"{invisible}".encode() * 60)
    async with sit_down(source=str(path), split="none", vocab_size=260) as person:
        token = person.lab.history.merge(person.lab.steps).token
        rows = [line.partition("││")[2] for line in person.sees.split("\n")]
        (row,) = [row for row in rows if row.split()[1:2] == [str(person.lab.steps)]]
        assert label(token, 4)[:2] in row
        assert is_harmless(person.sees)


@pytest.mark.parametrize("markup", MARKUP)
async def test_markup_is_shown_as_it_was_typed(sit_down: SitDown, tmp_path: Path, markup: str) -> None:
    """B110."""
    path = tmp_path / markup.replace("/", "∕")
    path.write_bytes(f"{markup}\n".encode() * 20)
    async with sit_down(source=str(path), split="none", text=markup.encode(), vocab_size=300) as person:
        assert markup.replace("/", "∕") in person.sees, "the name in the header"
        assert person.sees.count(markup) >= 1, "the typed text"
        await person.press("enter")
        assert is_harmless(person.sees)
        await person.press("escape", "slash")
        await person.answer(markup + "no")
        await person.is_told(repr(markup + "no").replace("\\\\\\\\", "\\\\"))
        await person.press("s", "end", "enter")
        person.app.screen.query_one(Input).value = f"({markup}"
        await person.until(lambda: person.app.screen.query_one("#remark-0").has_class("wrong"))
        await person.press("escape")
        assert person.app.is_running


async def test_a_lone_surrogate_is_bytes_like_any_other(sit_down: SitDown) -> None:
    text = to_bytes("a\ud83d b")
    async with sit_down(text=text) as person:
        assert len(person.lab.tokenization().spans) == len(text)
        assert "round trip ✓" in person.sees
        assert is_harmless(person.sees)


async def test_bytes_that_are_not_utf8_are_shown_as_bytes(sit_down: SitDown, tmp_path: Path) -> None:
    path = tmp_path / "stray"
    path.write_bytes(b"ab\xff\x9b31m\xe2\x80" * 9)
    async with sit_down(source=str(path), split="none", text=b"\xff\xe2\x80") as person:
        assert "not UTF-8 at offset 2" in person.sees
        assert r"\xff" in person.sees
        assert "FF" in person.sees
        assert is_harmless(person.sees)
