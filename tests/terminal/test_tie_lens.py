"""A tie in front of a room: both futures, the other winner, and the same in a second terminal."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

F8 = "\x1b[19~"


def fingerprint(screen: Any) -> str:
    found = re.search("#([0-9A-F]{4})", screen.wait(lambda seen: "#" in seen.lines[0]).lines[0])
    assert found is not None
    return found[1]


def test_another_winner_is_taken_handed_out_and_taken_back(
    start: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    screen = start("tiny", "--vocab-size", "280")
    as_the_rule_says = fingerprint(screen)
    screen.press("g").wait("go to step").type("7").press("enter").wait(" 7 / 23")
    screen.press("T").wait("3 pairs occur 3 times").press("down").wait("They meet again after step 8")
    screen.press("enter").wait("first seen   7: ␣ran").wait(" 7 / 23")
    chosen = fingerprint(screen)
    assert chosen != as_the_rule_says

    screen.press(F8).wait("the code is all that is needed")
    found = re.search("bpe-play open ([0-9A-Z-]+)", screen.text)
    assert found is not None
    second = start("open", found[1])
    second.wait("The same as in the hand-out").wait("first seen   7: ␣ran")
    assert fingerprint(second) == chosen
    second.press("ctrl+q")
    assert second.wait_end() == 0

    screen.press("esc").wait("s split").press("u").wait_gone("7: ␣ran").wait(" 7 / 23")
    assert fingerprint(screen) == as_the_rule_says
    screen.press("ctrl+q")
    assert screen.wait_end() == 0
