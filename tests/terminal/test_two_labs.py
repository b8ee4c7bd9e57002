"""Two labs at once, with one folder for their state: neither spoils it, and the one that saved last is kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Start = Callable[..., Any]
STEPS = 12


def test_two_labs_at_once_keep_one_whole_state(start: Start, tmp_path: Path) -> None:
    one = start("tiny", "--vocab-size", "280", "--text", "of the one").wait("23 / 23")
    two = start("lowest", "--vocab-size", "262", "--text", "of the other").wait("6 / 6")
    found = []
    for step in range(STEPS):
        one.press("left").wait(f"{22 - step} / 23")
        two.press("home" if step % 2 else "end").wait(f"{0 if step % 2 else 6} / 6")
        found += [json.loads(path.read_text("utf-8")) for path in tmp_path.rglob("state.json")]
    assert {(each["source"], each["vocab_size"]) for each in found} <= {("tiny", 280), ("lowest", 262)}

    for screen in (two, one):
        screen.press("t").wait("ties lowest").press("ctrl+q")
        assert screen.wait_end() == 0
        assert b"Traceback" not in screen.output
    assert len(list(tmp_path.rglob("state.json"))) == 1
    assert not list(tmp_path.rglob("*.tmp*"))
    start().wait("of the one").wait("ties lowest")
