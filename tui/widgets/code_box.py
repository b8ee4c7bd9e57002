"""A text box for Python: line numbers, inks, indentation that follows, and a mark at the line of an error.

Nothing runs here, and it knows no files.
"""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import BindingType
from textual.document._document import Location
from textual.strip import Strip

from bpe_play.tui.keys import bindings
from bpe_play.tui.palette import palette
from bpe_play.tui.widgets.editor import TextBox
from bpe_play.tui.widgets.pieces import style_of
from bpe_play.tui.widgets.python_ink import Span, spans

_STEP = 4
_SIGN = "✗"


class CodeBox(TextBox):
    """An editable Python text. Tab and shift+tab indent; Esc leaves, and then they go from pane to pane."""

    DEFAULT_CSS = """
    CodeBox {
        padding: 0;
        & .text-area--gutter { color: $secondary; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings("code-text")
    KEEPS_TAB = True
    ENTERED_AT_END = False

    def __init__(self, text: str = "", *, placeholder: str = "", id: str | None = None) -> None:  # noqa: A002
        self._spans: list[list[Span]] = []
        self._inked = ""
        self.marked = 0
        super().__init__(text, placeholder=placeholder, id=id)
        self.show_line_numbers = True

    # -- looks

    def mark(self, line: int) -> None:
        """Mark a line, counted from 1; 0 for none."""
        if line != self.marked:
            self.marked = line
            self._line_cache.clear()
            self.refresh()

    def get_line(self, line_index: int) -> Text:
        """A line in its inks; stand-ins for what cannot be drawn keep their own style."""
        line = Text(self.document.get_line(line_index), end="", no_wrap=True)
        look = palette(self.app)
        for span in self._spans_of(line_index):
            line.stylize(style_of(span.ink, look), span.start, span.end)
        for stand_in in super().get_line(line_index).spans:
            line.stylize(stand_in.style, stand_in.start, stand_in.end)
        if line_index + 1 == self.marked:
            line.stylize(Style(underline=True), len(line.plain) - len(line.plain.lstrip()))
        return line

    def _spans_of(self, line_index: int) -> list[Span]:
        text = self.document.text
        if text is not self._inked:
            self._inked, self._spans = text, spans(text)
        return self._spans[line_index] if line_index < len(self._spans) else []

    def render_line(self, y: int) -> Strip:
        """The line, with a sign beside its number where there is an error."""
        strip = super().render_line(y)
        info = self.wrapped_document._offset_to_line_info
        at = y + self.scroll_offset.y
        if not self.marked or at >= len(info) or info[at] != (self.marked - 1, 0):
            return strip
        number = Segment(f"{self.marked:>{self.gutter_width - 2}}{_SIGN} ", palette(self.app).bad)
        return Strip.join([Strip([number]), strip.crop(self.gutter_width)])

    # -- indentation

    async def _on_key(self, event: events.Key) -> None:
        if event.key == "enter" and not self.read_only:
            event.stop()
            event.prevent_default()
            self._replace_via_keyboard("\n" + self._next_indent(), *self.selection)
        else:
            await super()._on_key(event)

    def _next_indent(self) -> str:
        """What the next line begins with: as much as this one, and a step more after a colon."""
        row, column = min(self.selection)
        before = self.document.true_line(row)[:column]
        indent = before[: len(before) - len(before.lstrip(" \t"))]
        code = before.partition("#")[0].rstrip()
        return indent + " " * _STEP if code.endswith(":") else indent

    def action_delete_left(self) -> None:
        """Delete a character, or in front of the code as many blanks as make a step."""
        row, column = self.cursor_location
        before = self.document.true_line(row)[:column]
        if self.selection.is_empty and before and not before.strip(" "):
            self._delete_via_keyboard((row, (column - 1) // _STEP * _STEP), (row, column))
        else:
            super().action_delete_left()

    def action_indent(self) -> None:
        """A step to the right: what is selected, or what stands behind the cursor."""
        if self.read_only:
            return
        if not self.selection.is_empty:
            self._shift_lines(_STEP)
            return
        row, column = self.cursor_location
        self._replace_via_keyboard(" " * (_STEP - column % _STEP), (row, column), (row, column))

    def action_dedent(self) -> None:
        """A step to the left: the line of the cursor, or all that are selected."""
        if not self.read_only:
            self._shift_lines(-_STEP)

    def _shift_lines(self, by: int) -> None:
        (top, _), (bottom, right) = sorted(self.selection)
        if bottom > top and right == 0:
            bottom -= 1
        rows = range(top, bottom + 1)
        lines = [self.document.true_line(row) for row in rows]
        moved = [_shifted(line, by) for line in lines]
        if moved == lines:
            return
        start, end = self.selection
        changes = {row: len(new) - len(old) for row, new, old in zip(rows, moved, lines, strict=True)}
        self._replace_via_keyboard("\n".join(moved), (top, 0), (bottom, len(lines[-1])))
        self.selection = type(self.selection)(_moved(start, changes), _moved(end, changes))


def _shifted(line: str, by: int) -> str:
    """A line with other indentation; an empty one gets none."""
    if by > 0:
        return " " * by + line if line.strip() else line
    blanks = len(line) - len(line.lstrip(" "))
    return line[min(blanks, -by) :]


def _moved(location: Location, changes: dict[int, int]) -> Location:
    row, column = location
    return row, max(column + changes.get(row, 0), 0)
