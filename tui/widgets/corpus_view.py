"""A corpus of any size, cut into tokens as of a step, with the hits of the next pair marked.

A file of 100 MB opens like one of 100 bytes: the place is a byte offset (corpus_place.py), and only what is
in view is cut (corpus_tokens.py) and laid out (corpus_rows.py). The text at the top stays where it is when
another step cuts it into other tokens. It knows no lab, and does not search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from bpe_play.engine.certain_cuts import Data
from bpe_play.engine.errors import EngineError
from bpe_play.engine.merges import Pair
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.tui.palette import Palette, palette
from bpe_play.tui.visible import crop, plain
from bpe_play.tui.widgets.corpus_parts import UNKNOWN, Parts, PlainParts, Role
from bpe_play.tui.widgets.corpus_place import CorpusPlace
from bpe_play.tui.widgets.corpus_rows import Cell, Ink, Row
from bpe_play.tui.widgets.corpus_tokens import TextParts, WordParts

Corpus = Data | Mapping[bytes, int]

_WHEEL = 3
_THUMB = "█"
_BOLD = Style(bold=True)


class CorpusView(Widget, can_focus=True):
    """Shows a corpus from a byte offset on.

    Words with counts are laid out one after another, each taking one byte more than it has; offsets count
    in that text.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "rows(-1)", "up", show=False, tooltip="A row up"),
        Binding("down", "rows(1)", "down", show=False, tooltip="A row down"),
        Binding("pageup", "pages(-1)", "page up", show=False, tooltip="A page up"),
        Binding("pagedown", "pages(1)", "page down", show=False, tooltip="A page down"),
        Binding("home", "start", "start", show=False, tooltip="The start of the corpus"),
        Binding("end", "end", "end", show=False, tooltip="The end of the corpus"),
    ]

    @dataclass
    class Scrolled(Message):
        """Another byte offset is at the top."""

        offset: int

    @dataclass
    class CutFailed(Message):
        """The text could not be cut into tokens and is shown without them."""

        error: EngineError

    def __init__(self, *, empty: str = "", id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        """`empty` is what stands here as long as there is no corpus."""
        super().__init__(id=id, classes=classes)
        self._empty = empty
        self._corpus: Corpus = b""
        self._tokenizer: Tokenizer | None = None
        self._place = CorpusPlace(PlainParts(b""))
        self._marked = (0, 0)
        self._failure: EngineError | None = None
        self._strips: dict[int, Strip] = {}

    # -- what the owner says ---------------------------------------------------------------------------

    def show(
        self, corpus: Corpus, tokenizer: Tokenizer | None, step: int = 0, next_pair: Pair | None = None
    ) -> None:
        """Show a corpus; without a tokenizer as bare text. The place is kept if the corpus is the same."""
        same = corpus is self._corpus
        if not (same and tokenizer is self._tokenizer):
            self._marked = self._marked if same else (0, 0)
            self._corpus, self._tokenizer, self._failure = corpus, tokenizer, None
            self._place = CorpusPlace(_parts(corpus, tokenizer), self._place.top if same else 0)
            self._fit()
        self.set_step(step, next_pair)

    def set_step(self, step: int, next_pair: Pair | None) -> None:
        """Cut as of another step. Only rows that are not as they were are painted."""
        before = self._place.drawn
        self._place.set_step(step, next_pair)
        if before is None or not self.size:
            self._repaint()
        else:
            self._repaint_changes(before, self._place.rows)

    def goto(self, offset: int) -> None:
        """Bring an offset into view, a third from the top; nothing moves if it is in view."""
        self._move(lambda: self._place.reveal(offset))

    def highlight(self, start: int, end: int) -> None:
        """Mark the bytes from `start` to `end`; none if they are equal."""
        if self._marked != (start, end):
            self._marked = (start, end)
            self._repaint()

    @property
    def offset_at_top(self) -> int:
        """The byte offset of the first row."""
        return self._place.top

    @property
    def offset_at_bottom(self) -> int:
        """The byte offset behind the last row in view."""
        return self._place.bottom

    @property
    def exact(self) -> bool:
        """Whether the tokens in view are for certain those of the whole corpus."""
        return bool(self._place.rows) and self._place.parts.exact

    # -- keys and wheel --------------------------------------------------------------------------------

    def action_rows(self, rows: int) -> None:
        self._move(lambda: self._place.move(rows))

    def action_pages(self, pages: int) -> None:
        self._move(lambda: self._place.move_pages(pages))

    def action_start(self) -> None:
        self._move(self._place.to_start)

    def action_end(self) -> None:
        self._move(self._place.to_end)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.action_rows(-_WHEEL)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.action_rows(_WHEEL)

    def _move(self, move: Callable[[], None]) -> None:
        before = self._place.top
        move()
        if self._place.top != before:
            self._repaint()
            self.post_message(self.Scrolled(self._place.top))

    # -- painting --------------------------------------------------------------------------------------

    def on_resize(self) -> None:
        self._fit()
        self._repaint()

    def _fit(self) -> None:
        """The last column is not for text: it shows the place."""
        self._place.resize(self.size.width - 1, self.size.height)

    def _repaint(self) -> None:
        self._strips.clear()
        self.refresh()

    def _repaint_changes(self, before: list[Row], after: list[Row]) -> None:
        if [row.end for row in before] != [row.end for row in after]:
            self._repaint()  # the column that shows the place may have changed, too
            return
        changed = [y for y, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
        for y in changed:
            self._strips.pop(y, None)
        if changed:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))
        self._say_failure()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._strips.clear()

    def render_line(self, y: int) -> Strip:
        if y not in self._strips:
            self._strips[y] = self._strip(y, palette(self.app))
            self._say_failure()
        return self._strips[y]

    def _say_failure(self) -> None:
        failure = self._place.parts.failure
        if failure is not None and failure is not self._failure:
            self._failure = failure
            # Made while somebody else paints, a message would count as theirs and not rise above them.
            self.call_next(lambda: self.post_message(self.CutFailed(failure)))

    def _strip(self, y: int, look: Palette) -> Strip:
        if not len(self._place.parts):
            hint = crop(plain(self._empty), self.size.width) if y == 0 else ""
            return Strip([Segment(hint, look.dim)]).adjust_cell_length(self.size.width, look.text)
        rows = self._place.rows
        cells = rows[y].cells if y < len(rows) else ()
        segments = [Segment(cell.text, self._style(cell, look)) for cell in cells]
        text = Strip(segments).adjust_cell_length(self._place.width, look.text).simplify()
        return Strip([*text, self._thumb(y, look)])

    def _style(self, cell: Cell, look: Palette) -> Style:
        start, end = self._marked
        if cell.start < end and cell.end > start:
            return look.accent_bar
        if cell.ink is Ink.BORDER:
            return look.hit if cell.role is Role.LEFT else look.border
        if cell.role is not Role.NONE:
            return look.hit + _BOLD if cell.ink is Ink.LEAD else look.hit
        return _inked(cell.ink, _ground(cell, look), look)

    def _thumb(self, y: int, look: Palette) -> Segment:
        """The last column of a line: where in the corpus the view is."""
        place, length = self._place, len(self._place.parts)
        seen = place.bottom - place.top
        if seen >= length:
            return Segment(" ", look.text)
        size = max(1, round(seen / length * place.height))
        first = round(place.top / (length - seen) * (place.height - size))
        style = Style(
            color=look.mark.bgcolor, bgcolor=look.text.bgcolor
        )  # as Textual's scroll bars look here
        return Segment(_THUMB if first <= y < first + size else " ", style)


def _ground(cell: Cell, look: Palette) -> Style:
    """What a cell stands on; what no token stands for is told by having no tint."""
    if cell.id == UNKNOWN:
        return look.bad
    return look.text if cell.id is None else look.tint(cell.id)


def _inked(ink: Ink, ground: Style, look: Palette) -> Style:
    """The style of a cell in a token that stands on `ground`."""
    if ink in (Ink.NEWLINE, Ink.NOTE):
        return look.dim + Style(bgcolor=ground.bgcolor)
    if ink in (Ink.LEAD, Ink.CONTINUATION):
        return (look.lead if ink is Ink.LEAD else look.continuation) + Style(bgcolor=ground.bgcolor)
    if ink is Ink.MARK:
        return look.mark
    return look.bad if ink is Ink.STRAY else ground


def _parts(corpus: Corpus, tokenizer: Tokenizer | None) -> Parts:
    if isinstance(corpus, Mapping):
        return WordParts(corpus, tokenizer)
    return TextParts(corpus, tokenizer) if tokenizer else PlainParts(corpus)
