"""What all numbered screens have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

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
