"""What stands in the panes of the code screen, as lines for a width. Plain functions of a CodeState."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rich.cells import cell_len

from bpe_play.engine.door import to_bytes
from bpe_play.tui.code_state import CodeState
from bpe_play.tui.learner.exercises import EXERCISES
from bpe_play.tui.learner.faults import Fault
from bpe_play.tui.learner.parts import PARTS
from bpe_play.tui.learner.report import Checked, Report, Step
from bpe_play.tui.screens.code_words import made_of, verdict
from bpe_play.tui.visible import label, plain
from bpe_play.tui.widgets.figures import grouped
from bpe_play.tui.widgets.pair_line import labels
from bpe_play.tui.widgets.pieces import Line, Piece, left, right, text_of, width_of
from bpe_play.tui.widgets.python_ink import line_spans

_GOOD, _BAD = "✓ ", "✗ "
_LONGEST_PRINT = 1_000  # lines that are shown
_LONGEST_LINE = 400
_BOTH_COUNTS_FROM = 44  # cells
_FOLDED = 4
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
        return hanging(_GOOD, words, width, "good")
    passed = f"{checked.passed:,} of {checked.total:,} inputs are right. The smallest that is not:"
    head = hanging(_BAD, passed, width, "bad")
    rows = [("call", checked.call), ("gives", checked.gave), ("due", checked.due)]
    names = 6
    for name, value in rows:
        lines = wrap(plain(value), width - names - 2)
        for number, line in enumerate(lines):
            head.append([Piece("  " + left(name if number == 0 else "", names), "dim"), Piece(line)])
    return head


def fault_lines(fault: Fault, source: str, width: int) -> list[Line]:
    """What stopped the file, its own line, and what to do."""
    lines = hanging(_BAD, plain(fault.title), width, "bad")
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
    sign = _GOOD if report.difference is None else "≠ "
    lines: list[Line] = [[Piece("From the last run that worked:", "dim")]] if state.is_old else []
    lines += hanging(sign, verdict(report, state.lab.state.ties), width, ink)
    lines += hanging("  ", made_of(report), width, "dim")
    for note in report.notes:
        lines += hanging("! ", plain(note), width, "accent")
    lines += wrong_trip_lines(report, width)
    return [*lines, [], *list_lines(report, width), [], *trip_lines(report, width)]


def wrong_trip_lines(report: Report, width: int) -> list[Line]:
    """Texts that do not come back, or are cut out of order; or a word that there are none."""
    wrong = [trip for trip in report.trips if trip.wrong]
    if not wrong and report.trips:
        return hanging(_GOOD, f"{len(report.trips)} texts are cut in rank order and come back", width, "dim")
    lines: list[Line] = []
    for trip in wrong:
        text = label(to_bytes(trip.text), 24) or "the empty text"
        lines += hanging(_BAD, f"{text} {plain(trip.wrong)}", width, "bad")
    return lines


def trip_lines(report: Report, width: int) -> list[Line]:
    """Every text of the round trips, with the tokens that the program and the engine make of it."""
    if not report.trips:
        return []
    room = max(width - 22, 8)
    lines = [[Piece(f"  {left('round trip', room)} {'tokens':>8} {'engine':>8}", "dim")]]
    for trip in report.trips:
        text = left(label(to_bytes(trip.text), room) or "(empty)", room)
        sign = Piece(_BAD, "bad") if trip.wrong else Piece(_GOOD, "good")
        lines.append([sign, Piece(text), Piece(f" {trip.tokens:>8,} {trip.due:>8,}", "dim")])
    return lines


@dataclass(frozen=True)
class Columns:
    """Widths in cells: of the step's number, of each merge, of a count; 0 is a column that has no room."""

    number: int
    pair: int
    count: int
    engine_count: int


def list_lines(report: Report, width: int) -> list[Line]:
    """Both merge lists, step by step; what differs is marked."""
    if not (report.yours or report.engine):
        return []
    shape = _columns(report, width)
    names: Line = [Piece(f" {'step':>{shape.number}}   ", "dim")]
    names += [Piece(left("yours", shape.pair) + " " + right("count", shape.count) + "  ", "dim")]
    names += [Piece(left("engine", shape.pair), "dim")]
    if shape.engine_count:
        names.append(Piece(" " + right("count", shape.engine_count), "dim"))
    first = report.difference.step if report.difference else 0
    rows = enumerate(zip_longest(report.yours, report.engine), 1)
    return [names, *(_row(step, mine, other, step == first, shape) for step, (mine, other) in rows)]


def _columns(report: Report, width: int) -> Columns:
    """Equal merges have equal counts, so the engine's column of counts is the first to go."""
    steps = max(len(report.yours), len(report.engine))
    largest = max((step.count for step in (*report.yours, *report.engine)), default=0)
    number, count = max(len(grouped(steps)), len("step")), max(len(grouped(largest)), len("count"))
    engine_count = count if width >= _BOTH_COUNTS_FROM else 0
    fixed = number + 4 + (1 + count) + 2 + (1 + engine_count if engine_count else 0)
    return Columns(number, max((width - fixed) // 2, 3), count, engine_count)


def _row(step: int, mine: Step | None, other: Step | None, is_first: bool, shape: Columns) -> Line:
    is_same = mine is not None and other is not None and mine.pair == other.pair
    ink = "hit" if is_first else "text"
    line = [
        Piece("▸" if is_first else " ", "accent"),
        Piece(f"{grouped(step):>{shape.number}} ", "dim"),
        Piece("  " if is_same else "≠ ", "accent" if is_first else "dim"),
        *_merge(mine, shape.pair, ink),
        Piece(" " + _count(mine, shape.count) + "  ", "text"),
        *_merge(other, shape.pair, ink if is_same or is_first else "dim"),
    ]
    if shape.engine_count:
        line.append(Piece(" " + _count(other, shape.engine_count), "text" if is_same or is_first else "dim"))
    return line


def _merge(step: Step | None, room: int, ink: str) -> Line:
    """The two tokens of a merge in so many cells; the blanks beside the sign go first."""
    if step is None:
        return [Piece(left("–", room), "dim")]
    pair = " + ".join(labels(step.pair, room - 3))
    if "…" in pair:
        pair = "+".join(labels(step.pair, room - 1))
    return [Piece(pair, ink), Piece(" " * (room - cell_len(pair)))]


def _count(step: Step | None, room: int) -> str:
    return right("" if step is None else grouped(step.count), room)


def first_difference(lines: Iterable[Line]) -> int | None:
    """The number of the line of the first step that differs."""
    return next((number for number, line in enumerate(lines) if line and line[0].text == "▸"), None)


# -- prints


def print_lines(printed: bytes, width: int) -> list[Line]:
    """The last lines that the program printed; what would move the cursor is written out."""
    if not printed:
        return [[Piece("Nothing printed.", "dim")]]
    last = printed.removesuffix(b"\n").rsplit(b"\n", _LONGEST_PRINT)
    skipped = last[0].count(b"\n") + 1 if len(last) > _LONGEST_PRINT else 0
    shown: list[Line] = [[Piece(f"… {skipped:,} lines before", "dim")]] if skipped else []
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
        sign = Piece(_GOOD if done else "  ", "good")
        lines.append([sign, Piece(f"{exercise.number} {exercise.title}", "dim" if done else "text")])
    return lines


# -- wrapping


def fold(line: Line, width: int) -> list[Line]:
    """A line of code in lines of at most `width` cells, broken at a blank if one is near."""
    chars = [Piece(char, piece.ink) for piece in line for char in piece.text]
    lines: list[Line] = []
    while width_of(chars) > width:
        fits = _fitting(chars, width)
        lines.append(chars[:fits])
        chars = [Piece(" " * _FOLDED), *chars[fits:]]
    return [*lines, chars]


def _fitting(chars: Line, width: int) -> int:
    """How many of the characters stand on the first line."""
    cells = count = 0
    while cells + cell_len(chars[count].text) <= width:
        cells += cell_len(chars[count].text)
        count += 1
    blanks = [at + 1 for at in range(count // 2, count) if chars[at].text == " "]
    return max(blanks[-1] if blanks else count, 2)


def hanging(sign: str, text: str, width: int, ink: str) -> list[Line]:
    """A text that is already safe to draw, in lines that stand under each other behind a sign."""
    parts = wrap(text, max(width - cell_len(sign), 8))
    return [
        [Piece(sign if number == 0 else " " * cell_len(sign), ink), Piece(part, ink)]
        for number, part in enumerate(parts)
    ]


def wrap(text: str, width: int, keep: bool = False) -> list[str]:
    """A text in lines of at most `width` cells, broken at blanks where there are some.

    `keep`: blanks at the beginning of a line stand for something.

    >>> wrap("one two three", 8), wrap("日本語日本語", 8)
    (['one two', 'three'], ['日本語日', '本語'])
    """
    if cell_len(text) <= width:
        return [text]
    if cell_len(text) == len(text):
        wrapper = textwrap.TextWrapper(
            max(width, 1), drop_whitespace=not keep, break_on_hyphens=False, expand_tabs=False
        )
        return wrapper.wrap(text) or [""]
    return _wrap_wide(text, max(width, 2))


def _wrap_wide(text: str, width: int) -> list[str]:
    """The same for text with wide or combining characters: words if they fit, else characters."""
    lines = [""]
    for word in text.split(" "):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if cell_len(joined) <= width:
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
        for char in word:
            if cell_len(lines[-1] + char) > width:
                lines.append("")
            lines[-1] += char
    return lines
