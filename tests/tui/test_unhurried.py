"""What is drawn after the rest: a frame later, and what takes long not before the keys rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bpe_play.tui.screens.unhurried import SLOW, Unhurried


class Desk:
    """A screen, a widget of it and a clock, all in the test's hands; to draw takes `takes` seconds."""

    def __init__(self) -> None:
        self.time, self.takes, self.drawn = 0.0, 0.0, 0
        self._frame: list[Callable[[], object]] = []
        self._timers: list[tuple[float, Callable[[], object]]] = []
        screen: Any = self
        self.unhurried = Unhurried(screen, lambda: screen, self._draw, clock=lambda: self.time)

    def _draw(self) -> None:
        self.drawn += 1
        self.time += self.takes

    def call_later(self, call: Callable[..., object], *arguments: object) -> None:
        call(*arguments)

    def call_after_refresh(self, call: Callable[[], object]) -> None:
        self._frame.append(call)

    def set_timer(self, seconds: float, call: Callable[[], object]) -> None:
        self._timers.append((self.time + seconds, call))

    def paint(self) -> None:
        """The next frame."""
        due, self._frame = self._frame, []
        for call in due:
            call()

    def wait(self, seconds: float) -> None:
        end = self.time + seconds
        while self._timers and self._timers[0][0] <= end:
            due = self._timers.pop(0)
            self.time = max(self.time, due[0])
            due[1]()
        self.time = max(self.time, end)


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def slow_desk(desk: Desk) -> Desk:
    """One where it was seen that drawing takes long."""
    desk.takes = 3 * SLOW
    desk.unhurried.now()
    assert desk.drawn == 1
    return desk


def test_many_requests_before_a_frame_are_drawn_once_after_it(desk: Desk) -> None:
    desk.unhurried.soon()
    desk.unhurried.soon()
    assert desk.drawn == 0
    desk.paint()
    assert desk.drawn == 1
    desk.unhurried.soon()
    desk.paint()
    assert desk.drawn == 2


def test_what_takes_long_is_drawn_when_the_keys_rest(slow_desk: Desk) -> None:
    for _ in range(5):
        slow_desk.unhurried.soon()
        slow_desk.paint()
        slow_desk.wait(0.1)
    assert slow_desk.drawn == 1
    slow_desk.wait(0.3)
    assert slow_desk.drawn == 2
    slow_desk.wait(10)
    assert slow_desk.drawn == 2


def test_a_key_that_is_held_down_sees_something_every_second(slow_desk: Desk) -> None:
    for _ in range(40):
        slow_desk.unhurried.soon()
        slow_desk.wait(0.1)
    assert slow_desk.drawn - 1 in (3, 4)


def test_what_is_quick_again_comes_a_frame_later_again(slow_desk: Desk) -> None:
    slow_desk.takes = 0.0
    slow_desk.unhurried.soon()
    slow_desk.wait(0.5)
    assert slow_desk.drawn == 2
    slow_desk.unhurried.soon()
    slow_desk.paint()
    assert slow_desk.drawn == 3


def test_what_is_drawn_at_once_is_not_drawn_again(slow_desk: Desk) -> None:
    slow_desk.unhurried.soon()
    slow_desk.unhurried.now()
    assert slow_desk.drawn == 2
    slow_desk.wait(1)
    assert slow_desk.drawn == 2
