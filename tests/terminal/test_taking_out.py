"""A copy in a real terminal, which may or may not take what is sent to its clipboard."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


def test_a_copy_goes_to_the_terminals_clipboard_and_into_a_file_that_is_named(
    start: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    screen = start("lowest", "--split", "none", "--vocab-size", "262", "--text", "שלום a\x1b[2J")
    screen.wait("#").press("y").wait("bpe-play-copy.txt")
    found = re.search(rb"\x1b\]52;c;([A-Za-z0-9+/=]+)\x07", bytes(screen.output))
    assert found is not None
    copied = base64.b64decode(found[1]).decode()
    assert "step" in copied
    assert (tmp_path / "bpe-play-copy.txt").read_text() == copied
    screen.press("ctrl+q")
    assert screen.wait_end() == 0
    assert bytes(screen.output).count(b"\x1b[8l") == bytes(screen.output).count(b"\x1b[8h") == 1
