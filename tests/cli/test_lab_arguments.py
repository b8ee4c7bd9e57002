"""`bpe-play [FILE] [OPTIONS]`: what the lab is told, and what is refused before it takes the screen."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

Cli = Callable[..., Any]

NOTHING: dict[str, Any] = {
    "source": None,
    "split": None,
    "ties": None,
    "vocab_size": None,
    "text": None,
    "theme": None,
    "mouse": True,
    "code": None,
}


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the lab is told; it does not open."""
    calls: list[dict[str, Any]] = []

    def run(**options: Any) -> int:
        calls.append(options)
        return 0

    app = ModuleType("bpe_play.tui.app")
    app.run = run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "bpe_play.tui.app", app)
    return calls


def test_without_a_word_nothing_is_told(cli: Cli, told: list[dict[str, Any]]) -> None:
    assert cli().status == 0
    assert told == [{}]


def test_everything_is_told(cli: Cli, told: list[dict[str, Any]]) -> None:
    cli(
        *("--split", r"\w+", "tiny", "--ties", "lowest-ids", "--vocab-size", "512"),
        *("--text", "ñ", "--theme", "bpe-light", "--no-mouse", "--code", "my.py"),
    )
    assert told == [
        {
            "source": "tiny",
            "split": r"\w+",
            "ties": "lowest-ids",
            "vocab_size": 512,
            "text": "ñ",
            "theme": "bpe-light",
            "mouse": False,
            "code": "my.py",
        }
    ]


def test_the_key_protocol_of_old_is_one_flag_away(
    cli: Cli, told: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Textual reads the variable when it is loaded, so it is set before."""
    monkeypatch.delenv("TEXTUAL_DISABLE_KITTY_KEY", raising=False)
    monkeypatch.setattr(os, "environ", os.environ.copy())
    cli("tiny")
    assert "TEXTUAL_DISABLE_KITTY_KEY" not in os.environ
    cli("--plain-keys", "tiny")
    assert os.environ["TEXTUAL_DISABLE_KITTY_KEY"] == "1"


def test_a_file_that_is_called_like_a_command(
    cli: Cli, told: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "train").write_bytes(b"x")
    monkeypatch.chdir(tmp_path)
    cli("./train")
    cli("--no-mouse", "train")
    assert [call["source"] for call in told] == ["./train", "train"]


def test_standard_input_is_passed_on_unread(cli: Cli, told: list[dict[str, Any]]) -> None:
    cli("-")
    assert told == [NOTHING | {"source": "-"}]


def test_a_missing_file_is_said_before_the_lab_opens(cli: Cli, told: list[dict[str, Any]]) -> None:
    assert cli("missing.txt").status == 2
    assert told == []


def test_the_status_of_the_lab_is_the_status(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    app = ModuleType("bpe_play.tui.app")
    app.run = lambda **_: 7  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "bpe_play.tui.app", app)
    assert cli().status == 7


def test_the_themes_are_those_there_are() -> None:
    from bpe_play.tui import lab_arguments, themes

    assert tuple(theme.name for theme in themes.THEMES) == lab_arguments.THEMES
