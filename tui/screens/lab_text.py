"""The text pane of the lab screen: the box, the ruler, the token card and the figures, kept up to date.

What is quick is drawn at once. Of a long text a window is drawn at once and the figures arrive from a
thread; what is no longer wanted when it arrives is dropped. Keys of the screen are in lab.py.
"""

from __future__ import annotations

import asyncio
import time

from rich.cells import cell_len
from textual import work

from bpe_play.engine import EngineError, Tokenization, to_bytes, to_text
from bpe_play.engine.text_figures import GaveUpError, TextFigures
from bpe_play.tui.aside import aside
from bpe_play.tui.screens import lab_views
from bpe_play.tui.screens.lab_words import (
    cut_title,
    figures_to_come,
    longest_that_fits,
    text_figures,
    text_title,
)
from bpe_play.tui.screens.page import Page
from bpe_play.tui.typed_text import AT_ONCE, TextOrder, TypedText
from bpe_play.tui.visible import plain
from bpe_play.tui.widgets.editor import TextBox
from bpe_play.tui.widgets.pane import Pane
from bpe_play.tui.widgets.ruler import Ruler
from bpe_play.tui.widgets.ruler_rows import ByteFormat
from bpe_play.tui.widgets.token_card import TokenCard

_NOTHING_TYPED = "Nothing to cut yet"
_HIDDEN = "Its tokens are hidden: predict them"
_SECONDS_OF_QUIET = 0.02  # that keys get before counting begins
_SECONDS_OF_PATIENCE = 0.3  # for which the figures of the step before stay, so that they do not flicker


class LabText(Page):
    """A page with the lab's typed text; the class built on it has the widgets, and draws the rest."""

    def __init__(self) -> None:
        super().__init__()
        self._in_box: bytes | None = None  # the text that the box shows
        self._wanted: TextOrder | None = None  # the newest order of a long text
        self._is_working = False
        self._counted: TextOrder | None = None  # whose figures are on the border
        self._counted_at = 0.0

    def on_mount(self) -> None:
        self.typed = TypedText(self.lab)

    # -- drawing

    def draw_text(self) -> None:
        """The typed text in tokens; a text that is refused gives way to the reason."""
        self._fill_box()
        self._draw_title()
        ruler = self.query_one(Ruler)
        ruler.byte_format = ByteFormat[self.lab.state.byte_format.upper()]
        if self.lab.hidden & {"cut", "count"}:
            self._wanted = None
            self._show_nothing(_HIDDEN, "?")
        elif self.typed.is_quick:
            self._wanted = None
            self._draw_whole()
        else:
            self._draw_around(ruler.at_byte)

    def _fill_box(self) -> None:
        text = self.lab.state.text
        if text is not self._in_box:  # changed by an undo or from outside
            self.query_one(TextBox).load(to_text(text))
            self._in_box = text

    def _draw_title(self) -> None:
        title = text_title(cut_title("Text", self.lab), self.lab.state.specials, self.typed.spells_special)
        self.query_one("#text-pane", Pane).set_title(title)

    def _draw_whole(self) -> None:
        try:
            whole = self.typed.whole()
        except EngineError as error:
            self._refuse(error)
        else:
            self._show(whole.tokenization)
            self._draw_figures(whole.figures)

    def _draw_around(self, offset: int) -> None:
        """A part of a long text, and its figures when they are there."""
        before, self._wanted = self._wanted, self.typed.order(offset)
        if self._wanted.is_like(before):
            self._wanted.figures = before.figures if before else None
        if self._wanted.cutters.refused is not None:
            self._refuse(self._wanted.cutters.refused)
            return
        if self.typed.is_tried:
            self._show(self._wanted.cut())
        self._draw_figures_of(self._wanted)
        self._work()

    def _show(self, tokenization: Tokenization) -> None:
        ruler = self.query_one(Ruler)
        ruler.hint = _NOTHING_TYPED
        ruler.show(tokenization)
        self._draw_card(tokenization)

    def _refuse(self, error: EngineError) -> None:
        self._show_nothing(plain(str(error)), "not tokenized")

    def _show_nothing(self, hint: str, figures: str) -> None:
        nothing = Tokenization(b"", ())
        ruler = self.query_one(Ruler)
        ruler.hint = hint
        ruler.show(nothing)
        self._draw_card(nothing)
        self.label("text", [figures])

    def _draw_figures_of(self, order: TextOrder) -> None:
        """What was counted; until then those of the step before for the blink of an eye, or a hint."""
        if order.figures is not None:
            self._counted, self._counted_at = order, time.monotonic()
            self._draw_figures(order.figures)
        elif not self._is_fresh(order):
            self.label("text", figures_to_come(len(order.cutters.data)))

    def _draw_figures(self, figures: TextFigures) -> None:
        self.label("text", text_figures(figures), bad=not figures.round_trip)

    def _is_fresh(self, order: TextOrder) -> bool:
        """Whether the border has figures of another step that were right just now."""
        same_text = self._counted is not None and self._counted.cutters is order.cutters
        return same_text and time.monotonic() - self._counted_at < _SECONDS_OF_PATIENCE

    def label(self, name: str, figures: list[str], bad: bool = False) -> None:
        """The figures of a pane, as many as leave room for its title."""
        pane = self.query_one(f"#{name}-pane", Pane)
        pane.set_figures(longest_that_fits(figures, pane.size.width - cell_len(pane.title) - 4), bad)

    def _draw_card(self, tokenization: Tokenization) -> None:
        card = self.query_one(TokenCard)
        card.show_bits = self.lab.state.byte_format == "binary"  # whoever looks at bits wants them explained
        card.show(tokenization, self.query_one(Ruler).selected, self.lab.tokenizer.vocabulary)

    # -- what takes time

    def _work(self) -> None:
        if not self._is_working:
            self._is_working = True
            self._keep_up()

    @work(group="typed text", exit_on_error=False)
    async def _keep_up(self) -> None:
        """Cut and count in a thread until there is what is wanted."""
        try:
            order = None
            while self._wanted is not None and self._wanted is not order:
                order = self._wanted
                await self._work_on(order)
        finally:
            self._is_working = False

    async def _work_on(self, order: TextOrder) -> None:
        try:
            if not self.typed.is_tried:
                tokenization = await aside(order.cut)
                if order is self._wanted:
                    self._show(tokenization)
            if order.figures is None:
                await asyncio.sleep(_SECONDS_OF_QUIET)
                await self._count(order)
        except GaveUpError:
            return
        except EngineError as error:
            order.cutters.refused = error
            if order is self._wanted:
                self._refuse(error)

    async def _count(self, order: TextOrder) -> None:
        """Figures hold for another place in the same text too."""
        counting = asyncio.ensure_future(aside(order.count, lambda: order.is_like(self._wanted)))
        await asyncio.wait({counting}, timeout=_SECONDS_OF_PATIENCE)
        if not counting.done() and order is self._wanted:
            self._draw_figures_of(order)
        order.figures = await counting
        if self._wanted is not None and order.is_like(self._wanted):
            self._wanted.figures = order.figures
            self._draw_figures_of(self._wanted)

    # -- what widgets say

    def on_text_box_edited(self, event: TextBox.Edited) -> None:
        self._in_box = to_bytes(event.text)
        if len(self._in_box) > AT_ONCE:  # where one types is where one looks
            self.query_one(Ruler).at_byte = self.query_one(TextBox).caret_offset
        self.lab.change(text=self._in_box)

    def on_text_box_refused(self, event: TextBox.Refused) -> None:
        self.say(event.reason, error=True)

    def on_text_box_large_paste(self, event: TextBox.LargePaste) -> None:
        lab_views.take_large_paste(self, event.text)

    def on_text_box_left(self) -> None:
        self.set_focus(self.query_one(Ruler))

    def on_ruler_token_selected(self, event: Ruler.TokenSelected) -> None:
        self._draw_card(self.query_one(Ruler).tokenization)

    def on_ruler_edge_passed(self, event: Ruler.EdgePassed) -> None:
        self._draw_around(event.offset)
