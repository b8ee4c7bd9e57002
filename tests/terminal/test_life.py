"""However the program ends, its terminal is restored, its state is kept, and nobody is left behind."""

from __future__ import annotations

import os
import random
import re
import signal
import termios
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Start = Callable[..., Any]

ENDINGS: dict[str, Callable[[Any], object]] = {
    "ctrl+q": lambda screen: screen.press("ctrl+q"),
    "SIGTERM": lambda screen: screen.signal(signal.SIGTERM),
    "SIGHUP": lambda screen: screen.signal(signal.SIGHUP),
    "SIGINT": lambda screen: screen.signal(signal.SIGINT),
}


@pytest.fixture
def long_corpus(tmp_path: Path) -> Path:
    """A file that takes many seconds to be learned."""
    path = tmp_path / "long"
    path.write_bytes(random.Random(0).randbytes(200_000))
    return path


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    if not Path("/proc/self/stat").exists():
        pytest.skip("this system has no /proc to look for processes")
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = stat.read_text("latin-1").rpartition(")")[2].split()[1]
        except OSError:  # it has ended meanwhile
            continue
        if int(parent) == pid:
            found.append(int(stat.parent.name))
    return found


def assert_restored(screen: Any) -> None:
    """The terminal is as a shell wants it: the first screen, a cursor, no mouse, lines that echo."""
    output = bytes(screen.output)
    for on, off in ((b"\x1b[?1049h", b"\x1b[?1049l"), (b"\x1b[?25l", b"\x1b[?25h")):
        assert output.rfind(on) < output.rfind(off)
    for mode in (b"1000", b"1003", b"1006", b"2004", b"1004"):
        assert output.rfind(b"\x1b[?%sh" % mode) < output.rfind(b"\x1b[?%sl" % mode)
    flags = termios.tcgetattr(screen._fd)[3]
    assert flags & termios.ECHO
    assert flags & termios.ICANON
    assert flags & termios.ISIG
    assert b"Traceback" not in output


@pytest.mark.parametrize("how", ENDINGS)
def test_the_end_restores_the_terminal_and_keeps_the_state(start: Start, how: str) -> None:
    screen = start("tiny", "--vocab-size", "280", "--text", "Nan ran")
    screen.wait("23 / 23").press("left").wait("22 / 23")
    ENDINGS[how](screen)
    assert screen.wait_end() == 0
    assert_restored(screen)
    again = start()
    again.wait("22 / 23").wait("Nan ran")


@pytest.mark.parametrize("how", ENDINGS)
def test_the_end_leaves_no_trainer_behind(
    start: Start, long_corpus: Path, wait_gone: Callable[[int], None], how: str
) -> None:
    screen = start(str(long_corpus), "--split", "none", "--vocab-size", "100000")
    screen.wait(lambda seen: re.search(r"learning [1-9]", seen.text) is not None)
    trainers = children(screen.pid)
    assert trainers
    ENDINGS[how](screen)
    assert screen.wait_end() == 0
    for trainer in trainers:
        wait_gone(trainer)
    assert_restored(screen)


def test_a_terminal_that_is_closed_ends_the_program(
    start: Start, long_corpus: Path, wait_gone: Callable[[int], None]
) -> None:
    screen = start(str(long_corpus), "--split", "none", "--vocab-size", "100000", "--text", "kept")
    screen.wait(lambda seen: re.search(r"learning [1-9]", seen.text) is not None)
    pids = [screen.pid, *children(screen.pid)]
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, screen._fd)
    os.close(nothing)
    for pid in pids:
        wait_gone(pid)
    start().wait("kept")


def test_the_lab_that_is_killed_leaves_no_trainer_behind(
    start: Start, long_corpus: Path, wait_gone: Callable[[int], None]
) -> None:
    screen = start(str(long_corpus), "--split", "none", "--vocab-size", "100000")
    screen.wait(lambda seen: re.search(r"learning [1-9]", seen.text) is not None)
    trainers = children(screen.pid)
    screen.signal(signal.SIGKILL)
    assert screen.wait_end() == -signal.SIGKILL
    for trainer in trainers:
        wait_gone(trainer)


def test_ctrl_c_tells_how_to_quit_and_loses_nothing(start: Start) -> None:
    screen = start("tiny", "--vocab-size", "280", "--text", "")
    screen.wait("23 / 23").press("left", "ctrl+c").wait("ctrl+q quits")
    screen.press("e").wait("esc leave").type("so").press("ctrl+c").wait("2 tokens").press("f2").wait(
        "21 / 23"
    )
    screen.press("f1").wait("Keys").press("ctrl+c").wait_quiet()
    screen.press("ctrl+q")
    assert screen.wait_end() == 0
    assert_restored(screen)


def test_bytes_that_are_not_utf8_are_typed_and_do_no_harm(start: Start) -> None:
    screen = start("tiny", "--vocab-size", "280", "--text", "")
    screen.wait("23 / 23")
    screen.send(b"\xff\xfe\xc3")
    screen.press("e").wait("esc leave")
    screen.send(b"a\xffb")
    screen.wait("a�b").wait("5 bytes").wait("round trip ✓")
    screen.press("ctrl+q")
    assert screen.wait_end() == 0


def test_a_megabyte_is_pasted(start: Start) -> None:
    screen = start("tiny", "--vocab-size", "280", "--text", "")
    screen.wait("23 / 23").press("e").wait("esc leave")
    screen.paste("strawberry ñ\n" * 75_000)
    screen.wait("1,050,000 bytes").wait("round trip ✓").wait("975,000 characters pasted")
    screen.press("esc").wait("space play").press("end").wait("at byte 1,049,999 of 1,050,000")
    screen.press("ctrl+q")
    assert screen.wait_end() == 0


def test_a_corpus_comes_by_a_pipe_and_keys_by_the_terminal(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"aaabdaaabac\n" * 9)
    screen = start("-", "--vocab-size", "259", "--split", "none", piped=path)
    screen.wait("standard input").wait("108 B").wait("3 / 3")
    screen.press("t").wait("lowest ids").wait("3 / 3").press("left").wait("2 / 3")
    screen.press("ctrl+q")
    assert screen.wait_end() == 0
    assert_restored(screen)


class TestColours:
    """Token borders are drawn, so that they are there without any colour."""

    TEXT = "strawberry"

    def shown(self, start: Start, env: dict[str, str]) -> bytes:
        screen = start("tiny", "--vocab-size", "280", "--text", self.TEXT, env=env)
        screen.wait("23 / 23").wait("│ text  s  │t  │r  a │w  │b │e  │r  │r  │y").press("ctrl+q")
        assert screen.wait_end() == 0
        return bytes(screen.output)

    def test_none(self, start: Start) -> None:
        output = self.shown(start, {"NO_COLOR": "1"})
        colours = set(re.findall(rb"[34]8;2;(\d+);(\d+);(\d+)", output))
        assert all(red == green == blue for red, green, blue in colours), "greys are no hue"

    def test_sixteen(self, start: Start) -> None:
        output = self.shown(start, {"TERM": "xterm", "COLORTERM": ""})
        assert re.findall(rb"[34]8;[25];", output) == []

    def test_a_terminal_that_says_nothing_of_itself(self, start: Start) -> None:
        self.shown(start, {"TERM": "", "COLORTERM": ""})
