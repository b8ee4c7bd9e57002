"""A line that asks for one thing at the bottom of the screen: a step to go to, a token to find."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
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

    def compose(self) -> ComposeResult:
        yield Static("")
        yield OneLine(select_on_focus=True)

    def ask(
        self, question: str, label: str, value: str = "", then: Callable[[str], None] | None = None
    ) -> None:
        """Open the line; the focus comes back to where it was when it closes.

        `then` takes the answer, where it is not the screen that asks.
        """
        self._question, self._then = question, then
        self._back_to = self.screen.focused
        self.query_one(Static).update(Content(label))
        line = self.query_one(Input)
        line.value = value
        self.add_class("open")
        self.screen.set_focus(line)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_leave()
        if self._then is not None:
            self._then(event.value)
        else:
            self.post_message(self.Answered(self._question, event.value))

    def action_leave(self) -> None:
        self.remove_class("open")
        if self._back_to is not None:
            self.screen.set_focus(self._back_to)
