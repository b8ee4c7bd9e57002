"""Keys one after the other: none is sent on before the one before it has had its whole effect.

Textual sends a key to the widget that has the focus at that moment, while what an earlier key does happens
later, when that key has come up to the app. Keys that come quickly would all reach the old widget: of
`g 4 0 0 enter` the line that `g` opens would see nothing. Here a key waits until the one before it was
handled, what it has set off was answered, and the screen and the focus that this leads to are there.

Letters that the focused line or text box takes as text do not wait for each other: they change no focus.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from textual import events
from textual.app import App
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget

Pressed = events.Key | events.Paste

# What follows from a key is there when nothing is left to do twice in a row. Where something goes on for
# long, it is looked at less and less often, and then no longer.
_QUIET, _OFTEN, _MOST = 2, 50, 150
_SECONDS = 0.02


class KeyOrder:
    """What stands between the keys of an app and the widgets; `send` gives one to Textual."""

    def __init__(self, app: App[Any], send: Callable[[Pressed], Awaitable[None]]) -> None:
        self._app = app
        self._send = send
        self._under_way: _UnderWay | None = None
        self._waiting: deque[Pressed] = deque()

    async def take(self, event: Pressed) -> None:
        """Send a new key, or keep it until its turn comes."""
        if self._under_way is not None:
            self._waiting.append(event)
        else:
            await self._start(event)

    async def _start(self, event: Pressed) -> None:
        target = self._app.focused or self._app.screen
        is_text = isinstance(event, events.Key) and target.check_consume_key(event.key, event.character)
        self._under_way = _UnderWay(target)
        await self._send(event)
        if is_text and event.is_forwarded:
            self._under_way = None
        else:
            self._look_later()

    def _look_later(self) -> None:
        """Behind all that the screen has to do before it is there, and then behind all that the app has to."""
        under_way = self._under_way
        if under_way is None or not self._app.screen_stack:
            return
        under_way.looks += 1
        screen = self._app.screen
        often = under_way.looks < _OFTEN
        if not (often and screen.call_later(self._app.call_later, self._look, screen)):
            self._app.set_timer(_SECONDS, lambda: self._look(screen))

    async def _look(self, screen: Screen[Any]) -> None:
        under_way = self._under_way
        if under_way is None or not self._app.screen_stack:
            return
        is_quiet = screen is self._app.screen and not under_way.is_anything_left(self._app.focused)
        under_way.quiet = under_way.quiet + 1 if is_quiet else 0
        if under_way.quiet < _QUIET and under_way.looks < _MOST:
            self._look_later()
        else:
            await self._go_on()

    async def _go_on(self) -> None:
        """The next ones, up to one that has to be waited for."""
        self._under_way = None
        while self._waiting and self._under_way is None:
            await self._start(self._waiting.popleft())


class _UnderWay:
    """A key that was sent to a widget, and how often it was looked at whether all is done."""

    def __init__(self, target: Widget) -> None:
        self._above = _with_ancestors(target)  # kept, as the widget may go
        self.looks = 0
        self.quiet = 0

    def is_anything_left(self, focused: Widget | None) -> bool:
        """Whether a widget between the app and the one that got the key, or has the focus now, has work."""
        nodes = [*self._above, *(_with_ancestors(focused) if focused else ())]
        return any(node.is_running and node.message_queue_size for node in nodes)


def _with_ancestors(widget: Widget) -> list[DOMNode]:
    return [node for node in widget.ancestors_with_self if not isinstance(node, App)]
