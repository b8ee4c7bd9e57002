"""The glitch screen in a real pseudo-terminal, by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def test_solid_gold_magikarp_is_found_by_typing(start: Callable[..., Any]) -> None:
    screen = start("tiny")
    screen.wait("Corpus").press("3").wait("Tokens of r50k_base").wait("50,257")
    screen.press("/").wait("esc").type(" SolidGoldMag").wait("43453")
    screen.wait("18 bytes").wait("20 53 6F 6C")

    # Why it is there, and what later vocabularies make of it.
    screen.press("esc").wait("space start").press("k").wait("People who count").wait("35764")
    assert "22925  26509 34015 1609 8035" in screen.text
    screen.press("ctrl+q")
    assert screen.wait_end() == 0


def test_glitch_tokens_of_the_ready_pair_and_a_stop(start: Callable[..., Any]) -> None:
    screen = start("tiny", columns=120, rows=40)
    screen.wait("Corpus").press("3").wait("Tokens of r50k_base").press("m").wait("space: make glitch tokens")
    screen.press(" ").wait("11 glitch").wait("␣Quorblewick")
    screen.wait("A toy stands in for a large model.")
    screen.wait("Glitch rows moved 0, the median used row", 120).wait("never read")
    screen.press("down").wait("Voted in A for").wait("posted by")

    screen.press(" ").wait("training the toy model on B").press("esc").wait("not trained to its end")
    screen.press("ctrl+q")
    assert screen.wait_end() == 0
