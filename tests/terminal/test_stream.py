"""The stream screen in a real pseudo-terminal, by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def test_the_robot_in_cl100k_step_by_step_and_cut(start: Callable[..., Any]) -> None:
    screen = start("tiny")
    screen.wait("bpe-play").wait("Corpus").press("2").wait("Wire")

    # The example brings its vocabulary with it.
    screen.press("o").wait("What is streamed").press("home", "down", "down", "enter")
    screen.wait("🤖 in cl100k").wait("9468").wait("token 0 of 4")

    # Token by token: only the third one completes the character.
    screen.press("right").wait("2 bytes pending, 2 owed").wait("11110 000")
    screen.press("right").wait("3 bytes pending, 1 owed").wait("U+1F900–U+1F93F")
    screen.press("right").wait("U+1F916 is complete").wait_gone("pending")

    # Back into the middle of it, and the line is cut.
    screen.press("left").wait("3 bytes pending, 1 owed")
    screen.press("c").wait("cut, 2 never come")
    screen.press("right").wait("flushed").wait("one U+FFFD for F0 9F A4")

    # Byte by byte, from the start, without the cut.
    screen.press("left", "c", "b", "home").wait("byte 0 of 7")
    screen.press("right").wait("1 byte pending, 3 owed")
    screen.press("end").wait("flushed")

    screen.press("ctrl+q")
    assert screen.wait_end() == 0


def test_a_text_is_pasted_and_played(start: Callable[..., Any]) -> None:
    screen = start("tiny", columns=80, rows=24)
    screen.wait("Corpus").press("2").wait("Wire")
    screen.press("e").wait("esc leave").press("ctrl+a").paste("añ日").wait("⟨E6⟩")
    screen.press("esc").wait("space play").press("+", "+", "+").wait("space plays 16")
    screen.press(" ").wait("flushed")
    screen.wait("U+FFFD")
    assert any("incremental" in line and "añ日" in line.replace("日 ", "日") for line in screen.lines)
    screen.press("ctrl+q")
    assert screen.wait_end() == 0
