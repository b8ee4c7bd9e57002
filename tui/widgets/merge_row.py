"""One merge as one row: which columns fit, and what stands in them. Plain functions, no widget.

    ▸ 812      ␣be + for    → ␣befor          97 =2   ███████▏      69,118

Numbers stand at the right of their columns, and all bars share one scale, so that rows can be compared at a
glance. Where room is scarce, the tokens after go first, then the bar; what is cut ends in an ellipsis.
"""

from __future__ import annotations

from dataclasses import dataclass

from bpe_play.engine.merges import BYTES, Pair
from bpe_play.engine.vocabulary import Vocabulary
from bpe_play.tui.widgets.bars import axis, bar
from bpe_play.tui.widgets.figures import compact, grouped
from bpe_play.tui.widgets.pair_line import joined, pair_line
from bpe_play.tui.widgets.pieces import Line, Piece, crop, left, right, width_of

HERE = "▸"
_GAP = 1  # one blank more between the end of the axis and the heading beside it


@dataclass(frozen=True)
class Columns:
    """Widths in cells; 0 is a column that is not drawn. `largest` is the count of a full bar."""

    width: int
    step: int
    pair: int
    count: int
    tie: int
    bar: int
    tokens: int
    largest: int


def columns(width: int, steps: int, largest: int, start_tokens: int) -> Columns:
    """The columns that fit, for steps up to `steps` and counts up to `largest`."""
    step, count = max(len(grouped(steps)), len("step")), max(len(grouped(largest)), len("count"))
    tokens = _GAP + max(len(grouped(start_tokens)), len("tokens"))
    tie = 5 if width >= 44 else 1
    pair = width - (1 + step + 2) - (1 + count) - (1 + tie)
    bars = 6 if pair >= 18 + 7 else 0
    pair -= bars + 1 if bars else 0
    tokens = tokens if bars and pair >= 21 + 1 + tokens else 0
    pair -= tokens + 1 if tokens else 0
    longer = min(max(pair - 26, 0) // 3, 12) if bars else 0
    return Columns(width, step, max(pair - longer, 0), count, tie, bars + longer, tokens, largest)


def header_row(shape: Columns) -> Line:
    """What the columns are; the bars have their axis."""
    title = joined(("left", "right", "token"), ("dim", "dim", "dim"), shape.pair)
    return _row(shape, " ", "step", title, "count", "", axis(shape.largest, shape.bar), "tokens", "dim")


def pair_row(
    shape: Columns,
    vocabulary: Vocabulary,
    pair: Pair,
    count: int,
    *,
    step: str,
    tied: int = 1,
    tokens_after: int | None = None,
    made: str | int = "text",
    mark: str = " ",
) -> Line:
    """A merge, or a pair that could become one.

    step    what stands in the first column
    tied    how many pairs have this count, this one included; 0: this one is tied with the one above
    made    the ink of the token that the pair becomes: its id, or a style of its own
    """
    merge = pair_line(vocabulary, pair, made, shape.pair)
    after = "" if tokens_after is None else grouped(tokens_after)
    share = bar(count / max(shape.largest, 1), shape.bar)
    times = grouped(count) if count else ""  # 0: it was counted elsewhere, and nobody said
    return _row(shape, mark, step, merge, times, tie_mark(tied, shape.tie), share, after, "text")


def bytes_row(shape: Columns, start_tokens: int, mark: str = " ") -> Line:
    """The row of step 0: nothing is merged yet, every byte is a token."""
    title = crop([Piece(f"{BYTES} single bytes", "dim")], shape.pair)
    title.append(Piece(" " * (shape.pair - width_of(title))))
    return _row(
        shape,
        mark,
        "0",
        title,
        "",
        "",
        " " * shape.bar,
        grouped(start_tokens) if start_tokens else "",
        "text",
    )


def tie_mark(tied: int, width: int) -> str:
    """`=3` after a count: three pairs had it. In one cell, or where the number stands above, only `=`.

    >>> tie_mark(1, 5), tie_mark(3, 5), tie_mark(1290, 5), tie_mark(3, 1)
    ('', '=3', '=1.2k', '=')
    """
    return "" if tied == 1 else "=" if tied == 0 or width < 3 else f"={compact(tied)}"


def _row(
    shape: Columns, mark: str, step: str, pair: Line, count: str, tie: str, share: str, after: str, ink: str
) -> Line:
    line = [Piece(mark, "accent"), Piece(right(step, shape.step) + "  ", "dim"), *pair]
    line += [Piece(" " + right(count, shape.count), ink), Piece(" " + left(tie, shape.tie), "dim")]
    if shape.bar:
        line.append(Piece(" " + share, "dim"))
    if shape.tokens:
        line.append(Piece(" " + right(after, shape.tokens), ink))
    return crop(line, shape.width)
