"""Text in lines of a width: sentences behind a sign, and code that is too long. Plain functions, no widget.

All text that comes here is drawable already.
"""

from __future__ import annotations

import textwrap

from rich.cells import cell_len

from bpe_play.tui.widgets.pieces import Line, Piece, width_of

GOOD, BAD = "✓ ", "✗ "
_FOLDED = 4


def fold(line: Line, width: int) -> list[Line]:
    """A line of code in lines of at most `width` cells, broken at a blank if one is near.

    There is always room for a character behind the blanks that a line goes on with, on the smallest screen too.
    """
    width = max(width, _FOLDED + 2)
    chars = [Piece(char, piece.ink) for piece in line for char in piece.text]
    lines: list[Line] = []
    while width_of(chars) > width:
        fits = _fitting(chars, width)
        lines.append(chars[:fits])
        chars = [Piece(" " * _FOLDED), *chars[fits:]]
    return [*lines, chars]


def _fitting(chars: Line, width: int) -> int:
    """How many of the characters stand on the first line."""
    cells = count = 0
    while cells + cell_len(chars[count].text) <= width:
        cells += cell_len(chars[count].text)
        count += 1
    blanks = [at + 1 for at in range(count // 2, count) if chars[at].text == " "]
    return max(blanks[-1] if blanks else count, 2)


def hanging(sign: str, text: str, width: int, ink: str) -> list[Line]:
    """A text that is already safe to draw, in lines that stand under each other behind a sign."""
    parts = wrap(text, max(width - cell_len(sign), 8))
    return [
        [Piece(sign if number == 0 else " " * cell_len(sign), ink), Piece(part, ink)]
        for number, part in enumerate(parts)
    ]


def wrap(text: str, width: int, keep: bool = False) -> list[str]:
    """A text in lines of at most `width` cells, broken at blanks where there are some.

    `keep`: blanks at the beginning of a line stand for something.

    >>> wrap("one two three", 8), wrap("日本語日本語", 8)
    (['one two', 'three'], ['日本語日', '本語'])
    """
    if cell_len(text) <= width:
        return [text]
    if cell_len(text) == len(text):
        wrapper = textwrap.TextWrapper(
            max(width, 1), drop_whitespace=not keep, break_on_hyphens=False, expand_tabs=False
        )
        return wrapper.wrap(text) or [""]
    return _wrap_wide(text, max(width, 2))


def _wrap_wide(text: str, width: int) -> list[str]:
    """The same for text with wide or combining characters: words if they fit, else characters."""
    lines = [""]
    for word in text.split(" "):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if cell_len(joined) <= width:
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
        for char in word:
            if cell_len(lines[-1] + char) > width:
                lines.append("")
            lines[-1] += char
    return lines
