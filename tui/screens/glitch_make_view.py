"""Make your own glitch tokens: what is chosen, the tokens found, who voted for them, and the toy model."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from bpe_play.corpora import CorpusError, open_source
from bpe_play.engine import to_text
from bpe_play.engine.occurrences import Occurrence
from bpe_play.tui.aside import aside
from bpe_play.tui.glitch_make import MakeSettings, MakeState, Part, text_of
from bpe_play.tui.widgets.concordance import concordance
from bpe_play.tui.widgets.glitch_make_rows import (
    outcome_line,
    prediction_lines,
    settings_line,
    status_line,
    table_header,
    table_row,
)
from bpe_play.tui.widgets.glitch_plot import Point, plot_lines
from bpe_play.tui.widgets.line_view import LineView
from bpe_play.tui.widgets.pane import Pane
from bpe_play.tui.widgets.pieces import Line
from bpe_play.tui.widgets.row_list import RowList

if TYPE_CHECKING:
    from bpe_play.tui.screens.glitch import GlitchScreen


class MakeView(Vertical):
    """The table at the left; lines of A, the plot and the predictions at the right."""

    def __init__(self) -> None:
        super().__init__(id="make")
        self.state = MakeState()
        self._ids: list[int] = []  # of the rows
        self._farthest = 1.0
        self._votes: list[Occurrence] = []
        self._voted = -1  # the token whose lines these are
        self._lines: tuple[int, list[Line]] = (0, [])  # of the votes, at some width

    def compose(self) -> ComposeResult:
        yield LineView(id="made-of")
        with Horizontal():
            with Pane(title="Tokens", id="made-pane", classes="-flush"):
                yield RowList(self._draw_row, id="made", empty="space: make glitch tokens of A and B")
            with Vertical():
                with Pane(title="Lines of A that voted", id="votes-pane", classes="-flush"):
                    yield RowList(self._draw_vote, id="votes", marks=False, empty="Who asked for a token.")
                with Pane(title="Toy model: moved, over uses in B", id="plot-pane"):
                    yield LineView(id="plot", focusable=True)
                with Pane(title="Toy model: what comes next", id="expects-pane"):
                    yield LineView(id="expects", focusable=True)

    def on_unmount(self) -> None:
        self.state.stop()

    @property
    def _screen(self) -> GlitchScreen:
        return cast("GlitchScreen", self.screen)

    def shown(self) -> None:
        """The view has come up."""
        self.query_one("#made", RowList).focus()
        self.draw()

    # -- working

    def start(self) -> None:
        """Open both texts and begin."""
        self.run_worker(self._start(), exclusive=True, group="make", exit_on_error=False)

    async def _start(self) -> None:
        chosen = self.state.settings
        try:
            source_a = await aside(open_source, chosen.a)
            source_b = await aside(open_source, chosen.b)
        except CorpusError as error:
            self._screen.say(f"{error.title} {error.hint}", error=True)
            return
        self.state.start(text_of(source_a), text_of(source_b))
        self.draw()

    def change(self, settings: MakeSettings) -> None:
        """Other texts or figures: what was found before is of the past."""
        if settings != self.state.settings:
            self.state.stop()
            self.state = MakeState(settings)
            self.start()

    def stop(self) -> bool:
        """End the work; what was found stays. Whether there was any."""
        stopped = self.state.stop()
        if stopped:
            self.draw()
        return stopped

    def tick(self) -> None:
        """Take what the process has said."""
        had = self.state.report, self.state.toy
        if self.state.job is not None and self.state.drain():
            if (self.state.report, self.state.toy) == had:
                self._draw_status()
            else:
                self.draw()

    # -- drawing

    def draw(self) -> None:
        """Everything."""
        self._voted = -1
        table = self.query_one("#made", RowList)
        ids = self._ids = self.state.ids()
        moved = self.state.toy.rows.values() if self.state.toy else ()
        self._farthest = max((row.moved for row in moved), default=0.0) or 1.0
        empty = "None." if self.state.report else "space: make glitch tokens of A and B"
        header = table_header(table.scrollable_content_region.width) if ids else None
        table.show(len(ids), min(table.cursor, max(len(ids) - 1, 0)), empty=empty, header=header)
        part = self.state.part
        pane = self.query_one("#made-pane", Pane)
        pane.set_title(f"{part.value.capitalize()}: {part.about}")
        pane.set_figures(f"{len(ids):,}" if self.state.report else "")
        self._draw_status()
        self._draw_token()

    def _draw_status(self) -> None:
        state = self.state

        def lay_out(width: int, height: int) -> list[Line]:
            return [settings_line(state, width), status_line(state), outcome_line(state)]

        self.query_one("#made-of", LineView).show(lay_out)

    def _draw_token(self) -> None:
        """What depends on the token under the cursor."""
        token_id = self._token
        self._draw_votes(token_id)
        state = self.state

        def expects(width: int, height: int) -> list[Line]:
            return prediction_lines(state, token_id, width, height)

        self.query_one("#expects", LineView).show(expects)
        self.query_one("#plot", LineView).show(self._plot)

    @property
    def _token(self) -> int:
        """The id under the cursor, -1 if there is none."""
        row = self.query_one("#made", RowList).cursor
        return self._ids[row] if row < len(self._ids) else -1

    def _draw_votes(self, token_id: int) -> None:
        if token_id != self._voted:
            self._voted, self._lines = token_id, (0, [])
            self._votes = self.state.votes(token_id) if token_id >= 0 else []
        pane = self.query_one("#votes-pane", Pane)
        tokenizer = self.state.tokenizer
        name = to_text(tokenizer.token(token_id)) if tokenizer and token_id >= 0 else ""
        pane.set_title(f"Voted in A for “{name}”" if name else "Lines of A that voted")
        pane.set_figures(f"{len(self._votes):,}" if name else "")
        self.query_one("#votes", RowList).show(len(self._votes))

    def _plot(self, width: int, height: int) -> list[Line]:
        state = self.state
        if state.toy is None or state.tokenizer is None:
            return prediction_lines(state, self._token, width, height)
        rows = state.toy.rows
        learned = [rows[token_id] for token_id in state.tokenizer.vocabulary.ids]
        points = [Point(row.uses, row.moved) for row in learned]
        here = rows.get(self._token)
        return plot_lines(points, Point(here.uses, here.moved) if here else None, width, height)

    def _draw_row(self, row: int, width: int) -> Line:
        return table_row(self.state.facts(self._ids[row]), self._farthest, width)

    def _draw_vote(self, row: int, width: int) -> Line:
        if self._lines[0] != width:
            self._lines = width, concordance(self._votes, width)
        return self._lines[1][row]

    # -- keys

    def show_part(self, part: Part) -> None:
        """Glitch, scaffold, what cannot be made, all."""
        self.state.part = part
        self.query_one("#made", RowList).move_to(0)
        self.draw()

    def on_row_list_moved(self, event: RowList.Moved) -> None:
        if event.list.id == "made":
            self._draw_token()
