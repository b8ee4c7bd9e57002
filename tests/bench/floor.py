"""The floor: apps as small as Textual allows, which what the lab costs is compared with.

    python -m tests.bench.floor line    one line to type in
    python -m tests.bench.floor box     a plain TextArea
"""

from __future__ import annotations

import sys

from textual.app import App, ComposeResult
from textual.widgets import Input, Static, TextArea

READY = "READY"


class Floor(App[None]):
    """One widget to type in, and a word that says that it is painted."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self._kind = kind

    def compose(self) -> ComposeResult:
        yield Input() if self._kind == "line" else TextArea()
        yield Static(READY)

    def on_mount(self) -> None:
        self.query("Input, TextArea").first().focus()

    CSS = "TextArea { height: 1fr; }"


if __name__ == "__main__":
    Floor(sys.argv[1]).run()
