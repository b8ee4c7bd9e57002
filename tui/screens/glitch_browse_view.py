"""Browse a real vocabulary: its kinds, the tokens that were searched for, and all about one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Static

from bpe_play.engine import EngineError
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.vocabulary_index import VocabularyIndex
from bpe_play.tui.aside import aside
from bpe_play.tui.glitch_browse import HELP, BrowseState
from bpe_play.tui.glitch_desk import Browsed
from bpe_play.tui.glitch_messages import TokenizerOrder
from bpe_play.tui.visible import plain
from bpe_play.tui.vocabularies import VOCABULARIES
from bpe_play.tui.widgets.glitch_rows import group_row, token_details, token_row
from bpe_play.tui.widgets.line_view import LineView
from bpe_play.tui.widgets.pane import Pane
from bpe_play.tui.widgets.pieces import Line, Piece
from bpe_play.tui.widgets.row_list import RowList
from bpe_play.tui.widgets.search_line import SearchLine

if TYPE_CHECKING:
    from bpe_play.tui.screens.glitch import GlitchScreen


class BrowseView(Horizontal):
    """The browser; the screen's keys call its methods."""

    def __init__(self) -> None:
        super().__init__(id="browse")
        self.state = BrowseState()
        self._is_open = False
        self._query: str | None = None  # to be searched for next
        self._searching = False

    def compose(self) -> ComposeResult:
        with Pane(title="Kinds", id="kinds-pane", classes="-flush"):
            yield RowList(self._draw_group, id="kinds", empty="v: choose a vocabulary")
        with Vertical():
            with Pane(title="Tokens", id="found-pane", classes="-flush"):
                yield SearchLine(placeholder=HELP)
                yield Static("", id="search-remark")
                yield RowList(self._draw_token, id="found", empty="v: choose a vocabulary")
            with Pane(title="Token", id="token-pane"):
                yield LineView(id="token")

    def on_unmount(self) -> None:
        self.state.stop()

    @property
    def _screen(self) -> GlitchScreen:
        return cast("GlitchScreen", self.screen)

    # -- opening

    def shown(self) -> None:
        """The view has come up: open the first vocabulary if there is none yet."""
        if not self._is_open:
            self.open(self._screen.desk.choices.vocabulary)
        self.query_one("#found", RowList).focus()

    def open(self, wanted: Browsed) -> None:
        """Browse a published vocabulary, or a tokenizer that must be made first."""
        self._is_open = True
        if wanted.order is None:
            self.query_one("#found-pane", Pane).set_figures(f"loading {wanted.name} …")
            work = self._load(wanted.name)
        else:
            work = self._make(wanted.name, wanted.order)
        self.run_worker(work, exclusive=True, group="browse", exit_on_error=False)

    async def _load(self, name: str) -> None:
        try:
            tokenizer = await VOCABULARIES.get(name)
        except EngineError as error:
            self._screen.bpe.say_error(error)
            return
        await self._open(name, tokenizer, TokenizerOrder(published=name))

    async def _make(self, name: str, order: TokenizerOrder) -> None:
        try:
            tokenizer = await aside(order.make)
        except EngineError as error:
            self._screen.bpe.say_error(error)
            return
        await self._open(name, tokenizer, order)

    async def _open(self, name: str, tokenizer: Tokenizer, order: TokenizerOrder) -> None:
        index = await aside(VocabularyIndex, tokenizer)
        self.state.open(name, tokenizer, order, index)
        self.state.count()
        self._draw_kinds()
        self.search(self.state.found.query)

    def count_in(self, name: str, text: bytes | None) -> None:
        """Look for scaffolding in another text, or in none."""
        self.state.text_name, self.state.text = name, text
        if self.state.tokenizer is not None:
            self.state.count()
            self._draw_kinds()

    # -- drawing

    def tick(self) -> None:
        """Take what the count has said."""
        if self.state.job is not None and self.state.drain():
            self._draw_kinds()
            if self.state.job is None and self.state.found.query.startswith(("kind:", "script:")):
                self.search(self.state.found.query)
            self._draw_token_pane()

    def stop(self) -> bool:
        """End the count; whether there was one."""
        stopped = self.state.stop()
        if stopped:
            self._draw_kinds()
        return stopped

    def _draw_kinds(self) -> None:
        kinds = self.query_one("#kinds", RowList)
        kinds.show(len(self.state.groups()), kinds.cursor)
        job = self.state.job
        pane = self.query_one("#kinds-pane", Pane)
        percent = "" if job is None or job.percent is None else f"{job.percent} %"
        pane.set_figures("" if job is None else f"counting {percent}".strip())

    def _draw_found(self) -> None:
        found = self.state.found
        rows = self.query_one("#found", RowList)
        rows.show(len(found.ids), empty=found.error or "No token is like that.")
        self._mark_group()
        pane = self.query_one("#found-pane", Pane)
        pane.set_title(f"Tokens of {self.state.title}")
        pane.set_figures(f"{len(found.ids):,}")
        self.query_one("#search-remark", Static).update(Content(plain(self._remark())))
        self._draw_token_pane()

    def _mark_group(self) -> None:
        """Point at the kind that is shown, if it is one."""
        kinds = self.query_one("#kinds", RowList)
        queries = [group.query for group in self.state.groups()]
        kinds.marks = self.state.found.query in queries
        if kinds.marks:
            kinds.move_to(queries.index(self.state.found.query))
        kinds.refresh()

    def _remark(self) -> str:
        """What is shown, in a sentence."""
        groups = {group.query: group for group in self.state.groups()}
        group = groups.get(self.state.found.query)
        return group.about if group else ""

    def _draw_token_pane(self) -> None:
        state = self.state
        token_id = state.token(self.query_one("#found", RowList).cursor)

        def lay_out(width: int, height: int) -> list[Line]:
            if state.tokenizer is None or token_id is None:
                return [[], [Piece(" /: search   ↑ ↓ choose a token", "dim")]]
            kinds = state.kinds_of(token_id)
            return token_details(state.tokenizer, state.anatomy, token_id, kinds, width)

        self.query_one("#token", LineView).show(lay_out)

    def _draw_group(self, row: int, width: int) -> Line:
        return group_row(self.state.groups()[row], width)

    def _draw_token(self, row: int, width: int) -> Line:
        token_id = self.state.token(row)
        if self.state.tokenizer is None or token_id is None:
            return []
        return token_row(self.state.tokenizer, token_id, width)

    # -- searching

    def ask(self) -> None:
        """Put the cursor in the search line."""
        self.query_one(SearchLine).focus()

    def search(self, query: str) -> None:
        """Search in a thread, one search at a time; of those that wait only the last one is made."""
        self._query = query
        if not self._searching:
            self._searching = True
            self.run_worker(self._search_on(), group="search", exit_on_error=False)

    async def _search_on(self) -> None:
        try:
            while self._query is not None:
                query, self._query = self._query, None
                found = await aside(self.state.search, query)
                if self._query is None:
                    self.state.take(found)
                    self._draw_found()
        finally:
            self._searching = False

    def find(self, query: str) -> None:
        """Search for something, whether it was typed here or not."""
        line = self.query_one(SearchLine)
        with line.prevent(Input.Changed):
            line.value = query
        self.search(query)

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if event.value == event.input.value:  # else more was typed meanwhile, and that is searched for
            self._screen.choose(query=event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.query_one("#found", RowList).focus()

    def on_row_list_moved(self, event: RowList.Moved) -> None:
        if event.list.id == "kinds":
            self._screen.choose(query=self.state.groups()[event.row].query)
        else:
            self._draw_token_pane()

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        if event.list.id == "kinds":
            self.query_one("#found", RowList).focus()
