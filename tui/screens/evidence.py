"""The evidence for one merge: how it was built, what it beat, and where it stands in the corpus."""

from __future__ import annotations

from itertools import islice

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content

from bpe_play.engine.occurrences import occurrences
from bpe_play.tui.lab import Lab
from bpe_play.tui.screens.dialog import Dialog
from bpe_play.tui.visible import label
from bpe_play.tui.widgets.evidence import EvidenceView

_PLACES = 200


class EvidenceScreen(Dialog[None]):
    """One merge; left and right go to the merges before and after it."""

    DEFAULT_CSS = """
    EvidenceScreen > Vertical { width: 104; height: 94%; padding: 0 1; background: $background; }
    """
    BINDINGS = [
        Binding("escape,enter,q", "leave", "close", show=False),
        Binding("left", "other(-1)", "merge before", show=False),
        Binding("right", "other(1)", "merge after", show=False),
    ]

    def __init__(self, lab: Lab, step: int) -> None:
        super().__init__()
        self._lab = lab
        self._step = step

    def body(self) -> ComposeResult:
        with Vertical() as box:
            box.border_subtitle = "up/down scroll   ← → other steps   esc closes"
            yield EvidenceView()

    def on_mount(self) -> None:
        self.query_one(EvidenceView).focus()
        self._show()

    def _show(self) -> None:
        token = self._lab.history.text(self._step)
        box = self.query_one(Vertical)
        chosen = self._lab.was_chosen(self._step)
        title = f"Step {self._step:,}" + (f": {label(token, 60)}" if token else "")
        box.border_title = Content(title + (", a winner that you chose" if chosen else ""))
        view = self.query_one(EvidenceView)
        view.show(self._lab.history, self._step, None if chosen else self._lab.state.ties)
        found = islice(occurrences(self._corpus(), token), _PLACES) if token else ()
        view.show_occurrences(list(found))

    def _corpus(self) -> bytes:
        source = self._lab.source
        return source.data if source is not None else b""

    def action_other(self, steps: int) -> None:
        self._step = min(max(self._step + steps, 1), self._lab.steps)
        self._show()
