"""The guided list: glitch tokens of GPT-2, why they are, and what later vocabularies make of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from bpe_play.engine import EngineError
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.tui.glitch_tour import VOCABULARIES_OF_THE_TOUR, tour_rows
from bpe_play.tui.vocabularies import VOCABULARIES
from bpe_play.tui.widgets.glitch_tour_rows import cut_lines, reason_lines, tour_row
from bpe_play.tui.widgets.line_view import LineView
from bpe_play.tui.widgets.pane import Pane
from bpe_play.tui.widgets.row_list import RowList

if TYPE_CHECKING:
    from bpe_play.tui.screens.glitch import GlitchScreen


class TourView(Horizontal):
    """The list at the left, the reason and the cuts at the right."""

    def __init__(self) -> None:
        super().__init__(id="known")
        self._rows = tour_rows()
        self._tokenizers: dict[str, Tokenizer] = {}
        self._asked_for = False

    def compose(self) -> ComposeResult:
        with Pane(title="Known in GPT-2", id="known-pane", classes="-flush"):
            yield RowList(lambda row, width: tour_row(self._rows[row], width), id="known-rows")
        with Vertical():
            with Pane(title="Why", id="why-pane"):
                yield LineView(id="why")
            with Pane(title="Cut by", figures="enter: look it up", id="cut-pane"):
                yield LineView(id="cuts")

    @property
    def _screen(self) -> GlitchScreen:
        return cast("GlitchScreen", self.screen)

    def on_mount(self) -> None:
        self.query_one(RowList).show(len(self._rows), 1)

    def shown(self) -> None:
        """The view has come up: load the vocabularies if they are not here yet."""
        if not self._asked_for:
            self._asked_for = True
            self.run_worker(self._load(), exclusive=True, group="tour", exit_on_error=False)
        self.query_one(RowList).focus()
        self._draw()

    async def _load(self) -> None:
        for name in VOCABULARIES_OF_THE_TOUR:
            try:
                self._tokenizers[name] = await VOCABULARIES.get(name)
            except EngineError as error:
                self._screen.bpe.say_error(error)
            self._draw()

    def _draw(self) -> None:
        row = self._rows[self.query_one(RowList).cursor]
        self.query_one("#why-pane", Pane).set_title(f"Why: {row.group.title}")
        self.query_one("#why", LineView).show(lambda width, height: reason_lines(row, width, height))
        known = self._tokenizers
        self.query_one("#cuts", LineView).show(lambda width, height: cut_lines(row, known, width, height))

    def on_row_list_moved(self) -> None:
        self._draw()

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        row = self._rows[event.row]
        if row.text:
            self._screen.look_up(VOCABULARIES_OF_THE_TOUR[0], row.id)
