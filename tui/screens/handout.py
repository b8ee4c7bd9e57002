"""A hand-out that was written: its fingerprint and code for the room, its files for whoever takes them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from bpe_play.tui.palette import palette
from bpe_play.tui.screens.dialog import Dialog
from bpe_play.tui.visible import plain
from bpe_play.tui.widgets.big_text import BigText


@dataclass(frozen=True)
class Written:
    """What there is to say about a hand-out.

    heading      the fingerprint as it is shown, or the name of a tokenizer, which has none
    code         in groups
    is_whole     whether the code is enough, without the file
    remarks      sentences about it
    """

    heading: str
    code: str
    is_whole: bool
    file: Path
    log: Path
    remarks: tuple[str, ...] = ()

    @property
    def command(self) -> str:
        return f"bpe-play open {self.code}"


class HandoutScreen(Dialog[None]):
    """Shows it until it is closed; `c` copies the command that opens it."""

    DEFAULT_CSS = """
    HandoutScreen > VerticalScroll { width: 116; max-width: 96%; max-height: 96%; padding: 1 3; }
    HandoutScreen Static { height: auto; width: 100%; }
    HandoutScreen BigText { margin-bottom: 1; }
    HandoutScreen .name { text-style: bold; margin-bottom: 1; }
    HandoutScreen .remark { color: $text-muted; margin-top: 1; }
    """
    BINDINGS = [
        Binding("escape,enter,q,f8", "leave", "close", show=False, priority=True),
        Binding("c", "copy", "copy", show=False),
    ]

    def __init__(self, written: Written) -> None:
        super().__init__()
        self._written = written

    def body(self) -> ComposeResult:
        written = self._written
        with VerticalScroll() as box:
            box.border_title = "Hand-out"
            box.border_subtitle = "c copies the command   esc closes"
            if written.heading.startswith("#"):
                yield BigText(written.heading, twice=True, accent=True)
            else:
                yield Static(Content(plain(written.heading)), classes="name")
            yield BigText(*written.code.split("-"))
            yield Static(self._where())
            remarks = [_WHOLE if written.is_whole else _NAME, *written.remarks]
            yield Static(Content("\n".join(map(plain, remarks))), classes="remark")

    def _where(self) -> Table:
        """What to type elsewhere, and where the files are; long paths go on below themselves."""
        look, written = palette(self.app), self._written
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        rows = [("to open it", written.command), ("the file", written.file), ("what was done", written.log)]
        for label, value in rows:
            table.add_row(Text(label, look.dim), Text(plain(str(value)), look.text))
        return table

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self._written.command)
        self.notify(
            f"{self._written.command} was sent to the terminal's clipboard; if it is not there, type it",
            markup=False,
        )


_WHOLE = "On another machine the code is all that is needed."
_NAME = "On another machine: take the file along; the code is only its name."
