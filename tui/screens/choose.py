"""A list to choose from, with words about each entry beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from bpe_play.tui.screens.dialog import Dialog
from bpe_play.tui.visible import plain


@dataclass(frozen=True)
class Choice:
    """One entry: its key, its name, and what is said about it while it is highlighted."""

    key: str
    title: str
    about: str = ""


class ChooseScreen(Dialog[str | None]):
    """Answers with the key of the entry that was chosen, or None."""

    DEFAULT_CSS = """
    ChooseScreen > Vertical { width: 76; max-width: 96%; max-height: 90%; }
    ChooseScreen OptionList { border: none; height: auto; max-height: 45vh; padding: 0; background: $surface; }
    ChooseScreen OptionList:focus { border: none; }
    ChooseScreen .about { margin: 1 0; height: auto; min-height: 3; color: $text-muted; }
    ChooseScreen .keys { color: $text-muted; }
    """
    BINDINGS = [Binding("escape", "leave", "leave", show=False)]

    def __init__(self, title: str, choices: Sequence[Choice], chosen: str = "") -> None:
        super().__init__()
        self._title = title
        self._choices = list(choices)
        self._chosen = chosen

    def body(self) -> ComposeResult:
        box = Vertical()
        box.border_title = Content(plain(self._title))
        with box:
            yield OptionList(*(Option(Content(plain(choice.title))) for choice in self._choices))
            yield Static("", classes="about")
            yield Static(Content("enter: take it   esc: leave it as it was"), classes="keys")

    def on_mount(self) -> None:
        keys = [choice.key for choice in self._choices]
        self.query_one(OptionList).highlighted = keys.index(self._chosen) if self._chosen in keys else 0

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self.query_one(".about", Static).update(Content(plain(self._choices[event.option_index].about)))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._choices[event.option_index].key)
