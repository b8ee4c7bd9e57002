"""The lab where standard error does not go to the terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any


def test_errors_in_a_file_leave_the_screen_where_it_is(start: Callable[..., Any], tmp_path: Path) -> None:
    """`bpe-play tiny 2> log` draws on the terminal all the same, and nothing of the screen is in the log."""
    screen = start("tiny", errors=tmp_path / "log")
    screen.wait("bpe-play").wait("Merges")
    screen.press("ctrl+q")
    assert screen.wait_end() == 0
    assert (tmp_path / "log").read_bytes() == b""
