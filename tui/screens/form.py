"""A small form over the screen: a few lines to fill in, each checked while one types.

What may take long to check is checked in a thread, when one has stopped typing for a moment; Enter waits for
it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from bpe_play.tui.aside import aside
from bpe_play.tui.screens.dialog import Dialog
from bpe_play.tui.visible import one_to_one, plain
from bpe_play.tui.widgets.one_line import OneLine


@dataclass(frozen=True)
class Field:
    """One line of a form.

    `check` gives the sentence that says what is wrong with a value, or None if it is right. `note` may say
    more about a right value, such as what a pattern makes of a text. `is_slow` says that either may take
    longer than a key may.
    """

    label: str
    value: str
    check: Callable[[str], str | None]
    note: Callable[[str], str] = lambda value: ""
    is_slow: bool = False

    def judge(self, value: str) -> Verdict:
        problem = self.check(value)
        return Verdict(value, problem, problem or self.note(value))


class Verdict(NamedTuple):
    """What was found about a value: the problem, if there is one, and what is said under the line."""

    value: str
    problem: str | None
    remark: str


_SECONDS_OF_QUIET = 0.15  # without a key, before a slow check begins


class FormScreen(Dialog[list[str] | None]):
    """Answers with the values, or None when it is left with Esc."""

    DEFAULT_CSS = """
    FormScreen > Vertical { width: 72; max-width: 96%; max-height: 90%; overflow-y: auto; }
    FormScreen .label { color: $text-muted; }
    FormScreen Input { border: none; height: 1; padding: 0 1; background: $panel; }
    FormScreen Input:focus { border: none; }
    FormScreen .remark { height: auto; margin-bottom: 1; color: $text-muted; }
    FormScreen .wrong { color: $text-error; }
    FormScreen .keys { color: $text-muted; }
    """
    BINDINGS = [
        Binding("escape", "leave", "leave", show=False, priority=True),
        Binding("down", "app.focus_next", "next line", show=False),
        Binding("up", "app.focus_previous", "line before", show=False),
    ]

    def __init__(self, title: str, fields: Sequence[Field]) -> None:
        super().__init__()
        self._title = title
        self._fields = list(fields)
        self._verdicts: dict[int, Verdict] = {}

    def body(self) -> ComposeResult:
        box = Vertical()
        box.border_title = Content(plain(self._title))
        with box:
            for number, field in enumerate(self._fields):
                yield Static(Content(field.label), classes="label")
                yield OneLine(one_to_one(field.value), id=f"field-{number}", select_on_focus=True)
                yield Static("", id=f"remark-{number}", classes="remark")
            yield Static(Content("enter: take it   esc: leave it as it was"), classes="keys")

    def on_mount(self) -> None:
        for number in range(len(self._fields)):
            self._look_at(number)

    def on_input_changed(self, event: Input.Changed) -> None:
        self.workers.cancel_group(self, "submit")
        self._look_at(_number(event.input))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if any(field.is_slow for field in self._fields):
            self._submit_checked()
        else:
            self._submit()

    @work(group="submit", exclusive=True, exit_on_error=False)
    async def _submit_checked(self) -> None:
        """Take the values once all of them are checked; a key before that is another value, and ends this."""
        for number, field in enumerate(self._fields):
            if self._verdict(number) is None:
                self._take(number, await aside(field.judge, self._value(number)))
        self._submit()

    def _submit(self) -> None:
        numbers = range(len(self._fields))
        wrong = [number for number in numbers if self._verdicts[number].problem is not None]
        if wrong:
            self.query_one(f"#field-{wrong[0]}").focus()
        else:
            self.dismiss([self._value(number) for number in numbers])

    def _value(self, number: int) -> str:
        typed = self.query_one(f"#field-{number}", Input).value
        untouched = typed == one_to_one(self._fields[number].value)
        return self._fields[number].value if untouched else typed

    # -- checking

    def _look_at(self, number: int) -> None:
        """Say what is wrong with a line, or the note about it: at once, or when it is known."""
        field = self._fields[number]
        if not field.is_slow:
            self._take(number, field.judge(self._value(number)))
        elif self._verdict(number) is None:
            self._say(number, "checking …")
            self._check(number)

    @work(group="check", exit_on_error=False)
    async def _check(self, number: int) -> None:
        """Unless another key has come meanwhile."""
        value = self._value(number)
        await asyncio.sleep(_SECONDS_OF_QUIET)
        if value == self._value(number):
            self._take(number, await aside(self._fields[number].judge, value))

    def _verdict(self, number: int) -> Verdict | None:
        """What is known about the value that stands in a line now."""
        known = self._verdicts.get(number)
        return known if known is not None and known.value == self._value(number) else None

    def _take(self, number: int, verdict: Verdict) -> None:
        """Keep and show what was found, unless the line has another value by now."""
        if verdict.value == self._value(number):
            self._verdicts[number] = verdict
            self._say(number, verdict.remark, is_wrong=verdict.problem is not None)

    def _say(self, number: int, remark: str, is_wrong: bool = False) -> None:
        line = self.query_one(f"#remark-{number}", Static)
        line.update(Content(plain(remark)))
        line.set_class(is_wrong, "wrong")


def _number(line: Input) -> int:
    return int((line.id or "").rpartition("-")[2])


def whole_number(low: int, high: int, empty: bool = False) -> Callable[[str], str | None]:
    """A check for whole numbers in a range; `empty` allows an empty line too."""

    def check(value: str) -> str | None:
        digits = value.replace(",", "").replace(" ", "")
        if empty and not digits:
            return None
        if not digits.isascii() or not digits.isdigit():
            return "a whole number, please"
        if not low <= int(digits[:18]) <= high:
            return f"from {low:,} to {high:,}"
        return None

    return check


def number_of(value: str) -> int:
    """The number that `whole_number` let through."""
    return int(value.replace(",", "").replace(" ", ""))


def yes_field(label: str, value: bool) -> Field:
    """A line that is answered with yes or no."""
    return Field(f"{label} (yes, no)", "yes" if value else "no", _check_yes)


def _check_yes(value: str) -> str | None:
    return None if value.strip().lower() in ("yes", "no", "y", "n") else "yes or no, please"


def is_yes(value: str) -> bool:
    """The answer that `yes_field` let through."""
    return value.strip().lower().startswith("y")
