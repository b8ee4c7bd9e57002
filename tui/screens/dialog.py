"""What every dialog has: a framed box over the dimmed page, a way out, and a polite line where it has no room."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widget import Widget

from bpe_play.tui.widgets.too_small import TooSmall

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer]):
    """Over a page, until it is dismissed with an answer; None is none.

    A class built on it says in its rules how wide the box is, and in `body` what is in it: one Vertical or
    VerticalScroll. Its keys bind `leave`.
    """

    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 60%; layers: default cover; }
    Dialog > Vertical, Dialog > VerticalScroll {
        max-width: 98%; height: auto; max-height: 94%; padding: 1 2;
        background: $surface; border: round $accent; border-title-color: $text; scrollbar-size-vertical: 1;
    }
    """

    def body(self) -> Iterable[Widget]:
        """The box."""
        return ()

    def compose(self) -> ComposeResult:
        yield from self.body()
        yield TooSmall()

    def action_leave(self) -> None:
        """Close it; all stays as it was."""
        self.dismiss(None)
