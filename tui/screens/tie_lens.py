"""The tie lens: at a step at which pairs tie, another winner, and both futures side by side.

The list above holds the pairs that tie; for the one under its cursor the other future is learned in a process
of its own, and compared as it grows. Enter makes that winner the lab's. What is drawn and said is elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from bpe_play.engine.futures import Futures
from bpe_play.engine.merges import Pair
from bpe_play.tui.lab import Lab
from bpe_play.tui.other_future import OtherFuture, last_step
from bpe_play.tui.screens import tie_words
from bpe_play.tui.screens.dialog import Dialog
from bpe_play.tui.screens.lab_settings import changes_own
from bpe_play.tui.tie import Tie, history_of, tie_at, tied_step
from bpe_play.tui.typed_cuts import typed_cuts
from bpe_play.tui.widgets import future_rows
from bpe_play.tui.widgets.line_view import LineView
from bpe_play.tui.widgets.pieces import Line
from bpe_play.tui.widgets.row_list import RowList

if TYPE_CHECKING:
    from bpe_play.tui.screens.lab import LabScreen

_DRAINS_PER_SECOND = 8
_SECONDS_OF_QUIET = 0.15  # on a row, before its future is learned
_KEYS = "↑ ↓ winner   pgup pgdn steps   n next ≠   enter take   esc leave"


def open_lens(screen: LabScreen) -> None:
    """The lens for the step under the cursor, or for the next one if only that one is tied."""
    lab = screen.lab
    if not changes_own(screen):
        return
    if lab.state.algorithm != "bpe":
        screen.say("The tie lens is for BPE over bytes: a chooses it")
    elif "merge" in lab.hidden:
        screen.say("The next merge is hidden, and the lens would show it: guess first, with ctrl+r")
    elif (step := tied_step(lab)) is None:
        screen.say(tie_words.no_tie(history_of(lab), lab.cursor))
    else:
        _open_at(screen, step)


def _open_at(screen: LabScreen, step: int) -> None:
    lab, tie = screen.lab, tie_at(screen.lab, step)

    def take(pair: Pair | None) -> None:
        if pair is None:
            return
        lab.change(choices=tie.choices_with(pair), cursor=cursor)
        screen.say(tie_words.taken(tie, pair))

    cursor = lab.cursor
    screen.app.push_screen(TieLens(lab, tie), take)


class TieLens(Dialog[Pair | None]):
    """Answers with the pair that shall win the step, or None when all stays as it is."""

    DEFAULT_CSS = """
    TieLens > Vertical {
        width: 130; max-width: 100%; height: 100%; max-height: 100%; padding: 0 1; background: $background;
    }
    TieLens #tied { height: auto; max-height: 30%; }
    TieLens #names { height: 2; margin-top: 1; }
    TieLens #futures { height: 1fr; }
    TieLens .summary { height: auto; min-height: 1; max-height: 6; margin-top: 1; padding: 0 1; }
    TieLens .keys { height: 1; padding: 0 1; color: $text-muted; }
    """
    BINDINGS = [
        Binding("escape,q,T", "leave", "close", show=False),
        Binding("pagedown", "scroll(1)", "steps below", show=False, priority=True),
        Binding("pageup", "scroll(-1)", "steps above", show=False, priority=True),
        Binding("n", "difference", "next difference", show=False),
    ]

    def __init__(self, lab: Lab, tie: Tie) -> None:
        super().__init__()
        self._lab, self._tie = lab, tie
        self._step, self._pairs, self._history = tie.step, tie.pairs, tie.history
        self._cuts = ""
        self.other: OtherFuture | None = None

    def body(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = Content(tie_words.title(self._tie))
            yield RowList(self._draw_tied, id="tied")
            yield LineView(id="names")
            yield RowList(self._draw_future, id="futures", marks=False)
            yield Static("", classes="summary")
            yield Static(Content(_KEYS), classes="keys")

    def on_mount(self) -> None:
        tied = self.query_one("#tied", RowList)
        tied.show(len(self._pairs))
        tied.styles.height = len(self._pairs)
        tied.focus()
        self._quiet = self.set_timer(_SECONDS_OF_QUIET, self._learn)
        self.set_interval(1 / _DRAINS_PER_SECOND, self._drain)
        self._draw()

    def on_unmount(self) -> None:
        self._stop()

    def _stop(self) -> None:
        if self.other is not None:
            self.other.close()
        self.other, self._cuts = None, ""

    # -- the other future

    @property
    def _chosen(self) -> int:
        return self.query_one("#tied", RowList).cursor

    def on_row_list_moved(self, event: RowList.Moved) -> None:
        if event.list.id == "tied":
            self._stop()
            self._quiet.stop()
            self._quiet = self.set_timer(_SECONDS_OF_QUIET, self._learn)
            self._draw()

    def _learn(self) -> None:
        """Learn what comes after the winner under the cursor; the one that wins anyway has no other future."""
        if self._chosen and self.other is None:
            self.other = OtherFuture(self._lab, self._tie, self._pairs[self._chosen])
            self._draw()

    def _drain(self) -> None:
        if self.other is not None and self.other.drain():
            if self.other.is_compared and self._futures is not None:
                self._cuts = typed_cuts(self._lab, self._futures)
            self._draw()

    # -- drawing

    def _draw(self) -> None:
        last = self._futures.last if self._futures else last_step(self._lab, self._step)
        listed = self.query_one("#futures", RowList)
        listed.show(min(last, len(self._history)) - self._step + 1, cursor=listed.cursor)
        self.query_one("#names", LineView).show(self._names)
        self.query_one(".summary", Static).update(Content(self._summary()))

    @property
    def _futures(self) -> Futures | None:
        """Both, as soon as something of the other one is known."""
        return self.other.futures if self.other else None

    def _summary(self) -> str:
        if not self._chosen:
            return "This pair wins here, and what the lab shows comes after it. ↓ goes to another winner."
        if self.other is None or self._futures is None:
            return "…" if self.other is None else tie_words.waiting(self.other)
        return f"{tie_words.summary(self.other, self._futures)} {self._cuts}".rstrip()

    def _names(self, width: int, height: int) -> list[Line]:
        names = tie_words.headings(self._history.vocabulary, self._pairs[0], self._pairs[self._chosen])
        if not self._chosen:
            names = names[0], "↓ another winner"
        return [future_rows.names(*names, width - 1), future_rows.header(width - 1, both=self._chosen > 0)]

    def _draw_tied(self, row: int, width: int) -> Line:
        pair = self._pairs[row]
        words = tie_words.remark(self._tie, pair, self._lab.state.ties)
        return future_rows.tied_row(self._history.vocabulary, pair, words, row == 0, width)

    def _draw_future(self, row: int, width: int) -> Line:
        step = self._step + row
        if self._futures is None:
            return future_rows.row_alone(self._history, step, width)
        return future_rows.row(self._futures, step, width)

    # -- keys

    def action_scroll(self, pages: int) -> None:
        self.query_one("#futures", RowList).action_page(pages)

    def action_difference(self) -> None:
        """To the next row in which the futures differ."""
        futures = self._futures
        if futures is not None:
            listed = self.query_one("#futures", RowList)
            found = futures.next_difference(futures.start + listed.cursor)
            if found is None:
                self.app.notify("No step below differs", markup=False)
            else:
                listed.move_to(found - futures.start)

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        """Enter: the winner under the cursor of the upper list wins from now on; the one that wins stays."""
        self.dismiss(self._pairs[self._chosen] if self._chosen else None)

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self._draw)
