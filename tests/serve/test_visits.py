"""A visit from its beginning to its end: nothing is kept, and no process is left behind."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest


@asynccontextmanager
async def visit(served: Any) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """As the page does it, once the lab has drawn something."""
    own = {"Origin": served.url.rstrip("/")}
    address = f"{served.url}ws?width=100&height=30"
    async with aiohttp.ClientSession() as client, client.ws_connect(address, headers=own) as wire:
        await wire.receive()
        yield wire


async def drawn(wire: aiohttp.ClientWebSocketResponse, wanted: bytes) -> bytes:
    """What is drawn until something is."""
    data = b""
    async for message in wire:
        data += message.data if message.type is aiohttp.WSMsgType.BINARY else b""
        if wanted in data:
            return data
    raise AssertionError(f"never drawn: {wanted!r}")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_ending_is_quiet_and_leaves_no_process(
    serve: Callable[..., Any], wait_gone: Callable[[int], None], number: int
) -> None:
    served = serve("english", "--vocab-size", "20000")
    async with visit(served), visit(served):
        labs = served.children
        assert len(labs) >= 2
        assert served.end(number) == (0, "")
    for pid in labs:
        wait_gone(pid)


async def test_a_server_that_is_killed_takes_its_labs_with_it(
    serve: Callable[..., Any], wait_gone: Callable[[int], None]
) -> None:
    served = serve("lowest")
    async with visit(served):
        labs = served.children
        served.end(signal.SIGKILL)
    for pid in labs:
        wait_gone(pid)


async def test_who_leaves_takes_their_lab_with_them(
    serve: Callable[..., Any], wait_gone: Callable[[int], None]
) -> None:
    served = serve("lowest")
    async with visit(served):
        labs = served.children
    for pid in labs:
        wait_gone(pid)


async def test_ctrl_q_ends_the_visit(serve: Callable[..., Any]) -> None:
    served = serve("lowest")
    async with visit(served) as wire:
        await drawn(wire, b"keys")
        await wire.send_json(["stdin", "\x11"])
        async for _ in wire:
            pass
        assert wire.closed


@pytest.mark.parametrize(
    "sent",
    ['["resize", {"width": 1000000000, "height": "x"}]', '["stdin", "\\ud800"]', "{}", "no JSON", "[]"],
)
async def test_nothing_that_a_page_could_send_harms_the_server(serve: Callable[..., Any], sent: str) -> None:
    served = serve("lowest")
    async with visit(served) as wire:
        await wire.send_str(sent)
        async with visit(served) as other:
            await drawn(other, b"keys")
    assert served.end() == (0, "")


async def test_the_state_of_whoever_serves_is_as_it_was(serve: Callable[..., Any], tmp_path: Path) -> None:
    state = tmp_path / "xdg_state_home" / "bpe-play" / "state.json"
    state.parent.mkdir(parents=True)
    state.write_text('{"text": "only mine"}')
    served = serve("lowest")
    async with visit(served) as wire:
        seen = await drawn(wire, b"keys")
        await wire.send_json(["stdin", "0s"])
        await drawn(wire, b"pre-tokenizer")
    served.end()
    assert b"only mine" not in seen
    assert state.read_text() == '{"text": "only mine"}'
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == ["errors.txt", "state.json"]
