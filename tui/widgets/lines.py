"""The line at the top that says what is set, and the line at the bottom that says which keys matter now."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.strip import Strip
from textual.widget import Widget

from bpe_play.tui.keys import Key
from bpe_play.tui.palette import palette
from bpe_play.tui.visible import label, plain
from bpe_play.tui.widgets.pieces import Line, Piece, crop, paint, width_of


class HeaderLine(Widget):
    """Program, settings and fingerprint at the left; where the training is at the right."""

    DEFAULT_CSS = "HeaderLine { height: 1; width: 100%; dock: top; }"

    def __init__(self) -> None:
        super().__init__()
        self._settings: Sequence[tuple[str, str]] = ()
        self._status = ""

    def show(self, settings: Sequence[tuple[str, str | bytes]], status: str) -> None:
        """`settings` are (label, value); values come from outside and are made harmless here. Bytes are a token."""
        new = [(name, _drawn(value)) for name, value in settings], plain(status)
        if new != (self._settings, self._status):
            self._settings, self._status = new
            self.refresh()

    def render_line(self, y: int) -> Strip:
        look, status = palette(self.app), Piece(f"{self._status} ")
        room = max(self.size.width - width_of([status]), 0)
        program, *settings = crop(self._left(room - 1), max(room - 1, 0)) or [Piece("")]
        drawn = [Segment(program.text, look.accent + _BOLD), *paint(settings, look, room - len(program.text))]
        return Strip([*drawn, *paint([status], look, width_of([status]))]).crop(0, self.size.width)

    def _left(self, room: int) -> Line:
        """The first setting in any case, and of the others those that have room as a whole."""
        line = [Piece(" bpe-play")]
        for at, (name, value) in enumerate(self._settings):
            setting = [Piece("   "), Piece(f"{name} " if name else "", "dim"), Piece(value)]
            if at == 0 or width_of([*line, *setting]) <= room:
                line += setting
        return line


def _drawn(value: str | bytes) -> str:
    return label(value, _TOKEN) if isinstance(value, bytes) else plain(value)


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
_TOKEN = 8  # cells
