"""A lesson in a real pseudo-terminal: given by keys alone, left, and found again where it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def test_a_lesson_is_given_and_found_again(start: Callable[..., Any]) -> None:
    screen = start("lesson", "twelfth", columns=80, rows=24)
    screen.wait("1/").wait("ctrl+r guess")

    # Predict, then reveal.
    screen.press("ctrl+r").wait("your guess").type("th").press("enter").wait("Your guess “th”: ")
    screen.wait("of 1 right").press("ctrl+r").wait_gone("Your guess")

    # Notes, and away again; the next scene, and back.
    screen.press("ctrl+t").wait("✎").press("ctrl+t").wait_gone("✎")
    screen.press("ctrl+n").wait("2/").press("ctrl+b").wait("1/").press("ctrl+n").wait("2/")

    screen.press("ctrl+q")
    assert screen.wait_end() == 0

    # The place is kept, and the list knows it.
    screen = start("lesson", "twelfth")
    screen.wait("2/")
    screen.press("ctrl+l").wait("(scene 2 of").press("esc").wait_gone("A file of your own")
    screen.press("ctrl+l").wait("A file of your own").press("end").wait("The lab stays").press("enter")
    screen.wait_gone("ctrl+n next")
    screen.press("ctrl+q")
    assert screen.wait_end() == 0


def test_without_a_terminal_a_lesson_says_so(start: Callable[..., Any]) -> None:
    screen = start("lesson", "nothing-of-the-kind")
    assert screen.wait_end() == 2
    assert "There is no lesson" in screen.text
