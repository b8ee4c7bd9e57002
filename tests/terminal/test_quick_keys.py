"""What is typed faster than the lab can draw is not lost: each of these comes in one burst of bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Start = Callable[..., Any]


def test_a_step_a_text_and_a_search_in_one_burst_each(start: Start) -> None:
    screen = start("--text", "x")
    screen.wait("768 / 768")
    screen.type("g400\r").wait(" 400 / 768")
    screen.type("g0\rg7\r").wait(" 7 / 768")
    screen.type("ezorg 123\x1b").wait("z  │o  │r").wait_quiet().wait_gone("esc leave")  # drawn to its end
    screen.type("/the\r").wait(" 5 / 768")
    screen.type("213451g300\r").wait(" 300 / 768")


def test_a_burst_before_the_first_picture(start: Start) -> None:
    """As soon as the program has taken the terminal."""
    screen = start("--text", "x")
    screen.wait(lambda seen: b"\x1b[?1049h" in seen.output)
    screen.type("eabc").wait("xabc").wait("esc leave")
