"""The slow work of the compare screen: loading tokenizers and cutting the text, so that no key waits for it.

Tokenizers are loaded in threads, one after the other. Short texts are cut at once; long ones in a thread,
while the last result stays on the screen. Keys and drawing are in compare.py.
"""

from __future__ import annotations

from bpe_play.engine import EngineError, Tokenizer
from bpe_play.engine.compare import Comparison
from bpe_play.tui.aside import aside
from bpe_play.tui.compare_loading import Progress, load, prove
from bpe_play.tui.compare_state import CompareState, Kind, Order, Pending, Which, cut
from bpe_play.tui.screens.page import Page

_AT_ONCE = 2_000  # bytes that are cut before the next paint
_LOADING_FRAMES = 8  # a second


class CompareWork(Page):
    """A page with a CompareState that is kept up to date; the class built on it draws."""

    def on_mount(self) -> None:
        self.state = CompareState(self.lab)
        self.is_cutting = self.is_loading = False
        self._wanted = self.state.order()
        self._told = ""  # the last error of a cut
        self.every(1 / _LOADING_FRAMES, self._draw_loading)
        self.load_pending()

    # -- for the class built on it

    def draw_table(self) -> None:
        """The figures, or how far loading is, are not as they were."""

    def draw_titles(self) -> None:
        """Cutting has begun or ended."""

    def take(self, order: Order, comparison: Comparison) -> None:
        """There is a result."""
        self._told = ""
        self.state.take(order, comparison)

    def _draw_loading(self) -> None:
        if self.state.pending:
            self.draw_table()

    # -- loading ---------------------------------------------------------------------------------------

    def load_pending(self) -> None:
        """Load what is wanted, and cut with what is there already."""
        if self.state.pending and not self.is_loading:
            self.is_loading = True
            self.run_worker(self._load(), group="compare loading")
        self.recut()

    async def _load(self) -> None:
        """One after the other, so that they stand in the order in which they were asked for."""
        while self.state.pending:
            await self._load_one(self.state.pending[0])
        self.is_loading = False

    async def _load_one(self, pending: Pending) -> None:
        def progress(done: float) -> None:
            pending.done = done

        try:
            tokenizer = await self._loaded(pending, progress)
        except EngineError as error:
            self.bpe.say_error(error)
        else:
            if self.state.loaded(pending, tokenizer):
                self._tell_notes(pending.which, tokenizer.notes)
                self.run_worker(self._prove(pending.which, tokenizer), group="compare proofs")
        self.state.give_up(pending)
        self.recut()

    async def _prove(self, which: Which, tokenizer: Tokenizer) -> None:
        """Compare a file with what its owner makes of it, while it is shown already."""
        try:
            found = await prove(which, tokenizer)
        except EngineError:  # the file went away meanwhile
            return
        if found is None:
            return
        self.state.note(which, str(found))
        if found.fails:
            self.say(f"{which.title}: {found}", error=True)
        self.draw_table()

    async def _loaded(self, pending: Pending, progress: Progress) -> Tokenizer:
        if pending.which.kind is not Kind.ALGORITHM:
            return await load(pending.which, progress)
        from bpe_play.tui.compare_training import train  # late: most comparisons train nothing

        return await train(self.lab, pending.which.name, progress, lambda: pending in self.state.pending)

    def _tell_notes(self, which: Which, notes: tuple[str, ...]) -> None:
        for note in notes:
            self.say(f"{which.title}: {note}")

    # -- cutting ---------------------------------------------------------------------------------------

    def recut(self) -> None:
        """Cut the text again, because it or a tokenizer or a step is another one."""
        self._wanted = self.state.order()
        if self.is_cutting:
            return
        if len(self._wanted.data) <= _AT_ONCE:
            try:
                self.take(self._wanted, cut(self._wanted))
            except EngineError as error:
                self._tell_once(error)
        else:
            self.is_cutting = True
            self.run_worker(self._keep_up(), group="compare cutting")
            self.draw_titles()

    async def _keep_up(self) -> None:
        """Cut in a thread until the result is the one that is wanted."""
        order = None
        while order is not self._wanted:
            order = self._wanted
            try:
                comparison = await aside(cut, order)
            except EngineError as error:
                self._tell_once(error)
                continue
            if order.differs_in_steps_only(self._wanted):
                self.take(order, comparison)
        self.is_cutting = False
        self.draw_titles()

    def _tell_once(self, error: EngineError) -> None:
        """What cannot be cut, said once while it lasts; the last result stays."""
        if str(error) != self._told:
            self.bpe.say_error(error)
        self._told = str(error)
