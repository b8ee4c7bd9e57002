"""What the tests of the lab share: a lab that has learned, and its screen with somebody at the keys."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest
from textual import events
from textual.keys import key_to_character
from textual.pilot import Pilot

from bpe_play.corpora import describe, open_source
from bpe_play.engine import StopReason
from bpe_play.engine.history import pack
from bpe_play.tui.app import BpePlay
from bpe_play.tui.lab import Lab
from bpe_play.tui.screens.lab import LabScreen
from bpe_play.tui.state import State
from bpe_play.tui.taught import merges_of
from bpe_play.tui.undo import UndoLists
from bpe_play.tui.widgets.prompt import Prompt

WORDS = {b"lower": 5, b"lowest": 2, b"newest": 6}


def taught(lab: Lab, words: Mapping[bytes, int] = WORDS) -> Lab:
    """A lab that has learned some words, here and now, as the trainer's process would teach it."""
    merges = merges_of(lab.state, words)
    lab.started(sum(len(word) * weight for word, weight in words.items()), len(words))
    lab.learned(pack(merges))
    lab.ended(StopReason.NO_PAIR_LEFT)
    return lab


@pytest.fixture
def learn() -> Callable[..., Lab]:
    return taught


@pytest.fixture(scope="session")
def goes_back_and_forth() -> Callable[..., None]:
    """That a chooser takes some changes back one by one, and makes them again."""

    def check(chooser: Any, changes: Iterable[Callable[[], object]]) -> None:
        chooser.undo_lists = UndoLists(clock=itertools.count(0, 10).__next__)  # no two changes are one run
        seen = [chooser.chosen()]
        for change in changes:
            change()
            if chooser.chosen() != seen[-1]:
                seen.append(chooser.chosen())
        undone = chooser.undo_lists.on(chooser.SCREEN)
        for before in seen[-2::-1]:
            assert undone.undo() is not None
            assert chooser.chosen() == before
        assert undone.undo() is None
        for after in seen[1:]:
            assert undone.redo() is not None
            assert chooser.chosen() == after
        assert undone.redo() is None

    return check


class Person:
    """Somebody at the keyboard of a lab screen, who sees what is drawn and waits for what takes time."""

    pilot: Pilot[None]

    def __init__(self, app: BpePlay) -> None:
        self.app, self.lab = app, app.lab
        self.told: list[str] = []  # what notifications have said, the newest last
        self._listen_to_notifications()

    def _listen_to_notifications(self) -> None:
        notify = self.app.notify

        def listened(message: str, **options: Any) -> None:
            self.told.append(message)
            notify(message, **options)

        self.app.notify = listened  # type: ignore[method-assign, assignment]

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    def burst(self, *keys: str) -> None:
        """Press keys so quickly that all are in the app's queue before it has seen the first."""
        for key in keys:
            event = events.Key(key, key_to_character(key))
            event.set_sender(self.app)
            self.app.post_message(event)

    async def type(self, text: str) -> None:
        """Letters, as a terminal sends them."""
        names = {" ": "space", "\n": "enter"}
        await self.pilot.press(*(names.get(letter, letter) for letter in text))

    async def answer(self, text: str) -> None:
        """Fill in the line that has the focus, whatever stands in it, and take it."""
        await self.pilot.pause()
        line = self.app.screen.focused
        assert hasattr(line, "value"), f"{line} is no line to fill in"
        line.value = text
        await self.pilot.press("enter")
        await self.pilot.pause()

    async def until(self, true: Callable[[], bool]) -> None:
        """Until something is true; what is waited for happens in another process or at another tick."""
        for _ in range(2_000):
            if true():
                return
            await self.pilot.pause(0.01)
        raise AssertionError(f"it never came true\n{self.sees}")

    async def until_trained(self) -> None:
        await self.until(lambda: not self.lab.training.busy)
        await self.pilot.pause()

    async def is_told(self, words: str) -> None:
        """Until the newest notification says so."""
        await self.until(lambda: bool(self.told) and words in self.told[-1])

    @property
    def sees(self) -> str:
        """What is on the screen."""
        lines = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in line) for line in lines)

    @property
    def screen(self) -> LabScreen:
        assert isinstance(self.app.screen, LabScreen)
        return self.app.screen

    @property
    def is_asked(self) -> bool:
        """Whether the prompt is open."""
        return self.screen.query_one(Prompt).has_class("open")


Sitting = Callable[..., AbstractAsyncContextManager[Person]]


@pytest.fixture
def sit_down() -> Sitting:
    """Sit down at a lab screen that has learned a small corpus: `async with sit_down(…) as person`.

    With `trained=False` its trainer has just begun.
    """

    @asynccontextmanager
    async def _sit_down(
        size: tuple[int, int] = (100, 30), keep: bool = False, trained: bool = True, **state: Any
    ) -> AsyncIterator[Person]:
        chosen = {"source": "lowest", "vocab_size": 265, "text": b"newest lower", **state}
        lab = Lab(State(**chosen))
        if trained:
            source = open_source(lab.state.source)
            lab.opened(source)
            lab.described(describe(source.data))
            taught(lab, source.words or lab.split.counts(source.data))
            lab.training.asked_for = True  # so that nobody starts a trainer
        person = Person(BpePlay(lab, keep=keep))
        async with person.app.run_test(size=size) as person.pilot:
            await person.pilot.pause()
            yield person

    return _sit_down
