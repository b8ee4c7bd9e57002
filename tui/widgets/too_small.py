"""One polite line in the place of a screen for which there is no room."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

SMALLEST = (60, 20)  # columns, rows


class TooSmall(Widget):
    """Covers the screen while the terminal is smaller than that; what is below keeps focus and state.

    It takes part in the layout of its screen like any other widget, so the screen's class must let it stay
    when a pane is maximized, and give it the layer `cover`. The app tells it of other sizes.
    """

    DEFAULT_CSS = """
    TooSmall {
        layer: cover;
        display: none;
        width: 100%;
        height: 100%;
        background: $background;
        color: $foreground;
        content-align: center middle;
        text-align: center;
    }
    TooSmall.-too-small { display: block; }
    """

    _words: str | None = None

    def on_mount(self) -> None:
        self.fit(self.app.size)

    def fit(self, size: Size) -> None:
        """The terminal has this size."""
        self._words = too_small(*size)
        for node in (self, self.screen):
            node.set_class(self._words is not None, "-too-small")
        self.refresh()

    def render(self) -> Content:
        return Content(self._words or "")


def too_small(columns: int, rows: int) -> str | None:
    """What is said in a terminal that is too small, and None in one that is large enough.

    >>> too_small(40, 10)
    'bpe-play needs 60×20 cells; this terminal has 40×10.'
    """
    if columns >= SMALLEST[0] and rows >= SMALLEST[1]:
        return None
    return f"bpe-play needs {SMALLEST[0]}×{SMALLEST[1]} cells; this terminal has {columns}×{rows}."
