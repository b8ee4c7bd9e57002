"""The floor: apps as small as Textual allows, which what the lab costs is compared with.

python -m tests.bench.floor line    one line to type in
python -m tests.bench.floor box     a plain TextArea
"""

from __future__ import annotations

import sys

from textual.app import App, ComposeResult
from textual.widget import Widget
from textual.widgets import Static

READY = "READY"


class Floor(App[None]):
    """One widget to type in, and a word that says that it is painted."""

    CSS = "TextArea { height: 1fr; }"

    def __init__(self, kind: str) -> None:
        super().__init__()
        self._kind = kind

    def compose(self) -> ComposeResult:
        yield _box(self._kind)
        yield Static(READY)

    def on_mount(self) -> None:
        self.query("Input, TextArea").first().focus()


def _box(kind: str) -> Widget:
    """Imported here, so that each floor loads only what it shows."""
    if kind == "line":
        from textual.widgets import Input

        return Input()
    from textual.widgets import TextArea

    return TextArea()


if __name__ == "__main__":
    Floor(sys.argv[1]).run()
