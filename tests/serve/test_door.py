"""Who may come in: pages of elsewhere may not open a lab by way of a visitor's browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import aiohttp
import pytest

from bpe_play.tui.serve.door import is_this_machine


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "192.168.0.7", "localhost", "LOCALHOST"])
def test_digits_and_known_names_are_this_machine(host: str) -> None:
    assert is_this_machine(host, {"localhost"})


@pytest.mark.parametrize("host", ["evil.test", "127.0.0.1.evil.test", "", None])
def test_a_name_that_anybody_can_make_point_here_is_not(host: str | None) -> None:
    assert not is_this_machine(host, {"localhost"})


async def status(served: Any, path: str, **headers: str) -> int:
    async with aiohttp.ClientSession() as client, client.get(served.url + path, headers=headers) as answer:
        return answer.status


async def test_a_web_socket_is_opened_by_the_labs_own_page_only(serve: Callable[..., Any]) -> None:
    served = serve("lowest")
    own = served.url.rstrip("/")
    async with aiohttp.ClientSession() as client:
        for origin in ({}, {"Origin": "http://evil.test"}, {"Origin": "null"}, {"Origin": f"{own}0"}):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await client.ws_connect(f"{served.url}ws", headers=origin)
            assert refused.value.status == 403
        rebound = {"Host": "evil.test", "Origin": "http://evil.test"}
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await client.ws_connect(f"{served.url}ws", headers=rebound)
        assert served.children == [], "a lab was started"
        async with client.ws_connect(f"{served.url}ws", headers={"Origin": own}) as visit:
            assert (await visit.receive()).type is aiohttp.WSMsgType.BINARY


async def test_the_page_and_its_parts_are_all_there_is(serve: Callable[..., Any]) -> None:
    served = serve("lowest")
    assert await status(served, "") == 200
    assert await status(served, "lab/lab.js") == 200
    assert await status(served, "", Host="evil.test") == 403
    for path in ("download/any", "static/", "lab/", "lab/../../room.py", "nothing"):
        assert await status(served, path) == 404


async def test_no_other_page_shows_the_lab_in_a_frame_and_it_fetches_nothing(
    serve: Callable[..., Any],
) -> None:
    served = serve("lowest")
    async with aiohttp.ClientSession() as client, client.get(served.url) as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in policy
        assert "default-src 'none'" in policy
        assert "http" not in await answer.text()


async def test_when_the_room_is_full_the_next_one_is_told(serve: Callable[..., Any]) -> None:
    served = serve("lowest", "--visitors", "1")
    own = {"Origin": served.url.rstrip("/")}
    async with aiohttp.ClientSession() as client, client.ws_connect(f"{served.url}ws", headers=own) as visit:
        await visit.receive()
        async with client.get(served.url) as answer:
            assert answer.status == 503
            assert "The room is full: 1 lab at once" in await answer.text()
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await client.ws_connect(f"{served.url}ws", headers=own)
