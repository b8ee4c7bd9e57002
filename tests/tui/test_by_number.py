"""What no key gives: characters by their numbers, and other line ends in the typed text."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest

SitDown = Callable[..., AbstractAsyncContextManager[Any]]


@pytest.mark.parametrize(
    ("typed", "inserted"),
    [("U+00F1", "ñ"), ("241", "ñ"), ("U+6E U+303", "n\u0303"), ("latin small letter n with tilde", "ñ")],
)
async def test_a_character_is_inserted_by_its_number_or_name(
    sit_down: SitDown, typed: str, inserted: str
) -> None:
    """Where a dead key gives nothing."""
    async with sit_down(text=b"") as person:
        await person.press("e", "a", "f12")
        await person.answer(typed)
        await person.press("o")
        assert person.lab.state.text == f"a{inserted}o".encode(), "one goes on typing after it"


@pytest.mark.parametrize("typed", ["", "U+110000", "U+D800", "U+xyz", "no such name", "99999999999999999999"])
async def test_a_number_that_is_no_character_says_so_and_changes_nothing(
    sit_down: SitDown, typed: str
) -> None:
    async with sit_down(text=b"a") as person:
        await person.press("e", "f12")
        await person.answer(typed)
        await person.is_told("type U+00F1, 241")
        assert person.lab.state.text == b"a"


async def test_a_character_by_its_number_needs_a_text_box(sit_down: SitDown) -> None:
    async with sit_down(text=b"a") as person:
        await person.press("f12")
        await person.is_told("e opens the one of this screen")
        assert not person.is_asked


async def test_the_line_ends_of_the_typed_text_can_be_switched_as_a_lesson(sit_down: SitDown) -> None:
    """Each kind costs other bytes; undo brings back what was typed."""
    mixed = b"a\nb\r\nc\rd"
    async with sit_down(text=mixed) as person:
        texts = []
        for _ in range(4):
            await person.press("l")
            texts.append(person.lab.state.text)
        assert texts == [b"a\nb\nc\nd", b"a\r\nb\r\nc\r\nd", b"a\rb\rc\rd", b"a\nb\nc\nd"]
        await person.is_told("LF, byte 0A")
        await person.press("u", "u", "u", "u")
        assert person.lab.state.text == mixed


async def test_a_text_without_line_ends_has_none_to_switch(sit_down: SitDown) -> None:
    async with sit_down(text=b"a") as person:
        await person.press("l")
        await person.is_told("no line end")
        assert person.lab.state.text == b"a"
