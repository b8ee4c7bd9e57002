"""A real browser without a window, driven over its own protocol (DevTools), and what a person would see in it.

What the lab draws goes to the page over a web socket. The browser tells of each frame, and pyte makes the screen of
them; that the page really draws them is seen in its picture.
"""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import re
import shutil
import struct
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pyte

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_OPTIONS = (
    "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --disable-sync --disable-extensions "
    "--disable-background-networking --disable-component-update --remote-debugging-port=0 --window-size=1200,800"
)
_UNKNOWN = re.compile(rb"\x1b\[[<>=][0-9;]*u|\x1b\[\?[0-9;]*\$p|\x1b\[\?[0-9;]*u")  # not known to pyte
_KEYS = {  # name: (code, number, text)
    "Escape": ("Escape", 27, ""),
    "Enter": ("Enter", 13, "\r"),
    "ArrowRight": ("ArrowRight", 39, ""),
    "ArrowLeft": ("ArrowLeft", 37, ""),
    "F3": ("F3", 114, ""),
    "F6": ("F6", 117, ""),
    "F8": ("F8", 119, ""),
}


def find_chromium() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


class Tab:
    """One page of the browser, with a lab in it."""

    def __init__(self, send: Callable[..., Any], session: str) -> None:
        self._send, self.session = send, session
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)
        self._news = asyncio.Event()
        self.asked_for: list[str] = []  # addresses
        self.said: list[str] = []  # errors and warnings of the page

    async def call(self, method: str, **values: Any) -> Any:
        return await self._send(method, values, self.session)

    def hear(self, method: str, values: dict[str, Any]) -> None:
        """What the browser tells of this page."""
        if method == "Network.requestWillBeSent":
            self.asked_for.append(values["request"]["url"])
        elif method == "Network.webSocketCreated":
            self.asked_for.append(values["url"])
        elif method == "Network.webSocketFrameSent":
            self._resize(values["response"]["payloadData"])
        elif method == "Network.webSocketFrameReceived" and values["response"]["opcode"] == 2:
            data = base64.b64decode(values["response"]["payloadData"])
            self._stream.feed(_UNKNOWN.sub(b"", data))
        elif method == "Log.entryAdded":
            self.said.append(values["entry"]["text"])
        elif method == "Runtime.exceptionThrown":
            self.said.append(json.dumps(values["exceptionDetails"]))
        self._news.set()

    def _resize(self, sent: str) -> None:
        """The page tells the lab how many cells it has."""
        kind, *value = json.loads(sent)
        if kind == "resize":
            self._screen.resize(value[0]["height"], value[0]["width"])

    @property
    def sees(self) -> str:
        return "\n".join(line.rstrip() for line in self._screen.display)

    @property
    def size(self) -> tuple[int, int]:
        return self._screen.columns, self._screen.lines

    async def until(self, wanted: str | Callable[[str], bool], seconds: float = 60) -> Tab:
        """Until a text is on the screen, or something about what is there is true."""
        true = (lambda seen: wanted in seen) if isinstance(wanted, str) else wanted
        try:
            async with asyncio.timeout(seconds):
                while not true(self.sees):
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"never seen: {wanted!r}\n{self.said}\n{self.sees}") from None
        return self

    async def until_page(self, expression: str, seconds: float = 60) -> Any:
        """Until an expression of JavaScript is true in the page; the page itself looks again at each frame."""
        watch = (
            f"new Promise(done => {{ const look = () => {{ const value = ({expression}); "
            "value ? done(value) : requestAnimationFrame(look); }; look(); })"
        )
        answer = self.call("Runtime.evaluate", expression=watch, awaitPromise=True, returnByValue=True)
        return (await asyncio.wait_for(answer, seconds))["result"].get("value")

    async def press(self, *keys: str) -> Tab:
        """Keys by their names, or single characters, also as ctrl+q."""
        for name in keys:
            key = name.removeprefix("ctrl+")
            ctrl = name != key
            code, number, text = _KEYS.get(key, ("", ord(key.upper()[0]), "" if ctrl else key))
            held = {"key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": 2 if ctrl else 0}
            down = {"type": "keyDown" if text else "rawKeyDown", **({"text": text} if text else {})}
            await self.call("Input.dispatchKeyEvent", **held, **down)
            await self.call("Input.dispatchKeyEvent", type="keyUp", **held)
        return self

    async def picture(self) -> bytes:
        """A PNG of the page."""
        return base64.b64decode((await self.call("Page.captureScreenshot", format="png"))["data"])


@asynccontextmanager
async def browse(chromium: str, profile: Path, *urls: str) -> AsyncIterator[list[Tab]]:
    """A browser with a tab for each address; it is gone afterwards."""
    process = await asyncio.create_subprocess_exec(
        *(chromium, *_OPTIONS.split(), f"--user-data-dir={profile}", "about:blank"),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(60):
            address = await _address(process)
        async with (
            aiohttp.ClientSession() as client,
            client.ws_connect(address, max_msg_size=0) as wire,
            _talk(wire) as (send, tabs),
        ):
            yield [await _open(send, tabs, url) for url in urls]
            await send("Browser.close", {}, None)
    finally:
        if process.returncode is None:
            try:
                await asyncio.wait_for(process.wait(), 20)
            except TimeoutError:
                process.kill()
        await process.wait()


async def _address(process: asyncio.subprocess.Process) -> str:
    """Where the browser listens, which is among what it says."""
    assert process.stderr is not None
    async for line in process.stderr:
        if found := re.search(rb"DevTools listening on (\S+)", line):
            return found[1].decode()
    raise AssertionError("the browser has not started")


@asynccontextmanager
async def _talk(wire: aiohttp.ClientWebSocketResponse) -> AsyncIterator[tuple[Any, dict[str, Tab]]]:
    """Orders to the browser, each with its answer, and tabs that hear what it tells of them."""
    numbers, answers, tabs = itertools.count(1), dict[int, asyncio.Future[Any]](), dict[str, Tab]()

    async def send(method: str, values: dict[str, Any], session: str | None) -> Any:
        number = next(numbers)
        answer = answers[number] = asyncio.get_running_loop().create_future()
        to = {"sessionId": session} if session else {}
        await wire.send_json({"id": number, "method": method, "params": values, **to})
        async with asyncio.timeout(60):
            return await answer

    async def listen() -> None:
        async for message in wire:
            told = message.json()
            waiting = answers.pop(told.get("id", 0), None)
            if waiting is not None and "error" in told:
                waiting.set_exception(AssertionError(told["error"]["message"]))
            elif waiting is not None:
                waiting.set_result(told["result"])
            elif told.get("sessionId") in tabs:
                tabs[told["sessionId"]].hear(told["method"], told["params"])

    listening = asyncio.create_task(listen())
    try:
        yield send, tabs
    finally:
        listening.cancel()


async def _open(send: Any, tabs: dict[str, Tab], url: str) -> Tab:
    target = await send("Target.createTarget", {"url": "about:blank"}, None)
    attached = await send("Target.attachToTarget", {"targetId": target["targetId"], "flatten": True}, None)
    tab = tabs[attached["sessionId"]] = Tab(send, attached["sessionId"])
    for domain in ("Network", "Log", "Runtime", "Page"):
        await tab.call(f"{domain}.enable")
    await tab.call("Emulation.setFocusEmulationEnabled", enabled=True)  # each tab as if it were in front
    await tab.call("Page.navigate", url=url)
    return tab


def colours(png: bytes) -> Counter[bytes]:
    """How often each colour is in a PNG of eight bits a channel, as browsers make them."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert depth == 8
    size = {2: 3, 6: 4}[kind]
    parts, at = b"", 8
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at : at + 8])
        parts += png[at + 8 : at + 8 + length] if name == b"IDAT" else b""
        at += length + 12
    return _count(zlib.decompress(parts), width, height, size)


def _count(data: bytes, width: int, height: int, size: int) -> Counter[bytes]:
    counted: Counter[bytes] = Counter()
    before = bytearray(width * size)
    for row in range(height):
        start = row * (width * size + 1)
        before = _unfiltered(data[start], data[start + 1 : start + 1 + width * size], before, size)
        counted.update(bytes(before[x : x + 3]) for x in range(0, len(before), size * 3))
    return counted


def _unfiltered(kind: int, line: bytes, above: bytearray, size: int) -> bytearray:
    """A line of a PNG, which says of each byte how it differs from those beside and above it."""
    out = bytearray(line)
    for x in range(len(out)):
        left = out[x - size] if x >= size else 0
        corner = above[x - size] if x >= size else 0
        guess = (0, left, above[x], (left + above[x]) // 2, _paeth(left, above[x], corner))[kind]
        out[x] = (out[x] + guess) & 255
    return out


def _paeth(left: int, above: int, corner: int) -> int:
    """The one of the three that is nearest to left + above - corner."""
    to = left + above - corner
    return min((abs(to - left), 0, left), (abs(to - above), 1, above), (abs(to - corner), 2, corner))[2]
