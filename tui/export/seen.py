"""What is on the screen at this moment, and a pane of it as plain text. The one place that asks Textual for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual._context import visible_screen_stack
from textual.app import App
from textual.geometry import Region
from textual.strip import Strip

from bpe_play.tui.export.isolates import isolated


def lines_on_screen(app: App[Any]) -> list[Strip]:
    """Every line, with what shows through from under a dialog; nothing is drawn anew for it."""
    visible_screen_stack.set(app._background_screens)
    return app.screen._compositor.render_strips()


def text_in(lines: Sequence[Strip], region: Region) -> str:
    """What stands in a part of the screen, without blanks at the ends; each line ends with a line feed."""
    part = lines[max(region.y, 0) : region.bottom]
    rows = [isolated(line.crop(region.x, region.right).text.rstrip()) for line in part]
    return "\n".join(rows).strip("\n") + "\n"
