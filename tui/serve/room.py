"""The web server: textual-serve's, with a door, a number of places, and our own page."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from collections.abc import Callable, Sequence
from pathlib import Path

from aiohttp import web
from aiohttp.web_runner import GracefulExit
from textual_serve.server import Server, to_int

from bpe_play.engine.counted import counted
from bpe_play.tui.commands.output import say
from bpe_play.tui.serve.door import Door, add_headers, names_of
from bpe_play.tui.serve.visit import Visit
from bpe_play.tui.visible import plain

PAGE = Path(__file__).parent / "page"
_SECONDS_TO_END = 2  # for connections other than visits, which are ended first
_LARGEST_MESSAGE = 8 << 20  # bytes; what is pasted comes in one


class Room(Server):
    """`words` are what every visitor's lab starts with, `places` how many visitors there may be at once;
    `begun` is called when the first may come, and Ctrl+C is answered."""

    def __init__(self, words: Sequence[str], host: str, places: int, begun: Callable[[], None]) -> None:
        super().__init__("bpe-play", host=host, title="bpe-play", templates_path=PAGE)
        self._words = words
        self._host_names = names_of(host)
        self._places = places
        self._begun = begun
        self._visits: set[asyncio.Task[object]] = set()

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(Door(self._host_names, self._full).pass_through)
        app.router.add_static("/lab", PAGE / "static", name="lab")
        app.on_response_prepare.append(add_headers)
        return app

    def _full(self) -> str:
        if len(self._visits) < self._places:
            return ""
        return (
            f"The room is full: {counted(self._places, 'lab')} at once, as whoever serves it has set. "
            "Come again when somebody has left."
        )

    async def on_startup(self, app: web.Application) -> None:
        """A closed terminal ends it as Ctrl+C does."""
        asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, _end)
        self._begun()

    async def on_shutdown(self, app: web.Application) -> None:
        """End all visits, and wait until their processes are gone."""
        visits = list(self._visits)
        for visit in visits:
            visit.cancel()
        await asyncio.gather(*visits, return_exceptions=True)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """A visit, from the first size of the browser's window to the end."""
        visitor = asyncio.current_task()
        assert visitor is not None
        self._visits.add(visitor)
        try:
            return await self._receive(request)
        finally:
            self._visits.discard(visitor)

    async def _receive(self, request: web.Request) -> web.WebSocketResponse:
        browser = web.WebSocketResponse(heartbeat=15, max_msg_size=_LARGEST_MESSAGE)
        width, height = (to_int(request.query.get(name, ""), 0) for name in ("width", "height"))
        await browser.prepare(request)
        visit = Visit(self._words, browser)
        try:
            await visit.start(width, height)
            await self._process_messages(browser, visit)
        except (ValueError, LookupError, TypeError, AttributeError, AssertionError):
            pass  # what came is not what our page sends: the visit is over
        finally:
            await visit.stop()
            await browser.close()
        return browser


def _end() -> None:
    raise GracefulExit


class OneLine(logging.Handler):
    """What goes wrong in the server, in one line on standard error."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        cause = f": {type(error).__name__}: {error}" if error is not None else ""
        say(plain(f"bpe-play serve: {record.getMessage()}{cause}"[:300]))


def serve(room: Room, listener: socket.socket) -> None:
    """Serve until Ctrl+C; all visitors' processes are gone then."""
    logging.basicConfig(level=logging.ERROR, handlers=[OneLine()])
    web.run_app(
        room._make_app(),
        sock=listener,
        print=None,
        access_log=None,
        shutdown_timeout=_SECONDS_TO_END,
    )
