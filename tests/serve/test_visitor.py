"""The process of one visitor: its size, and what it may take."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from textual import events
from textual.drivers import web_driver
from textual.geometry import Size

from bpe_play.tui.serve.driver import VisitorDriver
from bpe_play.tui.serve.visit import Visit
from bpe_play.tui.serve.visitor import MEMORY, lab_for


def test_it_begins_in_the_size_of_the_page_and_not_of_the_servers_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    socket: Any = SimpleNamespace(send_bytes=None, send_str=None, close=None)
    environment = Visit(["lowest"], socket)._build_environment(120, 33)
    assert (environment["COLUMNS"], environment["ROWS"], environment["LINES"]) == ("120", "33", "33")


async def test_a_size_that_comes_while_the_lab_begins_is_the_last_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(web_driver, "InputReader", lambda: None)  # nothing is read here
    app = lab_for(["lowest"])
    app.lab.training.asked_for = True  # no trainer: nothing here needs one
    async with app.run_test(size=(100, 30)) as pilot:
        VisitorDriver(app).on_meta("resize", {"width": 90, "height": 28})
        app.post_message(events.Resize(Size(100, 30), Size(100, 30)))  # what it begins with, a moment late
        await pilot.pause()
        await pilot.pause()
        assert app.size == app.screen.outer_size == (90, 28)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the limits of other processes")
async def test_a_visitors_memory_is_limited(serve: Callable[..., Any]) -> None:
    served = serve("lowest")
    own = {"Origin": served.url.rstrip("/")}
    async with aiohttp.ClientSession() as client, client.ws_connect(f"{served.url}ws", headers=own) as visit:
        await visit.receive()
        lab = served.children[0]
        (line,) = [
            line
            for line in Path(f"/proc/{lab}/limits").read_text().splitlines()
            if line.startswith("Max address space")
        ]
        soft, hard = line.split()[3:5]
        assert soft == hard
        assert MEMORY < int(soft) < 2 * MEMORY
