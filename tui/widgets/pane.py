"""The frame of a pane: a thin round border, the title at the left and the figures at the right of its top.

Titles and figures are drawn as they are: nothing in them is markup, and both may hold text from outside.
The frame shows where the keys go: border and title are in the accent colour, and the title is bold, while
the focus is inside.
"""

from __future__ import annotations

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.containers import Container
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from bpe_play.tui.palette import palette
from bpe_play.tui.visible import crop, plain

_CORNER = 1
_BOLD = Style(bold=True)


class Pane(Container):
    """A container with a frame.

    One column stays free on each side; the class `-flush` gives the right one to a pane whose content ends
    in a column of its own, such as a scroll bar.
    """

    ALLOW_MAXIMIZE = True
    DEFAULT_CSS = """
    Pane {
        border: round $border-blurred;
        padding: 0 1;
        background: $background;
        &.-flush { padding: 0 0 0 1; }
        &:focus-within { border: round $border; }
    }
    """

    def __init__(
        self,
        *children: Widget,
        title: str = "",
        figures: str = "",
        id: str | None = None,  # noqa: A002
        classes: str | None = None,
    ) -> None:
        super().__init__(*children, id=id, classes=classes)
        self._title = plain(title)
        self._figures = plain(figures)
        self._is_bad = False
        self._bare: Strip | None = None
        self._whole = Strip([])

    @property
    def title(self) -> str:
        return self._title

    def set_title(self, title: str) -> None:
        """What the pane shows."""
        self._relabel(plain(title), self._figures, self._is_bad)

    def set_figures(self, figures: str, bad: bool = False) -> None:
        """What it counts; it is kept whole as long as there is room, at the cost of the title.

        `bad` is whether it says that something is lost.
        """
        self._relabel(self._title, plain(figures), bad)

    def _relabel(self, title: str, figures: str, bad: bool) -> None:
        if (title, figures, bad) != (self._title, self._figures, self._is_bad):
            self._title, self._figures, self._is_bad, self._bare = title, figures, bad, None
            x, y = self.content_offset  # where `refresh` counts from
            self.refresh(Region(-x, -y, self.outer_size.width, 1))

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._bare = None

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines of the frame, with title and figures laid over the top border."""
        width = self.outer_size.width
        lines = super().render_lines(Region(0, crop.y, width, crop.height))
        if crop.y == 0 and lines:
            lines[0] = self._titled(lines[0], width)
        return lines if crop.column_span == (0, width) else [line.crop(*crop.column_span) for line in lines]

    def _titled(self, bare: Strip, width: int) -> Strip:
        """The top border with its labels; kept as long as the border is the same."""
        if bare is not self._bare:
            self._bare = bare
            title, figures = labels(self._title, self._figures, width - 2 * _CORNER)
            look = palette(self.app)
            left = self._drawn(title, look.accent + _BOLD if self.has_focus_within else look.text)
            right = self._drawn(figures, look.bad if self._is_bad else look.dim)
            start, end = _CORNER + left.cell_length, width - 2 * _CORNER
            middle = bare.crop(start, end - right.cell_length)
            self._whole = Strip.join([bare.crop(0, _CORNER), left, middle, right, bare.crop(end, width)])
        return self._whole

    def _drawn(self, label: str, style: Style) -> Strip:
        strip = Strip([Segment(label, style)] if label else [])
        for line_filter in self.get_line_filters():
            strip = strip.apply_filter(line_filter, self.background_colors[1])
        return strip


def labels(title: str, figures: str, room: int) -> tuple[str, str]:
    """Title and figures with a blank on each side, in `room` cells, of which two stay border.

    >>> labels("Corpus", "151 kB", 30), labels("Corpus", "151 kB", 16), labels("Corpus", "151 kB", 7)
    ((' Corpus ', ' 151 kB '), (' Cor… ', ' 151 kB '), ('', ' 151… '))
    """
    figures = _label(figures, room - 1)
    return _label(title, room - 2 - cell_len(figures)), figures


def _label(text: str, room: int) -> str:
    """Some text between blanks in at most `room` cells; nothing if not even a letter and … have room."""
    if not text or room < min(cell_len(text), 2) + 2:
        return ""
    return f" {crop(text, room - 2)} "
