"""Stopping a run: at any time, in whatever it does, and it says where it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bpe_play.tui.learner.limits import Limits
from bpe_play.tui.learner.run import LearnerRun

Begin = Callable[..., LearnerRun]


def until_it_prints(run: LearnerRun) -> None:
    """Until the file is being run; it says so with its first print."""
    while not run.printed and not run.has_ended:
        run._printer.join(0.01)


def test_a_stop_says_in_which_line(begin: Begin, end_of: Callable[[LearnerRun], Any]) -> None:
    run = begin("print('x')\ndef spin():\n    while True:\n        pass\nspin()\n")
    until_it_prints(run)
    run.stop()
    run.stop()
    run.wait()
    fault = end_of(run).fault
    assert fault.title in (
        "Line 3, in spin: stopped here",
        "Line 4, in spin: stopped here",
        "Line 5: stopped here",
    )
    assert fault.line in (3, 4, 5)


def test_a_stop_before_anything_has_begun(begin: Begin, end_of: Callable[[LearnerRun], Any]) -> None:
    run = begin("while True:\n    pass\n", b"x" * 10_000_000)
    run.close()
    assert "stopped" in end_of(run).fault.title


def test_a_stop_of_what_does_not_listen(begin: Begin, end_of: Callable[[LearnerRun], Any]) -> None:
    run = begin("print('x', flush=True)\n10 ** 10 ** 9\n", limits=Limits(seconds=30, grace=0.1))
    until_it_prints(run)
    run.close()
    assert end_of(run).fault.title == "The run was stopped"


def test_a_stop_after_the_end_changes_nothing(begin: Begin, end_of: Callable[[LearnerRun], Any]) -> None:
    run = begin("x = 1\n")
    run.wait()
    run.close()
    assert end_of(run).report is not None


def test_the_process_goes_when_the_lab_is_gone(begin: Begin) -> None:
    """The lab's end of the pipe closes when the lab ends, however it ends."""
    run = begin("print('x')\nwhile True:\n    pass\n")
    until_it_prints(run)
    assert run._process.stdin is not None
    run._process.stdin.close()
    run.wait()
    assert run._process.returncode == 0, "it has ended by itself"
