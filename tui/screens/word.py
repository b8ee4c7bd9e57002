"""The merges of one word, one after the other: how its bytes become tokens."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from bpe_play.engine.counted import counted
from bpe_play.engine.trace import trace
from bpe_play.tui.lab import Lab
from bpe_play.tui.screens.dialog import Dialog
from bpe_play.tui.visible import label
from bpe_play.tui.widgets.trace_view import TraceView

_SECONDS_PER_MERGE = 0.7
_AROUND = 6  # lines of the box that are no merges: frame, padding, the remark with the free line above it
_HIGHEST = 24  # lines


class WordScreen(Dialog[None]):
    """Replays the merges of a piece of text; it opens on the bytes, so that a room can predict."""

    DEFAULT_CSS = """
    WordScreen > Vertical { width: 96; max-height: 90%; padding: 1 1; background: $background; }
    WordScreen TraceView { height: auto; min-height: 3; }
    WordScreen .remark { height: 1; margin-top: 1; padding: 0 1; color: $text-muted; }
    """
    BINDINGS = [
        Binding("escape,w,q", "leave", "close", show=False),
        # Before the view, which would scroll where a piece is wider than the box; it follows the merge by itself.
        Binding("right,enter", "move(1)", "next merge", show=False, priority=True),
        Binding("left", "move(-1)", "merge before", show=False, priority=True),
        Binding("home", "move(-100000)", "bytes", show=False, priority=True),
        Binding("end", "move(100000)", "tokens", show=False, priority=True),
        Binding("space", "play", "play", show=False),
    ]

    def __init__(self, lab: Lab, piece: bytes) -> None:
        super().__init__()
        self._lab = lab
        self._piece = piece

    def body(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = Content(f"The merges of {label(self._piece, 60)}")
            box.border_subtitle = "→ next merge   ← back   space play   esc closes"
            yield TraceView()
            yield Static("", classes="remark")

    def on_mount(self) -> None:
        vocabulary = self._lab.tokenizer.vocabulary
        view = self.query_one(TraceView)
        view.show(self._piece, list(trace(self._piece, vocabulary, self._lab.cursor)), vocabulary)
        view.position = 0
        self._move_by(0)
        view.focus()
        self._timer = self.set_interval(_SECONDS_PER_MERGE, self._play_on, pause=True)

    def on_resize(self) -> None:
        """The merges get the room that frame and remark leave, so that nothing stands below the screen."""
        inside = 90 * self.size.height // 100 - _AROUND
        self.query_one(TraceView).styles.max_height = max(min(inside, _HIGHEST), 3)

    def _move_by(self, merges: int) -> None:
        view = self.query_one(TraceView)
        view.position += merges
        done, all_of_them = view.position, len(view.steps)
        remark = (
            f"{done} of {counted(all_of_them, 'merge')}"
            if all_of_them
            else "no merge applies: it stays as it is"
        )
        self.query_one(".remark", Static).update(Content(f"{remark}, as of step {self._lab.cursor:,}"))

    def _play_on(self) -> None:
        view = self.query_one(TraceView)
        self._move_by(1)
        if view.position >= len(view.steps):
            self._timer.pause()

    def action_move(self, merges: int) -> None:
        self._timer.pause()
        self._move_by(merges)

    def action_play(self) -> None:
        view = self.query_one(TraceView)
        if view.position >= len(view.steps):
            view.position = 0
        self._timer.resume()
