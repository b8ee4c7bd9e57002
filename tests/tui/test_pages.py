"""What all numbered screens have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from bpe_play.engine.merges import StopReason
from bpe_play.tui.app import BpePlay
from bpe_play.tui.lab import Topic
from bpe_play.tui.screens.page import Page
from bpe_play.tui.screens.table import PAGES

SitDown = Callable[..., AbstractAsyncContextManager[Any]]


async def test_each_page_hears_of_a_change_once(sit_down: SitDown, monkeypatch: Any) -> None:
    heard: Counter[str] = Counter()
    hear = Page._hear

    def counted(self: Page, topic: Topic) -> None:
        heard[self.PLACE] += 1
        hear(self, topic)

    monkeypatch.setattr(Page, "_hear", counted)
    async with sit_down() as person:
        for key in "23456":
            await person.press(key)
            await person.pilot.pause()
        heard.clear()
        person.lab._tell(Topic.PROGRESS)
        assert heard == Counter(list(PAGES))


@pytest.mark.parametrize("place", PAGES)
@pytest.mark.parametrize("key", ["ctrl+s", "f2", "f3", "f4", "0"])
async def test_a_key_of_every_screen_does_something_or_says_where_it_does(
    place: str, key: str, sit_down: SitDown, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    async with sit_down() as person:
        called = _listen(person.app, place, monkeypatch)
        await person.press(str(PAGES[place].number))
        await person.until(lambda: person.app.screen.focused is not None)
        person.app.screen.set_focus(None)  # the code screen begins in its editor
        await person.press(key)
        await person.until(lambda: called or "on the Lab screen" in "".join(person.told))


def _listen(app: BpePlay, place: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a screen's own actions for these keys are asked to do, from now on."""
    called: list[str] = []
    page = type(app._page(place))
    for name in ("save", "step", "play", "first", "restart"):
        own = getattr(page, f"action_{name}", None)
        if own is not None and own is not getattr(Page, f"action_{name}", None):
            monkeypatch.setattr(page, f"action_{name}", lambda *_, name=name: called.append(name))
    return called


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
async def test_hints_and_endings_have_room_on_a_small_screen(
    size: tuple[int, int], sit_down: SitDown
) -> None:
    async with sit_down(size=size) as person:
        person.lab.ended(StopReason.VOCABULARY_FULL)
        await person.until(lambda: f"next  {StopReason.VOCABULARY_FULL} " in person.sees)
        person.lab.ended(StopReason.BELOW_MINIMUM)
        await person.until(lambda: f"next  {StopReason.BELOW_MINIMUM} " in person.sees)
        await person.press("2")
        await person.until(lambda: "c cuts the wire " in person.sees)


async def test_there_may_be_nothing_to_stop(sit_down: SitDown) -> None:
    async with sit_down() as person:
        await person.press("x")
        await person.is_told("Nothing is being trained now")


async def test_an_error_in_a_form_reads_as_one_sentence(sit_down: SitDown) -> None:
    async with sit_down() as person:
        await person.press("s", "end", "enter")
        await person.type("(")
        await person.until(lambda: ": mend it, or choose a split by name" in as_one_line(person.sees))


def as_one_line(seen: str) -> str:
    return " ".join(seen.replace("│", " ").split())
