"""A view with one row a step, the newest at the top: how it scrolls, what it keeps, and when it paints.

What a row looks like is for the class built on it; its keys are in step_list.py. Rows are known by their
step, so a row that was drawn once can be kept however the list grows. Only what is in view is drawn; a step
that is added out of view, or a cursor that moves by one, does not paint the rest.
"""

from __future__ import annotations

from enum import Enum

from textual.cache import LRUCache
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from bpe_play.tui.widgets.step_window import StepWindow

_HEADER_FROM = 6
_KEPT = 256  # drawn rows, of some thirty objects each, which are searched for garbage again and again


class Place(Enum):
    """Where a row stands to the cursor."""

    APPLIED = "applied"
    CURSOR = "cursor"
    FOCUSED_CURSOR = "focused cursor"
    LATER = "later"


class StepView(ScrollView):
    """Rows of the steps from the newest down to 0, under a header where there is room for one."""

    DEFAULT_CSS = """
    StepView {
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-gutter: stable;
        scrollbar-size-vertical: 1;
    }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._window = StepWindow()
        self._strips: LRUCache[tuple[int, Place], Strip] = LRUCache(_KEPT)

    # -- for the class built on it

    def draw_header(self) -> Strip:
        """The line that stays at the top."""
        raise NotImplementedError

    def draw_row(self, step: int, place: Place) -> Strip:
        """The row of a step; it is kept until `redraw`."""
        raise NotImplementedError

    def draw_blank(self) -> Strip:
        """A line below the last row."""
        raise NotImplementedError

    # -- growing and moving

    @property
    def follow(self) -> bool:
        """Whether the cursor goes with the newest step when steps are added.

        The user's moves switch it on at the newest step, and off elsewhere.
        """
        return self._window.follow

    @follow.setter
    def follow(self, follow: bool) -> None:
        self._window.follow = follow

    @property
    def cursor(self) -> int:
        """The step as of which everything is shown, 0 to the number of steps. Setting it tells nobody."""
        return self._window.cursor

    @cursor.setter
    def cursor(self, step: int) -> None:
        before = self._window.cursor
        if step == before:
            return
        if self._window.move_to(step):
            self._scroll()  # which paints all that is in view
        else:
            self._refresh_rows(before, self._window.cursor)

    def _refresh_rows(self, one: int, other: int) -> None:
        """Paint the rows from one step to the other, as far as they are in view: there may be 100,000 of them."""
        top = self._window.top
        first = max(self._line(max(one, other)), top)
        last = min(self._line(min(one, other)), top + self.size.height)
        self.refresh_lines(first, last - first + 1)

    def restart(self) -> None:
        """No steps at all, and following."""
        self._window = StepWindow(rows=self._window.rows)
        self._set_height()
        self._scroll()
        self.redraw()

    def grow(self, length: int) -> None:
        """There are more steps than before."""
        touched = self._window.grow(length)
        self._set_height()
        self._scroll(paint=touched)

    def redraw(self) -> None:
        """Forget all drawn rows."""
        self._strips.clear()
        self.refresh()

    # -- drawing

    def render_line(self, y: int) -> Strip:
        if y < self._header:
            return self.draw_header()
        step = self._window.step(y - self._header)
        if step is None:
            return self.draw_blank()
        key = step, self._place(step)
        if key not in self._strips:
            self._strips[key] = self.draw_row(*key)
        return self._strips[key]

    def _place(self, step: int) -> Place:
        if step == self.cursor:
            return Place.FOCUSED_CURSOR if self.has_focus else Place.CURSOR
        return Place.LATER if step > self.cursor else Place.APPLIED

    def notify_style_update(self) -> None:
        """There is another theme."""
        super().notify_style_update()
        self._strips.clear()

    def on_focus(self) -> None:
        self.refresh_line(self._line(self.cursor))

    def on_blur(self) -> None:
        self.refresh_line(self._line(self.cursor))

    def on_resize(self) -> None:
        self._window.fit(self.size.height - self._header)
        self._set_height()
        self._scroll()
        self.redraw()

    @property
    def row_width(self) -> int:
        """Cells from the left border to the scroll bar."""
        return self.scrollable_content_region.width

    @property
    def _header(self) -> int:
        """How many lines the header takes."""
        return 1 if self.size.height >= _HEADER_FROM else 0

    def _line(self, step: int) -> int:
        """The line of a step in the whole list, header included."""
        return self._window.row(step) + self._header

    # -- what Textual knows of it

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """The wheel or the scroll bar; keys and new steps scroll without coming here."""
        super().watch_scroll_y(old_value, new_value)
        self._window.scrolled(round(new_value))

    def _scroll(self, paint: bool = True) -> None:
        """Scroll to the window at once, without animation and without painting more than is asked."""
        self.set_reactive(Widget.scroll_y, float(self._window.top))
        self.set_reactive(Widget.scroll_target_y, float(self._window.top))
        if self.show_vertical_scrollbar:
            self.vertical_scrollbar.position = self._window.top
        if paint:
            self.refresh()

    def _set_height(self) -> None:
        """Tell Textual how tall the list is; to set `virtual_size` paints everything, so only if need be."""
        size = Size(0, self._window.length + 1 + self._header)
        overflows = size.height > self.container_size.height
        if overflows != self.show_vertical_scrollbar:
            self.virtual_size = size
            return
        self.set_reactive(Widget.virtual_size, size)
        if overflows:
            self.vertical_scrollbar.window_virtual_size = size.height
