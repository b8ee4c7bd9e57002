"""What stands in the panes of the code screen, as lines for a width. Plain functions of a CodeState."""

from __future__ import annotations

from collections.abc import Sequence

from bpe_play.engine.counted import counted
from bpe_play.tui.code_state import CodeState
from bpe_play.tui.learner.exercises import EXERCISES
from bpe_play.tui.learner.faults import Fault
from bpe_play.tui.learner.parts import PARTS
from bpe_play.tui.learner.report import Checked, Report
from bpe_play.tui.screens.code_lists import list_lines, trip_lines, wrong_trip_lines
from bpe_play.tui.screens.code_words import made_of, verdict
from bpe_play.tui.visible import plain
from bpe_play.tui.widgets.pieces import Line, Piece, left, text_of
from bpe_play.tui.widgets.python_ink import line_spans
from bpe_play.tui.widgets.wrapping import BAD, GOOD, fold, hanging, wrap

_LONGEST_PRINT = 1_000  # lines that are shown
_LONGEST_LINE = 400
LAST_HINT, SOLUTION = "Hint ", "A solution:"  # how their lines begin


# -- the result


def result_lines(state: CodeState, width: int) -> list[Line]:
    """What came of the last run, and what is left of the last one that worked."""
    blocks = []
    if state.checked is not None:
        blocks.append(checked_lines(state.checked, width))
    if state.fault is not None:
        blocks.append(fault_lines(state.fault, state.saved, width))
    if state.report is not None:
        blocks.append(report_lines(state, state.report, width))
    if not blocks:
        words = "running …" if state.is_running else "Nothing has run yet: ctrl+s saves and runs."
        return hanging("", words, width, "dim")
    return [line for block in blocks for line in [*block, []]][:-1]


def checked_lines(checked: Checked, width: int) -> list[Line]:
    """What came of an exercise."""
    if checked.good:
        words = f"Right, on all {checked.total:,} inputs.  n: the next exercise"
        return hanging(GOOD, words, width, "good")
    passed = f"{checked.passed:,} of {checked.total:,} inputs are right. The smallest that is not:"
    head = hanging(BAD, passed, width, "bad")
    rows = [("call", checked.call), ("gives", checked.gave), ("due", checked.due)]
    names = 6
    for name, value in rows:
        lines = wrap(plain(value), width - names - 2)
        for number, line in enumerate(lines):
            head.append([Piece("  " + left(name if number == 0 else "", names), "dim"), Piece(line)])
    return head


def fault_lines(fault: Fault, source: str, width: int) -> list[Line]:
    """What stopped the file, its own line, and what to do."""
    lines = hanging(BAD, plain(fault.title), width, "bad")
    code = source.split("\n")[fault.line - 1] if 0 < fault.line <= source.count("\n") + 1 else ""
    if code.strip():
        lines += fold([Piece(f"  {fault.line} │ ", "dim"), *code_line(code.strip())], width)
    if fault.hint:
        lines += hanging("  ", plain(fault.hint), width, "dim")
    return lines


def code_line(code: str) -> Line:
    """A line of Python in its inks."""
    pieces, done = [], 0
    for span in line_spans(code):
        pieces += [Piece(plain(code[done : span.start])), Piece(plain(code[span.start : span.end]), span.ink)]
        done = span.end
    return [*pieces, Piece(plain(code[done:]))]


def report_lines(state: CodeState, report: Report, width: int) -> list[Line]:
    """The verdict, the notes, the round trips, and the two lists side by side."""
    ink = "good" if report.difference is None else "lead"
    sign = GOOD if report.difference is None else "≠ "
    lines: list[Line] = [[Piece("From the last run that worked:", "dim")]] if state.is_old else []
    lines += hanging(sign, verdict(report, state.lab.state.ties), width, ink)
    lines += hanging("  ", made_of(report), width, "dim")
    for note in report.notes:
        lines += hanging("! ", plain(note), width, "accent")
    lines += wrong_trip_lines(report, width)
    return [*lines, [], *list_lines(report, width), [], *trip_lines(report, width)]


# -- prints


def print_lines(printed: bytes, width: int) -> list[Line]:
    """The last lines that the program printed; what would move the cursor is written out."""
    if not printed:
        return [[Piece("Nothing printed.", "dim")]]
    last = printed.removesuffix(b"\n").rsplit(b"\n", _LONGEST_PRINT)
    skipped = last[0].count(b"\n") + 1 if len(last) > _LONGEST_PRINT else 0
    shown: list[Line] = [[Piece(f"… {counted(skipped, 'line')} before", "dim")]] if skipped else []
    for data in last[-_LONGEST_PRINT:]:
        line = data[: 4 * _LONGEST_LINE].decode("utf-8", "backslashreplace")
        cropped = line[:_LONGEST_LINE] + ("…" if len(line) > _LONGEST_LINE else "")
        shown += [[Piece(part)] for part in wrap(plain(cropped.replace("\t", "    ")), width, keep=True)]
    return shown


# -- the exercise


def task_lines(state: CodeState, reveals: bool, width: int) -> list[Line]:
    """The task, the hints that were asked for, and the solution if it is revealed; or what there is to do."""
    exercise = state.exercise
    if exercise is None:
        return overview_lines(state, width)
    lines = [[Piece(line)] for line in wrap(exercise.task, width)]
    for number, hint in enumerate(exercise.hints[: state.hints], 1):
        lines += [[], *hanging(f"Hint {number}: ", hint, width, "text")]
    more = len(exercise.hints) - state.hints
    offers = [f"h: a hint ({more} more)"] if more else []
    if reveals:
        lines += [[], [Piece(SOLUTION, "dim")]]
        for line in exercise.solution.rstrip().split("\n"):
            lines += fold(code_line(line), width)
    offers.append("a: hide the solution" if reveals else "a: a solution")
    return [*lines, [], *hanging("", "   ".join(offers), width, "dim")]


def line_of(lines: Sequence[Line], heading: str) -> int:
    """The number of the last line that begins so; 0 if there is none."""
    found = [number for number, line in enumerate(lines) if heading and text_of(line).startswith(heading)]
    return found[-1] if found else 0


def overview_lines(state: CodeState, width: int) -> list[Line]:
    """What a file may define, and the exercises."""
    lines = hanging("", "A file may define any of these; the engine supplies the rest.", width, "dim")
    for part in PARTS.values():
        lines += fold([Piece("  "), *code_line(part.call)], width)
    lines += [*hanging("  ", "or a class with train, encode, decode and merges", width, "dim"), []]
    lines.append([Piece("x: exercises", "dim")])
    for exercise in EXERCISES.values():
        done = exercise.key in state.kept.done
        sign = Piece(GOOD if done else "  ", "good")
        lines.append([sign, Piece(f"{exercise.number} {exercise.title}", "dim" if done else "text")])
    return lines
