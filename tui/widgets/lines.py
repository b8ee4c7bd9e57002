"""The line at the top that says what is set, and the line at the bottom that says which keys matter now."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from bpe_play.tui.keys import Key
from bpe_play.tui.palette import palette
from bpe_play.tui.visible import plain


class HeaderLine(Widget):
    """Program, settings and fingerprint at the left; where the training is at the right."""

    DEFAULT_CSS = "HeaderLine { height: 1; width: 100%; dock: top; }"

    def __init__(self) -> None:
        super().__init__()
        self._settings: Sequence[tuple[str, str]] = ()
        self._status = ""

    def show(self, settings: Sequence[tuple[str, str]], status: str) -> None:
        """`settings` are (label, value); values come from outside and are made harmless here."""
        new = [(name, plain(value)) for name, value in settings], plain(status)
        if new != (self._settings, self._status):
            self._settings, self._status = new
            self.refresh()

    def render(self) -> Text:
        look = palette(self.app)
        left = Text(" bpe-play", look.accent + _BOLD)
        for name, value in self._settings:
            left.append("   ", look.text)
            left.append(f"{name} " if name else "", look.dim)
            left.append(value, look.text)
        right = Text(f"{self._status} ", look.text)
        room = self.size.width - right.cell_len
        left.truncate(max(room - 1, 0), overflow="ellipsis")
        left.append(" " * max(room - left.cell_len, 0), look.text)
        return left.append_text(right)


class FooterLine(Widget):
    """The keys that matter now, as many as there is room for, in order of need; the last one always."""

    DEFAULT_CSS = "FooterLine { height: 1; width: 100%; }"

    def __init__(self, keys: Sequence[Key] = ()) -> None:
        super().__init__()
        self._keys = list(keys)

    def show(self, keys: Sequence[Key]) -> None:
        if list(keys) != self._keys:
            self._keys = list(keys)
            self.refresh()

    def render(self) -> Text:
        look = palette(self.app)
        parts = [Text.assemble((key.shown, look.accent), (f" {key.label}", look.dim)) for key in self._keys]
        *others, last = parts or [Text()]
        line = Text(" ", look.text)
        for part in others:
            if line.cell_len + part.cell_len + _GAP + last.cell_len > self.size.width:
                break
            line.append_text(part).append(" " * _GAP, look.text)
        line.append_text(last)
        line.append(" " * max(self.size.width - line.cell_len, 0), look.text)
        line.truncate(self.size.width)
        return line


_BOLD = Style(bold=True)
_GAP = 3
