"""`bpe-play serve` before anybody comes: what it says, and what it refuses."""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bpe_play.tui.cli import main
from bpe_play.tui.commands.parser import CommandError
from bpe_play.tui.commands.serve import words_for_visitors
from bpe_play.tui.serve.address import find
from bpe_play.tui.serve.visitor import lab_for

CHECKOUT_ENV = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2] / ".dev")}


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line with which the command ends."""
    assert main(["serve", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def test_without_the_extra_it_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bpe_play.tui.commands.serve.find_spec", lambda name: None)
    assert "pip install 'bpe-play[serve]'" in said(capsys)


def test_a_port_in_use_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"Port {port} is in use" in said(capsys, "--port", port)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--port", "70000"), "whole number from 0 to 65,535"),
        (("--host", ""), "There is no address for the host ''"),
        (("-",), "Standard input cannot be read by every visitor"),
        (("no/such/file",), "no/such/file"),
        (("--split", "gpt3"), "There is no split named 'gpt3'"),
    ],
)
def test_what_cannot_be_is_said_before_anybody_comes(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    assert sentence in said(capsys, *words)


def test_an_address_of_another_machine_cannot_be_taken() -> None:
    with pytest.raises(CommandError, match="no address of this machine"):
        find("203.0.113.7", 0).listen()


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "127.0.0.2"])
def test_nothing_is_warned_of_on_the_loopback_address(host: str) -> None:
    assert find(host, 8000).warning == ""


def test_serving_beyond_this_machine_is_warned_of_first(serve: Callable[..., Any]) -> None:
    served = serve("lowest", "--host", "0.0.0.0")
    assert served.first_line.startswith("The lab is at http://")
    assert served.errors.startswith("warning: anybody who can reach port")
    assert "with your rights" in served.errors
    assert "no password and no encryption" in served.errors


def test_it_is_bound_to_the_loopback_address_unless_told_otherwise(serve: Callable[..., Any]) -> None:
    served = serve("lowest")
    assert served.url.startswith("http://127.0.0.1:")
    assert served.errors == ""
    assert served.end() == (0, "")


def test_a_file_is_found_from_the_folder_of_every_visitor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own.txt").write_text("low lower")
    monkeypatch.chdir(tmp_path)
    options = argparse.Namespace(
        file="own.txt", vocab_size=None, split="none", ties=None, text="-x", theme=None
    )
    app = lab_for(words_for_visitors(options))
    assert app.lab.state.source == app.rights.given == str(tmp_path / "own.txt")
    assert app.lab.state.text == b"-x"


def test_nothing_of_it_is_loaded_by_the_lab_itself() -> None:
    code = "import bpe_play.tui.cli, bpe_play.tui.app, sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], env=CHECKOUT_ENV, capture_output=True, text=True, check=True
    )
    assert not {name.partition(".")[0] for name in done.stdout.split()} & {
        "aiohttp",
        "jinja2",
        "textual_serve",
    }
    assert "bpe_play.tui.serve" not in done.stdout
