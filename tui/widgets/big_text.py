"""A few letters so large that the back row can read them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget

from bpe_play.tui.palette import palette
from bpe_play.tui.widgets.big_font import large, small, width_of_large, width_of_small


class BigText(Widget):
    """Groups of letters on as many lines as they need; `twice` as large where there is room for that.

    Where they would need more than `most_lines`, they are drawn in letters of one cell: small, but whole.
    """

    DEFAULT_CSS = "BigText { height: auto; width: 100%; }"

    def __init__(self, *groups: str, twice: bool = False, most_lines: int = 2, accent: bool = False) -> None:
        super().__init__()
        self._groups, self._twice = groups, twice
        self._most_lines, self._accent = most_lines, accent

    def render(self) -> Text:
        look = palette(self.app)
        style = look.accent if self._accent else look.text
        return Text("\n".join(self._lines(self.size.width)), style, no_wrap=True, end="")

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines(width))

    def _lines(self, width: int) -> list[str]:
        sizes = [(large, width_of_large)] if self._twice else []
        for draw, measure in [*sizes, (small, width_of_small)]:
            rows = filled(self._groups, lambda row, measure=measure: measure(row) <= width)  # type: ignore[misc]
            if len(rows) <= self._most_lines and all(measure(row) <= width for row in rows):
                return [line for row in rows for line in draw(row)]
        return filled(self._groups, lambda row: len(row) <= width)


def filled(groups: Sequence[str], fits: Callable[[str], bool]) -> list[str]:
    """The groups on lines, with a hyphen between two on a line; a group that does not fit stands alone.

    >>> filled(["12SZ", "2GT5", "K0"], lambda row: len(row) <= 9)
    ['12SZ-2GT5', 'K0']
    """
    rows: list[str] = []
    for group in groups:
        if rows and fits(f"{rows[-1]}-{group}"):
            rows[-1] += f"-{group}"
        else:
            rows.append(group)
    return rows
