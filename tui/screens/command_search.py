"""Everything by its name (Ctrl+P): Textual's command palette, with the polite line where it has no room."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.command import CommandPalette

from bpe_play.tui.widgets.too_small import TooSmall


class CommandSearch(CommandPalette):
    """Searches keys and explanations by the names that the app gives them."""

    DEFAULT_CSS = """
    CommandSearch { layers: default cover; }
    CommandSearch.-too-small #--results { overlay: none; }
    """

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield TooSmall()
