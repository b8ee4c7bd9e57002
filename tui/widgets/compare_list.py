"""The places where tokenizers part, one a line: how many tokens each makes of the same bytes, and which.

It stands below a comparison that leaves room for it. Where there is not room for all, it shows those around
the place of the cursor.
"""

from __future__ import annotations

from collections.abc import Sequence

from bpe_play.engine.compare import Comparison, Difference
from bpe_play.engine.tokenizer import Tokenization
from bpe_play.tui.visible import crop as crop_text
from bpe_play.tui.visible import label
from bpe_play.tui.widgets.compare_layout import EMPTY
from bpe_play.tui.widgets.compare_rows import BORDER, tint_of
from bpe_play.tui.widgets.pieces import Line, Piece, crop, left, right, width_of

LEAST = 3  # lines, below which it says too little: the names of the columns and two places
_PLACE = 8  # cells for the offset, with the mark before it
_GAP = 2
_COUNT = 4


def difference_list(
    comparison: Comparison, names: Sequence[str], at: int, width: int, height: int
) -> list[Line]:
    """At most `height` lines of `width` cells; `at` is the byte of the cursor. No lines where all cut alike."""
    found = comparison.differences
    if not found or height < LEAST:
        return []
    shown = _around(comparison, at, min(height - 1, len(found)))
    column = max((width - _PLACE) // len(names) - _GAP, 1)
    here = comparison.difference_at(at)
    return [_heading(names, column), *(_line(comparison.rows, one, one is here, column) for one in shown)]


def _around(comparison: Comparison, at: int, count: int) -> Sequence[Difference]:
    """So many differences, among them the one at a byte, or those behind it."""
    found = comparison.differences
    number = comparison.difference_number(at)
    if number is None:
        following = comparison.next_difference(at)
        number = len(found) - 1 if following is None else found.index(following)
    first = min(max(number - count // 2, 0), len(found) - count)
    return found[first : first + count]


def _heading(names: Sequence[str], column: int) -> Line:
    columns = [[Piece(left(crop_text(left("#", _COUNT) + name, column), column), "dim")] for name in names]
    return [Piece(right("byte", _PLACE), "dim"), *_joined(columns, column)]


def _line(rows: Sequence[Tokenization], difference: Difference, is_here: bool, column: int) -> Line:
    place = ("▸" if is_here else "") + right(f"{difference.start:,}", _PLACE - is_here)
    tokens = [_tokens(row, indices, column) for row, indices in zip(rows, difference.tokens, strict=True)]
    return [Piece(place, "accent" if is_here else "dim"), *_joined(tokens, column)]


def _joined(columns: Sequence[Line], width: int) -> Line:
    """Columns side by side, each so many cells wide."""
    joined: Line = []
    for column in columns:
        joined += [Piece(" " * _GAP), *column, Piece(" " * (width - width_of(column)))]
    return joined


def _tokens(row: Tokenization, indices: range, width: int) -> Line:
    """How many tokens, and as many of them as there is room for."""
    line: Line = [Piece(left(f"{len(indices):,}", _COUNT), "dim")]
    for span in row.spans[indices.start : indices.start + min(len(indices), width)]:
        ink = "bad" if span.unknown else tint_of(span)
        line += [Piece(label(span.token, width) or EMPTY, ink), Piece(BORDER, "border")]
    return crop(line, width)
