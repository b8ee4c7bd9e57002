"""A line that asks for one thing at the bottom of the screen: a step to go to, a token to find."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from bpe_play.tui.widgets.one_line import OneLine


class Prompt(Horizontal):
    """Hidden until asked; answers with Answered, or with nothing when it is left with Esc."""

    DEFAULT_CSS = """
    Prompt { height: 1; display: none; background: $surface; }
    Prompt.open { display: block; }
    Prompt Static { width: auto; padding: 0 1; color: $accent; }
    Prompt Input { border: none; height: 1; width: 1fr; padding: 0; background: $surface; }
    Prompt Input:focus { border: none; }
    """
    BINDINGS = [Binding("escape", "leave", "leave", show=False, priority=True)]

    @dataclass
    class Answered(Message):
        """What was typed to a question."""

        question: str
        answer: str

    def __init__(self) -> None:
        super().__init__()
        self._question = ""
        self._then: Callable[[str], None] | None = None
        self._left: Callable[[], None] | None = None
        self._back_to: Widget | None = None

    def compose(self) -> ComposeResult:
        yield Static("")
        yield OneLine(select_on_focus=True)

    def ask(
        self,
        question: str,
        label: str,
        value: str = "",
        then: Callable[[str], None] | None = None,
        *,
        hint: str = "",
        left: Callable[[], None] | None = None,
    ) -> None:
        """Open the line; the focus comes back to where it was when it closes.

        `then` takes the answer, where it is not the screen that asks; `left` is called when none will come.
        `hint` is what stands in the line while it is empty.
        """
        self.give_up()
        self._question, self._then, self._left = question, then, left
        self._back_to = self.screen.focused
        self.query_one(Static).update(Content(label))
        line = self.query_one(Input)
        line.value, line.placeholder = value, hint
        self.add_class("open")
        self.screen.set_focus(line)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        then, question = self._then, self._question
        self._close()
        if then is not None:
            then(event.value)
        else:
            self.post_message(self.Answered(question, event.value))

    def give_up(self) -> None:
        """Close the line if it is open; whoever has asked is told that no answer comes."""
        if self.has_class("open"):
            left = self._left
            self._close()
            if left is not None:
                left()

    def action_leave(self) -> None:
        self.give_up()

    def _close(self) -> None:
        self.remove_class("open")
        if self._back_to is not None:
            self.screen.set_focus(self._back_to)
