"""The last line of a stage: the keys that were pressed, at the right how far one is and for how long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.strip import Strip
from textual.widget import Widget

from bpe_play.tui.palette import palette
from bpe_play.tui.visible import plain
from bpe_play.tui.widgets.pieces import Line, Piece, crop, paint, width_of

_GAP = Piece("   ")


@dataclass(frozen=True)
class Pressed:
    """A key as people read it, what it does here, and how often it was pressed on end."""

    shown: str
    label: str = ""
    times: int = 1


class StageLine(Widget):
    """The newest key stands first, as a bar of the accent colour; older ones are cut off."""

    DEFAULT_CSS = "StageLine { height: 1; width: 100%; }"

    def __init__(self) -> None:
        super().__init__()
        self._keys: Sequence[Pressed] = ()
        self._figures = ""

    def show(self, keys: Sequence[Pressed], figures: str) -> None:
        if (list(keys), plain(figures)) != (self._keys, self._figures):
            self._keys, self._figures = list(keys), plain(figures)
            self.refresh()

    def render_line(self, y: int) -> Strip:
        look, width = palette(self.app), self.size.width
        figures = [Piece(f"{self._figures} ")]
        room = max(width - width_of([_GAP, *figures]), 0)
        keys = paint(crop(key_pieces(self._keys), room), look, width - width_of(figures))
        return Strip([*keys, *paint(figures, look, width_of(figures))]).crop(0, width)


def key_pieces(keys: Sequence[Pressed]) -> Line:
    """The keys on one line.

    >>> "".join(piece.text for piece in key_pieces([Pressed("→", "step", 3), Pressed("space", "play")]))
    '  →  step ×3   space play'
    """
    line: Line = []
    for key in keys:
        shown = plain(key.shown)
        line += [_GAP, Piece(shown, "accent")] if line else [Piece(" "), Piece(f" {shown} ", "accent_bar")]
        line += [Piece(f" {plain(key.label)}")] if key.label else []
        line += [Piece(f" ×{key.times}")] if key.times > 1 else []
    return line
