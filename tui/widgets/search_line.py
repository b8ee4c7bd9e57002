"""A line to search with: what is pasted into it is made harmless, and Esc or ↓ leads out of it."""

from __future__ import annotations

from textual.binding import Binding

from bpe_play.tui.widgets.one_line import OneLine


class SearchLine(OneLine):
    """One line that posts Input.Changed while one types, and Input.Submitted when it is left.

    Characters that cannot be drawn are replaced by their stand-ins when they are pasted: they are searched
    for as bytes.
    """

    DEFAULT_CSS = """
    SearchLine { border: none; height: 1; padding: 0 1; background: $panel; }
    SearchLine:focus { border: none; }
    """
    BINDINGS = [Binding("escape,down", "submit", "leave", show=False)]

    def __init__(self, *, placeholder: str = "", id: str | None = None) -> None:  # noqa: A002
        super().__init__(placeholder=placeholder, id=id, select_on_focus=True)
        self.cursor_blink = False
