"""The engine's own source of a decoder, to be read: what runs is what is shown."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from bpe_play.engine.stream_decoders import DecoderKind
from bpe_play.tui.palette import palette
from bpe_play.tui.screens.dialog import Dialog
from bpe_play.tui.stream_code import code_of
from bpe_play.tui.widgets.stream_source import source_text


class SourceCodeScreen(Dialog[int]):
    """One decoder; left and right go to the others. Answers with the index of the one shown last."""

    DEFAULT_CSS = """
    SourceCodeScreen > Vertical { width: 100; background: $background; }
    SourceCodeScreen VerticalScroll { height: auto; scrollbar-size-vertical: 1; }
    SourceCodeScreen Static { height: auto; }
    SourceCodeScreen .about { margin-bottom: 1; color: $text-muted; }
    """
    BINDINGS = [
        Binding("escape,enter,q", "leave", "close", show=False),
        Binding("left", "other(-1)", "decoder before", show=False),
        Binding("right", "other(1)", "next decoder", show=False),
    ]

    def __init__(self, kinds: Sequence[DecoderKind], index: int) -> None:
        super().__init__()
        self._kinds = list(kinds)
        self._index = index

    def body(self) -> ComposeResult:
        with Vertical() as box:
            box.border_subtitle = "up/down scroll   ← → other decoders   esc closes"
            yield Static("", classes="about")
            with VerticalScroll():
                yield Static("", classes="code")

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()
        self._show()

    def _show(self) -> None:
        kind = self._kinds[self._index]
        self.query_one(Vertical).border_title = Content(f"Decoder {self._index + 1}: {kind.title}")
        self.query_one(".about", Static).update(Content(kind.about))
        self.query_one(".code", Static).update(source_text(code_of(kind.key), palette(self.app)))
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def action_other(self, by: int) -> None:
        self._index = (self._index + by) % len(self._kinds)
        self._show()

    def action_leave(self) -> None:
        self.dismiss(self._index)
