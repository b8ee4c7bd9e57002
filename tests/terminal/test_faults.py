"""What goes wrong around the lab or in it: the terminal is restored, the state is kept, nobody is left behind."""

from __future__ import annotations

import os
import re
import signal
import stat
import termios
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Start = Callable[..., Any]
WaitGone = Callable[[int], None]

# The program with a handler that fails: `t` in the lab.
WITH_A_FAULT = """
import sys
from bpe_play.tui.cli import main
from bpe_play.tui.screens import lab
def fails(self):
    secret = self.lab.state.text
    raise RuntimeError("\\x1b[2J what was not expected")
lab.LabScreen.action_ties = fails
sys.exit(main(sys.argv[1:]))
"""
SLOW_LESSON = "def choose(counts):\n    while True:\n        pass\n"


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    if not Path("/proc/self/task").exists():
        pytest.skip("this system has no /proc to look for processes")
    listed = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for tasks in listed for child in tasks.read_text().split()]


def assert_restored(screen: Any) -> None:
    output = bytes(screen.output)
    for on, off in (
        (b"\x1b[?1049h", b"\x1b[?1049l"),
        (b"\x1b[?25l", b"\x1b[?25h"),
        (b"\x1b[?2004h", b"\x1b[?2004l"),
    ):
        assert output.rfind(on) < output.rfind(off)
    assert termios.tcgetattr(screen._fd)[3] & termios.ECHO


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    """A corpus that takes many seconds to be learned."""
    path = tmp_path / "endless"
    path.write_bytes(os.urandom(200_000))
    return path


def test_a_fault_in_a_handler_is_one_line_and_costs_no_state(start: Start, tmp_path: Path) -> None:
    screen = start("tiny", "--vocab-size", "280", "--text", "kept words", script=WITH_A_FAULT)
    screen.wait("23 / 23").press("left").wait("22 / 23").press("t")
    assert screen.wait_end() == 1
    assert_restored(screen)
    after = bytes(screen.output).rpartition(b"\x1b[?1049l")[2].replace(b"\r\n", b"")
    assert b"a fault in the program, RuntimeError" in after
    assert b"what was not expected" in after
    assert b"\x1b[2J" not in after
    assert b"Traceback" not in after
    assert b"secret" not in after
    (fault,) = tmp_path.rglob("fault.txt")
    assert stat.S_IMODE(fault.stat().st_mode) == 0o600
    assert "in fails" in fault.read_text()
    again = start()
    again.wait("22 / 23").wait("kept words")


def test_with_debug_in_the_environment_a_fault_is_shown_in_full(start: Start) -> None:
    screen = start("tiny", "--vocab-size", "280", script=WITH_A_FAULT, env={"BPE_PLAY_DEBUG": "1"})
    screen.wait("23 / 23").press("t")
    assert screen.wait_end() == 1
    assert b"Traceback" in screen.output
    assert_restored(screen)


def test_a_trainer_that_is_killed_in_a_lesson_is_said_and_the_lesson_goes_on(
    start: Start, endless: Path
) -> None:
    lesson = endless.with_name("long.toml")
    lesson.write_text(
        'title = "Long"\n[[scene]]\nshow = "It takes long."\ncorpus = "endless"\nsplit = "none"\n'
        'vocab_size = 100000\n[[scene]]\nshow = "And this is short."\ncorpus = "lowest"\nvocab_size = 262\n'
        'step = "end"\n'
    )
    screen = start("lesson", str(lesson)).wait("It takes long")
    screen.wait(lambda seen: re.search(r"learning [1-9]", seen.text) is not None)
    for trainer in children(screen.pid):
        os.kill(trainer, signal.SIGKILL)
    screen.wait("process ended before").wait("It takes long")
    screen.press("ctrl+n").wait("And this is short").wait("6 / 6")
    screen.press("ctrl+q")
    assert screen.wait_end() == 0
    assert_restored(screen)


def test_a_trainer_that_is_killed_is_said_and_the_lab_goes_on(start: Start, endless: Path) -> None:
    screen = start(str(endless), "--split", "none", "--vocab-size", "100000")
    screen.wait(lambda seen: re.search(r"learning [1-9]", seen.text) is not None)
    for trainer in children(screen.pid):
        os.kill(trainer, signal.SIGKILL)
    screen.wait("process ended before").press("left").press("t").wait(
        lambda seen: re.search(r"learning [1-9]", seen.text) is not None
    )
    screen.press("ctrl+q")
    assert screen.wait_end() == 0
    assert_restored(screen)


def test_a_learners_process_that_is_killed_is_said_and_the_lab_goes_on(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(SLOW_LESSON)
    screen = start("tiny", "--code", str(file))
    screen.wait("esc stops").wait(lambda seen: bool(children(seen.pid)))
    for learner in children(screen.pid):
        os.kill(learner, signal.SIGKILL)
    screen.wait("SIGKILL")
    screen.type("# x\n").wait("# x").press("ctrl+s").wait("esc stops").press("ctrl+q")
    assert screen.wait_end() == 0
    assert_restored(screen)


WORK: dict[str, Callable[[Any], object]] = {
    "glitch": lambda screen: screen.press("3").wait("make your own").press("m", "space"),
    "measure": lambda screen: screen.press("5").wait("Measure"),
    "code": lambda screen: screen.press("6").wait("esc leave").type(SLOW_LESSON).press("ctrl+s"),
}


@pytest.mark.parametrize("how", ["ctrl+q", "SIGKILL"])
@pytest.mark.parametrize("work", WORK)
def test_no_process_is_left_behind(
    start: Start, endless: Path, wait_gone: WaitGone, work: str, how: str
) -> None:
    screen = start(str(endless), "--vocab-size", "100000")
    screen.wait(lambda seen: re.search(r"learning [1-9]", seen.text) is not None)
    WORK[work](screen)
    screen.wait(lambda seen: len(children(seen.pid)) > 1)
    left = children(screen.pid)
    screen.press("ctrl+q") if how == "ctrl+q" else screen.signal(getattr(signal, how))
    screen.wait_end()
    for pid in left:
        wait_gone(pid)


def test_a_pipe_into_which_nobody_writes_holds_nothing_up(start: Start, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    screen = start(str(pipe), "--text", "here")
    screen.wait("reading").press("2").wait("Wire").press("1").wait("reading").press("ctrl+q")
    assert screen.wait_end() == 0
    assert_restored(screen)


def test_a_full_disk_is_said_and_what_was_kept_stays(start: Start, tmp_path: Path) -> None:
    """No file may grow beyond a few bytes: what a full disk says, without filling one."""
    screen = start("tiny", "--vocab-size", "280", "--text", "first")
    screen.wait("23 / 23").press("ctrl+q")
    assert screen.wait_end() == 0
    (state,) = tmp_path.rglob("state.json")
    before = state.read_bytes()
    limited = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))\n"
        "from bpe_play.tui.cli import main\nsys.exit(main(sys.argv[1:]))\n"
    )
    screen = start("--text", "second", script=limited)
    screen.wait("23 / 23").press("left").wait("22 / 23").wait("The state cannot be kept")
    screen.press("left").wait("21 / 23").press("ctrl+q")
    assert screen.wait_end() == 0
    assert b"the state could not be kept: file too large" in screen.output
    assert_restored(screen)
    assert state.read_bytes() == before
    assert [path.name for path in state.parent.iterdir()] == ["state.json"]
