"""All keys, made from the table in keys.py, so that help cannot say what is not so."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import Static

from bpe_play.tui.keys import EVERYWHERE, KEYS, PAGE, PLACES, TYPING, Key
from bpe_play.tui.rights import Rights
from bpe_play.tui.screens.dialog import Dialog

_WIDEST_KEY = 1 + max(len(key.shown) for key in KEYS)


_MOUSE = "To select text with the mouse hold Shift (Option on a Mac) while you drag"
_COPY = "y copies a pane without it."


class HelpScreen(Dialog[None]):
    """The keys by place. Any of its own keys, Esc, ? or F1 closes it."""

    DEFAULT_CSS = """
    HelpScreen > VerticalScroll { width: 76; max-width: 96%; }
    HelpScreen Static { height: auto; }
    """
    BINDINGS = [Binding("escape,question_mark,f1,q", "leave", "close", show=False, priority=True)]

    def __init__(self, here: str = "lab", rights: Rights | None = None) -> None:
        """`here` is the place whose keys stand first; what `rights` switch off is not there."""
        super().__init__()
        self._here = here
        self._rights = rights or Rights()

    def body(self) -> ComposeResult:
        with VerticalScroll() as box:
            box.border_title = "Keys"
            box.border_subtitle = "up/down scroll   esc closes   ctrl+p finds everything by name"
            yield Static(help_text(self._here, self._rights))


def help_text(here: str = "lab", rights: Rights | None = None) -> Group:
    """Every key with what it does, grouped by where it works: here, on every screen, elsewhere."""
    rights = rights or Rights()
    parts: list[Text | Table] = []
    for place, title in sorted(PLACES.items(), key=lambda row: _distance(row[0], here)):
        keys = [key for key in rights.key_table() if key.where == place]
        if keys:
            parts += [Text(title, "bold underline"), _rows(keys), Text()]
    mouse = _MOUSE if rights.visitor else f"{_MOUSE}, or start with --no-mouse"
    return Group(*parts, Text(f"{mouse}. {_COPY}"))


def _distance(place: str, here: str) -> int:
    """Places on one screen share the beginning of their names."""
    if place.partition("-")[0] == here:
        return 0
    return 1 if place in (PAGE, EVERYWHERE, TYPING) else 2


def _rows(keys: Sequence[Key]) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True, style="bold", min_width=_WIDEST_KEY)
    table.add_column()
    for key in keys:
        table.add_row(Text(f" {key.shown}"), Text(key.explained))
    return table
