"""The first lesson, in a real pseudo-terminal of 100 by 30, by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ALICE_AFTER_12 = "12 / 256"


@pytest.fixture
def alice_path(shared: Path) -> str:
    path = shared / "texts" / "alice.txt"
    if not path.is_file():
        pytest.skip("texts/alice.txt is not there")
    return str(path)


def test_alice_from_bytes_to_the_twelfth_merge(start: Callable[..., Any], alice_path: str) -> None:
    screen = start(alice_path)
    screen.wait("alice.txt")

    # No split and 512 entries, chosen in the lab.
    screen.press("s").wait("Split: the pre-tokenizer")
    screen.press("home", "enter").wait("split none")
    screen.press("v").wait("vocabulary size: 256 bytes")
    screen.type("512").press("enter").wait("256 / 256", 120)
    assert "ties first seen" in screen.text
    assert "151 kB" in screen.text

    # Scrub to the twelfth merge: the word “the” between its spaces, found by counting.
    screen.press("g").wait("go to step").type("12").press("enter").wait(ALICE_AFTER_12)
    screen.wait(lambda seen: any("12" in line and "␣the␣" in line and "1,270" in line for line in seen.lines))

    # Type at the newest step, and read the figures.
    screen.press("end").wait("256 / 256")
    screen.press("e").wait("esc leave")
    screen.press("ctrl+a").type("café — naïve — 日本語")
    screen.wait("23 tokens").wait("round trip ✓")

    # Walk along its tokens: é is torn in two, 語 in three.
    screen.press("esc").wait("space play")
    screen.press("right", "right").wait("byte 1 of 2 of U+00E9")
    screen.press("right").wait("byte 2 of 2 of U+00E9")
    screen.press("end").wait("byte 3 of 3 of U+8A9E")

    # Search for “ the ” and open its evidence.
    screen.press("/").wait("find token").type(" the ").press("enter").wait(ALICE_AFTER_12)
    screen.press("enter").wait("Step 12:")
    screen.wait("1,270").wait("lines of the corpus").wait("␣th")
    screen.press("esc").wait_gone("Step 12:")

    screen.press("ctrl+q")
    assert screen.wait_end() == 0
