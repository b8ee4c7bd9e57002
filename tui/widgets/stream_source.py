"""The lines of a decoder's source as they are drawn: code in the text's ink, places and comments dim."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from bpe_play.tui.palette import Palette
from bpe_play.tui.stream_code import Code


def source_text(parts: Sequence[Code], look: Palette) -> Text:
    """The parts one below the other, each module named once with the line where its first part begins."""
    text = Text(no_wrap=True, overflow="ellipsis")
    module = ""
    for part in parts:
        if part.module != module:
            module = part.module
            text.append(f"# {module}, from line {part.line} on\n", look.dim)
        for line in part.lines:
            code, mark, comment = line.partition("  # ")
            text.append(code, look.text).append(f"{mark}{comment}\n", look.dim)
        text.append("\n", look.text)
    text.rstrip()
    return text
