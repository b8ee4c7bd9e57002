"""A window whose size changes while the lab is being drawn: the last size counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual import events
from textual.geometry import Size


async def test_a_size_that_is_no_more_is_not_drawn(sit_down: Callable[..., Any]) -> None:
    async with sit_down() as person:
        screen, size = person.app.screen, person.app.size
        old = Size(size.width - 20, size.height - 4)
        screen.post_message(events.Resize(old, old))
        await person.pilot.pause()
        assert screen.outer_size == size


async def test_the_size_that_is_there_is_drawn(sit_down: Callable[..., Any]) -> None:
    async with sit_down() as person:
        await person.pilot.resize_terminal(87, 26)
        await person.pilot.pause()
        assert person.app.screen.outer_size == (87, 26)
