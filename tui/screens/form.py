"""A small form over the screen: a few lines to fill in, each checked while one types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from bpe_play.tui.visible import one_to_one, plain
from bpe_play.tui.widgets.one_line import OneLine


@dataclass(frozen=True)
class Field:
    """One line of a form.

    `check` gives the sentence that says what is wrong with a value, or None if it is right. `note` may say
    more about a right value, such as what a pattern makes of a text.
    """

    label: str
    value: str
    check: Callable[[str], str | None]
    note: Callable[[str], str] = lambda value: ""


class FormScreen(ModalScreen[list[str] | None]):
    """Answers with the values, or None when it is left with Esc."""

    DEFAULT_CSS = """
    FormScreen { align: center middle; background: $background 60%; }
    FormScreen > Vertical {
        width: 72; max-width: 96%; height: auto; max-height: 90%; padding: 1 2;
        overflow-y: auto; scrollbar-size-vertical: 1;
        background: $surface; border: round $accent; border-title-color: $text;
    }
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

    def compose(self) -> ComposeResult:
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
            self._remark(number)

    def on_input_changed(self, event: Input.Changed) -> None:
        self._remark(_number(event.input))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        wrong = [number for number in range(len(self._fields)) if self._remark(number)]
        if wrong:
            self.query_one(f"#field-{wrong[0]}").focus()
        else:
            self.dismiss([self._value(number) for number in range(len(self._fields))])

    def action_leave(self) -> None:
        self.dismiss(None)

    def _value(self, number: int) -> str:
        typed = self.query_one(f"#field-{number}", Input).value
        untouched = typed == one_to_one(self._fields[number].value)
        return self._fields[number].value if untouched else typed

    def _remark(self, number: int) -> str | None:
        """Show what is wrong with a line, or the note about it."""
        field, value = self._fields[number], self._value(number)
        problem = field.check(value)
        line = self.query_one(f"#remark-{number}", Static)
        line.update(Content(plain(problem or field.note(value))))
        line.set_class(problem is not None, "wrong")
        return problem


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
