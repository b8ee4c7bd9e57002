"""The ruler: a text as characters, bytes, tokens and ids in columns, with one cursor through all of them.

It shows a Tokenization of the engine and knows no lab. Only the blocks on the screen are drawn, and long
texts are laid out bit by bit, so that a megabyte opens as fast as a word.
"""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.cache import LRUCache
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from bpe_play.engine.tokenizer import Tokenization
from bpe_play.tui.palette import palette
from bpe_play.tui.widgets.ruler_layout import Part, RulerLayout
from bpe_play.tui.widgets.ruler_rows import ROWS, BlockRows, ByteFormat

LABEL = 6  # cells for the names of the rows
BLOCK = len(ROWS) + 1  # lines: the rows and a blank
_AT_ONCE = 4_000  # tokens that are laid out before the first paint, and at each tick after it
_TICK = 1 / 20


class Ruler(ScrollView, can_focus=True):
    """Tokens on their bytes. Left and right walk along the tokens, up and down along the blocks."""

    DEFAULT_CSS = """
    Ruler {
        background: $background;
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        scrollbar-gutter: stable;
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "walk(-1)", "Token before", show=False),
        Binding("right", "walk(1)", "Next token", show=False),
        Binding("up", "walk_blocks(-1)", "Block above", show=False),
        Binding("down", "walk_blocks(1)", "Block below", show=False),
        Binding("pageup", "walk_pages(-1)", "Page up", show=False),
        Binding("pagedown", "walk_pages(1)", "Page down", show=False),
        Binding("home", "walk_to_end(False)", "First token", show=False),
        Binding("end", "walk_to_end(True)", "Last token", show=False),
    ]

    byte_format: reactive[ByteFormat] = reactive(ByteFormat.HEX, init=False)

    @dataclass
    class TokenSelected(Message):
        """The user moved the cursor to a token."""

        index: int

    @dataclass
    class EdgePassed(Message):
        """The user goes to a byte of the text whose token is not among those that are shown."""

        offset: int

    def __init__(self, hint: str = "Nothing to cut yet", *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.hint = hint
        self.selected: int | None = None
        self.at_byte = 0  # the byte where the cursor is, or shall be when tokens are shown next
        self._layout = RulerLayout(Tokenization(b"", ()), 0)
        self._cache: LRUCache[tuple[int, int], list[list[Segment]]] = LRUCache(256)
        self._rows: BlockRows | None = None

    def on_mount(self) -> None:
        self._ticks = self.set_interval(_TICK, self._lay_out_more, pause=True)

    @property
    def tokenization(self) -> Tokenization:
        """What is shown."""
        return self._layout.tokenization

    def show(self, tokenization: Tokenization, at: int | None = None) -> None:
        """Show other tokens. The cursor goes to the one at byte `at`, or stays at the byte where it is.

        They may be a part of the tokens of a text; who goes beyond them is told so by EdgePassed.
        """
        self.at_byte = self.at_byte if at is None else at
        before = self.selected
        last = max(len(tokenization.data) - 1, 0)
        self.selected = tokenization.span_at(min(self.at_byte, last))
        if not tokenization.spans or tokenization != self.tokenization:
            self._lay_out(tokenization)
        elif self.selected != before:  # another step, but the same tokens
            self._reveal()
            self.refresh()

    def select(self, index: int) -> None:
        """Move the cursor to a token."""
        self.selected = max(0, min(index, len(self.tokenization.spans) - 1))
        self.at_byte = self.tokenization.spans[self.selected].start
        self._reveal()
        self.refresh()

    # -- layout

    def _lay_out(self, tokenization: Tokenization) -> None:
        width = self.scrollable_content_region.width - LABEL
        self._layout = RulerLayout(tokenization, width, self.byte_format.value)
        self._cache.clear()
        self._lay_out_more()
        self._reveal()
        self.refresh()

    def _lay_out_more(self) -> None:
        self._layout.lay_out(self._layout.laid_out + _AT_ONCE)
        self._measure()
        if self.is_mounted:
            (self._ticks.pause if self._layout.complete else self._ticks.resume)()

    def _measure(self) -> None:
        """Tell how high it all is, so that the last line to scroll to begins a block."""
        width, height = self.scrollable_content_region.size
        lines = max(self._layout.blocks * BLOCK - 1, 1)
        rest = (height - lines) % BLOCK if lines > height else 0
        self.virtual_size = Size(width, lines + rest)

    def _reveal(self) -> None:
        """Scroll by whole blocks until the token under the cursor is on the screen."""
        if self.selected is None:
            return
        top = self._layout.block_of(self.selected) * BLOCK
        self._measure()
        height = self.scrollable_content_region.height
        if top < self.scroll_offset.y or height < len(ROWS):
            self.scroll_to(y=top, animate=False, force=True)
        elif top + len(ROWS) > self.scroll_offset.y + height:
            self.scroll_to(y=min(_whole_blocks(top + len(ROWS) - height), top), animate=False, force=True)

    def on_resize(self) -> None:
        self._lay_out(self.tokenization)

    def watch_byte_format(self) -> None:
        self._lay_out(self.tokenization)

    def notify_style_update(self) -> None:
        self._cache.clear()
        super().notify_style_update()

    # -- drawing

    def render_line(self, y: int) -> Strip:
        block, row = divmod(y + self.scroll_offset.y, BLOCK)
        colours = palette(self.app)
        width = self.size.width
        if not self.tokenization.spans:
            hint = wrap(self.hint, max(width, 1))
            drawn = [Segment(hint[y] if y < len(hint) else "", colours.dim)]
        elif row == len(ROWS) or block >= self._layout.blocks:
            return Strip.blank(width, colours.text)
        else:
            drawn = [Segment(f"{ROWS[row]:{LABEL}}", colours.dim), *self._block(block)[row]]
        return Strip(drawn).adjust_cell_length(width, colours.text)

    def _block(self, block: int) -> list[list[Segment]]:
        parts = self._layout.parts(block)
        holds_cursor = self.selected is not None and parts[0].token <= self.selected <= parts[-1].token
        key = (block, self.selected if holds_cursor and self.selected is not None else -1)
        if key not in self._cache:
            self._cache[key] = self._drawer().rows(self._layout, block, key[1])
        return self._cache[key]

    def _drawer(self) -> BlockRows:
        """The one that was used before, for as long as it would draw alike."""
        data, colours = self.tokenization.data, palette(self.app)
        rows = self._rows
        if rows is None or (rows.data, rows.format, rows.palette) != (data, self.byte_format, colours):
            rows = self._rows = BlockRows(data, self.byte_format, colours)
        return rows

    # -- moving

    def _walk(self, index: int) -> None:
        if self.selected is None:
            return
        before, spans = self.selected, self.tokenization.spans
        if index < 0 < spans[0].start:
            return self._pass_edge(spans[0].start - 1)
        if index >= len(spans) and spans[-1].end < len(self.tokenization.data):
            return self._pass_edge(spans[-1].end)
        self.select(index)
        if self.selected != before:
            self.post_message(self.TokenSelected(self.selected))

    def _pass_edge(self, offset: int) -> None:
        self.at_byte = offset
        self.post_message(self.EdgePassed(offset))

    def action_walk(self, tokens: int) -> None:
        """Move along the tokens."""
        self._walk((self.selected or 0) + tokens)

    def action_walk_to_end(self, last: bool) -> None:
        """Move to the first or the last token of the text."""
        tokenization = self.tokenization
        if tokenization.is_whole or not tokenization.spans:
            self._walk(len(tokenization.spans) if last else 0)
        else:
            self._pass_edge(len(tokenization.data) - 1 if last else 0)

    def action_walk_blocks(self, blocks: int) -> None:
        """Move to the token above or below; from the outermost block to the outermost token."""
        if self.selected is None:
            return
        here = self._layout.block_of(self.selected)
        column = next(part.column for part in self._layout.parts(here) if part.token == self.selected)
        target = here + blocks
        self._layout.lay_out(self._layout.laid_out + _AT_ONCE if target >= self._layout.blocks - 1 else 0)
        if not 0 <= target < self._layout.blocks:
            return self._walk(len(self.tokenization.spans) if target > 0 else -1)
        self._walk(_part_at(self._layout.parts(target), column).token)

    def action_walk_pages(self, pages: int) -> None:
        """Move by as many blocks as are on the screen."""
        self.action_walk_blocks(pages * max(self.size.height // BLOCK, 1))

    def on_click(self, event: events.Click) -> None:
        """Go to the token under the mouse."""
        block = (event.y + self.scroll_offset.y) // BLOCK
        if block < self._layout.blocks:
            self._walk(_part_at(self._layout.parts(block), event.x - LABEL).token)


def _whole_blocks(lines: int) -> int:
    """At least so many lines, in whole blocks."""
    return -(-lines // BLOCK) * BLOCK


def _part_at(parts: list[Part], column: int) -> Part:
    """The part that covers a column, or the one nearest to it."""
    return next((part for part in parts if column < part.column + part.width), parts[-1])
