"""The rows of two futures side by side. Plain functions, no widget.

    step   left + right → token   count  there     left + right → token   count  there
       5   t + h → th             1,204      6  ≠  i + n → in             1,204      6
       6   i + n → in             1,204      5  ≠  t + h → th             1,204      5
       7   e + r → er               988         =  e + r → er               988

`there` is the step at which the other future makes the same token, – if it does not. Where both make the same
at the same step the sign between them says so, and the row is dim. Counts go first where room is scarce.
"""

from __future__ import annotations

from bpe_play.engine.futures import Futures
from bpe_play.engine.history import History
from bpe_play.engine.merges import Pair
from bpe_play.engine.vocabulary import Vocabulary
from bpe_play.tui.widgets.figures import grouped
from bpe_play.tui.widgets.pair_line import joined, pair_line
from bpe_play.tui.widgets.pieces import Line, Piece, in_ink, left, right

NEVER, SAME, OTHER = "–", "=", "≠"
STEP, MIDDLE = 9, 5  # cells
_COUNT, _THERE = 8, 7
_COUNTS_FROM = 40  # cells of a side


def side_cells(width: int) -> int:
    """How wide each side is."""
    return max((width - STEP - MIDDLE) // 2, 16)


def _pair_cells(width: int) -> int:
    side = side_cells(width)
    return side - _THERE - (_COUNT if side >= _COUNTS_FROM else 0)


def header(width: int, *, both: bool = True) -> Line:
    """What the columns are, of both sides or of the first alone."""
    count = right("count", _COUNT) if side_cells(width) >= _COUNTS_FROM else ""
    side = [
        *joined(("left", "right", "token"), ("dim", "dim", "dim"), _pair_cells(width)),
        Piece(count + right("there", _THERE), "dim"),
    ]
    return [Piece(_step("step"), "dim"), *side, Piece(" " * MIDDLE), *(side if both else [])]


def names(first: str, second: str, width: int) -> Line:
    """The names of the two futures above their sides; each fits, or its end is cut."""
    room = side_cells(width)
    sides = [left(name if len(name) <= room else f"{name[: room - 1]}…", room) for name in (first, second)]
    return [Piece(" " * STEP), Piece(sides[0], "accent"), Piece(" " * MIDDLE), Piece(sides[1], "accent")]


def row(futures: Futures, step: int, width: int) -> Line:
    """What both futures do at a step."""
    is_same = futures.is_same(step)
    sides = [_side(futures, which, step, width) for which in (0, 1)]
    if is_same:
        sides = [in_ink(side, "dim") for side in sides]
    sign = Piece(f"  {SAME if is_same else OTHER}  ", "dim" if is_same else "accent")
    return [Piece(_step(grouped(step)), "dim" if is_same else "text"), *sides[0], sign, *sides[1]]


def row_alone(history: History, step: int, width: int) -> Line:
    """What the first future does at a step, as long as the second is not known."""
    return [Piece(_step(grouped(step))), *_made(history, step, width)]


def _side(futures: Futures, which: int, step: int, width: int) -> Line:
    there = "" if futures.is_same(step) else _there(futures, which, step)
    there_in_ink = Piece(right(there, _THERE), "bad" if there == NEVER else "dim")
    return [*_made(futures.histories[which], step, width), there_in_ink]


def _made(history: History, step: int, width: int) -> Line:
    vocabulary, pair = history.vocabulary, history.vocabulary.pairs[step - 1]
    line = pair_line(vocabulary, pair, vocabulary.ids[step - 1], _pair_cells(width))
    counts = side_cells(width) >= _COUNTS_FROM
    return [*line, Piece(right(grouped(history.count(step)), _COUNT))] if counts else line


def _there(futures: Futures, which: int, step: int) -> str:
    other = futures.step_in_other(which, step)
    return NEVER if other is None else grouped(other)


def _step(text: str) -> str:
    return right(text, STEP - 2) + "  "


def tied_row(vocabulary: Vocabulary, pair: Pair, remark: str, wins: bool, width: int) -> Line:
    """A pair that ties, a sign where it is the winner, and what there is to say about it."""
    cells = min(max(width - 34, 12), 44)
    return [
        Piece(" ✓ " if wins else "   ", "good"),
        *pair_line(vocabulary, pair, "text", cells),
        Piece(f"  {remark}", "dim"),
    ]
