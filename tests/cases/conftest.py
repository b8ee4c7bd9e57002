"""A lab screen that has learned a small corpus here and now, and what is drawn on it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot

from bpe_play.corpora import describe, open_source
from bpe_play.engine import StopReason
from bpe_play.engine.history import pack
from bpe_play.engine.training import train
from bpe_play.tui.app import BpePlay
from bpe_play.tui.lab import Lab
from bpe_play.tui.state import State


class Seat:
    """In front of a lab screen: its keys, and what one sees."""

    def __init__(self, pilot: Pilot[None], app: BpePlay) -> None:
        self.pilot, self.app, self.lab = pilot, app, app.lab
        self.press = pilot.press

    @property
    def sees(self) -> str:
        lines = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in line) for line in lines)

    async def sees_soon(self, words: str) -> bool:
        """Whether words come to stand on the screen, wherever its lines are broken."""
        for _ in range(200):
            if words in " ".join(self.sees.split()):
                return True
            await self.pilot.pause(0.01)
        return False

    @property
    def told(self) -> list[str]:
        """What notifications say."""
        return [notification.message for notification in self.app._notifications]


def learned(ended: bool, state: dict[str, Any]) -> Lab:
    """A lab that has learned its corpus; with `ended` false its training goes on."""
    lab = Lab(State(**{"source": "lowest", "vocab_size": 265, "text": b"newest lower", **state}))
    source = open_source(lab.state.source)
    lab.opened(source)
    lab.described(describe(source.data))
    words = source.words or lab.split.counts(source.data)
    lab.started(sum(len(word) * weight for word, weight in words.items()), len(words))
    lab.learned(pack(train(words, lab.state.vocab_size)))
    if ended:
        lab.ended(StopReason.NO_PAIR_LEFT)
    lab.training.asked_for = True  # so that nobody starts a trainer
    return lab


@pytest.fixture
def sit_down() -> Callable[..., AbstractAsyncContextManager[Seat]]:
    """`async with sit_down(text=b"…") as seat`: any field of the lab's state may be given."""

    @asynccontextmanager
    async def _sit_down(
        size: tuple[int, int] = (100, 30), ended: bool = True, **state: Any
    ) -> AsyncIterator[Seat]:
        app = BpePlay(learned(ended, state), keep=False)
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            yield Seat(pilot, app)

    return _sit_down
