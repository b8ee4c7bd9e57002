"""Long work says how far it is, short work says nothing."""

from __future__ import annotations

import io

import pytest

from bpe_play.tui.commands.progress import Progress


class Clock:
    """A time that tests set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_line_is_rewritten_and_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    clock = Clock()
    line = Progress(clock=clock)
    for clock.now, number in ((0.5, 1), (1.0, 1000), (1.1, 1001), (1.3, 1002)):
        line.update("step {:,}", number)
    line.clear()
    assert stream.getvalue() == "\r\x1b[Kstep 1,000\r\x1b[Kstep 1,002\r\x1b[K"


def test_a_file_gets_whole_lines_and_few(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    clock = Clock()
    line = Progress(clock=clock)
    for clock.now in (0.5, 1.0, 2.0, 5.9, 6.0):
        line.update("at {}", int(clock.now))
    line.clear()
    assert stream.getvalue() == "at 1\nat 6\n"


def test_quiet_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    clock = Clock()
    line = Progress(quiet=True, clock=clock)
    clock.now = 9.0
    line.update("x")
    line.clear()
    assert stream.getvalue() == ""


def test_what_cannot_say_how_far_it_is_says_that_it_began(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    Progress(clock=lambda: 0.0).begin("cutting {:,} bytes into pieces", 5_000_000)
    assert stream.getvalue() == "cutting 5,000,000 bytes into pieces\n"
