"""The lab in a real browser: one types, steps, and sees."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

GROUND = bytes.fromhex("12151a")
ROOM = ("lowest", "--vocab-size", "265", "--text", "newest")


async def test_one_types_steps_and_sees(
    serve: Callable[..., Any], browser: Any, chromium: str, tmp_path: Path
) -> None:
    served = serve(*ROOM)
    async with browser.browse(chromium, tmp_path / "profile", served.url) as (tab,):
        await tab.until("9 / 9")
        await tab.until_page("document.activeElement.tagName === 'TEXTAREA'")  # no click is needed
        await tab.press("0")
        await tab.until("0 / 9")
        await tab.press("ArrowRight")
        await tab.until("1 / 9")
        await tab.until("token n  │e  │we   │s  │t")
        await tab.press("e", *"wet", "Escape")
        await tab.until("newestwet")

        seen = browser.colours(await tab.picture())
        assert seen.most_common(1)[0][0] == GROUND
        assert len(seen) > 50, "the page is blank"
        assert [url for url in tab.asked_for if served.url.partition("://")[2] not in url] == []
        assert [line for line in tab.said if "WebGL" not in line] == []


async def test_two_visitors_have_a_lab_each_and_what_is_off_says_why(
    serve: Callable[..., Any], browser: Any, chromium: str, tmp_path: Path
) -> None:
    served = serve(*ROOM)
    async with browser.browse(chromium, tmp_path / "profile", served.url, served.url) as (one, other):
        await one.until("9 / 9")
        await other.until("9 / 9")
        await one.press("0")
        await one.until("0 / 9")
        await other.press("F8")
        await other.until("Files are off here")
        assert "9 / 9" in other.sees


async def test_when_the_lab_has_ended_the_page_says_so_and_enter_begins_another(
    serve: Callable[..., Any], browser: Any, chromium: str, tmp_path: Path
) -> None:
    served = serve(*ROOM)
    async with browser.browse(chromium, tmp_path / "profile", served.url) as (tab,):
        await tab.until("9 / 9")
        await tab.until_page("document.activeElement.tagName === 'TEXTAREA'")
        await tab.press("0")
        await tab.until("0 / 9")
        await tab.press("ctrl+q")
        said = await tab.until_page(
            "document.querySelector('.ended').checkVisibility() && document.activeElement.tagName === 'A' && "
            "document.querySelector('.ended').innerText"
        )
        assert "The lab has ended" in said
        assert "Begin again" in said
        await tab.press("Enter")
        await tab.until("9 / 9")


async def test_the_lab_fills_a_page_whose_server_was_started_in_a_small_terminal(
    serve: Callable[..., Any],
    browser: Any,
    chromium: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    served = serve(*ROOM)
    async with browser.browse(chromium, tmp_path / "profile", served.url) as (tab,):
        await tab.until("9 / 9")
        columns, rows = tab.size
        assert columns > 100
        assert rows > 30
        await tab.until(lambda seen: "keys" in seen.splitlines()[rows - 1])
        assert tab.sees.splitlines()[0].endswith("9 / 9")
