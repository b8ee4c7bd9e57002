"""The numbered screens. To add one: a file with a class built on Page, and a line here.

A screen's module is imported when it is first shown, so that the program starts with what it shows.
"""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple


class PageRow(NamedTuple):
    """One numbered screen: its key on the keyboard, its name, and where its class is."""

    number: int
    key: str
    title: str
    module: str
    class_name: str

    def load(self) -> type:
        loaded: type = getattr(import_module(self.module), self.class_name)
        return loaded


PAGES: dict[str, PageRow] = {
    row.key: row
    for row in [
        PageRow(1, "lab", "Lab", "bpe_play.tui.screens.lab", "LabScreen"),
        PageRow(2, "stream", "Stream", "bpe_play.tui.screens.stream", "StreamScreen"),
        PageRow(3, "glitch", "Glitch", "bpe_play.tui.screens.glitch", "GlitchScreen"),
        PageRow(4, "compare", "Compare", "bpe_play.tui.screens.compare", "CompareScreen"),
        PageRow(5, "measure", "Measure", "bpe_play.tui.screens.measure", "MeasureScreen"),
        PageRow(6, "code", "Code", "bpe_play.tui.screens.code", "CodeScreen"),
    ]
}
