"""What is to be known about some tokenizers: where they come from, and what in them is unusual."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from bpe_play.tui.screens.dialog import Dialog
from bpe_play.tui.visible import plain


class NotesScreen(Dialog[None]):
    """The notes of each tokenizer under its name."""

    DEFAULT_CSS = """
    NotesScreen > Vertical { width: 76; max-width: 96%; max-height: 90%; }
    NotesScreen VerticalScroll { height: auto; max-height: 70vh; scrollbar-size-vertical: 1; }
    NotesScreen .name { color: $accent; height: auto; }
    NotesScreen .note { margin-bottom: 1; height: auto; }
    NotesScreen .keys { color: $text-muted; }
    """
    BINDINGS = [Binding("escape,enter,q,i", "leave", "close", show=False)]

    def __init__(self, notes: Mapping[str, Iterable[str]]) -> None:
        super().__init__()
        self._notes = notes

    def body(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = "Notes on tokenizers"
            with VerticalScroll():
                for name, sentences in self._notes.items():
                    yield Static(Content(plain(name)), classes="name")
                    yield Static(Content(as_sentences(sentences)), classes="note")
            yield Static(Content("esc: close"), classes="keys")

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()


def as_sentences(notes: Iterable[str]) -> str:
    """Notes one after the other.

    >>> as_sentences(["The file names no split", "It has no special tokens."])
    'The file names no split. It has no special tokens.'
    """
    return " ".join(f"{plain(note).rstrip('.')}." for note in notes)
