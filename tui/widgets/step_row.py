"""One step of any algorithm as one row: which columns fit, and what stands in them. Plain functions.

    ▸ 17       l + ##o  → lo          0.1429    7   ███▏      10,873
      18       ␣the                      634        ███████   9,120
      19       prune  schoolmaster│…   3,840  2.45  ██████    15,302

What the figures are is said by the algorithm; the bar belongs to the first of them. Where room is scarce the
tokens go first, then the bar, then figures from the right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from bpe_play.engine.algorithms.steps import Step
from bpe_play.tui.visible import label
from bpe_play.tui.widgets.bars import bar
from bpe_play.tui.widgets.figures import grouped
from bpe_play.tui.widgets.merge_row import tie_mark
from bpe_play.tui.widgets.pair_line import joined, labels
from bpe_play.tui.widgets.pieces import Line, Piece, crop, left, right, width_of

TIED = "tied"
_SHORT = {"bits per character": "bits/char"}
_SIGNS = 6  # cells for " + " and " → "
_LEAST = 20  # cells for what a step did
_BAR, _LONGEST_BAR = 6, 18
_TIES = 5


@dataclass(frozen=True)
class StepColumns:
    """Widths in cells; 0 is a column that is not drawn. `largest` is the figure of a full bar."""

    width: int
    step: int
    what: int
    figures: tuple[tuple[str, int], ...]
    bar: int
    tokens: int
    largest: float


def columns(
    width: int, steps: int, figures: Sequence[tuple[str, int]], start_tokens: int, largest: float
) -> StepColumns:
    """The columns that fit, for steps up to `steps`.

    figures  names with the room they need
    largest  the figure of a full bar; 0 for no bars
    """
    step = max(len(grouped(steps)), len("step"))
    kept = list(figures)
    room = width - (1 + step + 2)
    while len(kept) > 1 and room - _cells(kept) < _LEAST:
        kept.pop()
    what = room - _cells(kept)
    bars = _BAR if largest and what >= _LEAST + 5 + 1 + _BAR else 0
    what -= bars + 1 if bars else 0
    tokens = max(len(grouped(start_tokens)), len("tokens")) if start_tokens else 0
    tokens = tokens if what >= _LEAST + 4 + tokens else 0
    what -= tokens + 1 if tokens else 0
    longer = min(max(what - 28, 0) // 3, _LONGEST_BAR - _BAR) if bars else 0
    return StepColumns(width, step, max(what - longer, 0), tuple(kept), bars + longer, tokens, largest)


def _cells(figures: Sequence[tuple[str, int]]) -> int:
    return sum(1 + width for _, width in figures)


def room_for(name: str, largest: float) -> tuple[str, int]:
    """A figure's column: as wide as its heading and its largest value, if that is whole, need.

    >>> room_for("count", 4433), room_for("score", 1.0), room_for("tied", 300)
    (('count', 5), ('score', 8), ('tied', 5))
    """
    if name == TIED:
        return name, _TIES
    return name, max(len(heading(name)), len(grouped(int(largest))) if is_whole(name) else 8)


def is_whole(name: str) -> bool:
    """Whether a figure counts something: then bars can show it. Scores fall too steeply for that."""
    return name not in ("score", "bits per character")


def heading(name: str) -> str:
    """What stands above a figure."""
    return "" if name == TIED else _SHORT.get(name, name)


def figure_text(name: str, value: float | None, width: int) -> str:
    """A figure at the right of its column, a tie at the left; nothing where there is none.

    >>> figure_text("count", 1200, 6), figure_text("score", 1 / 7, 8), figure_text("tied", 3, 5)
    (' 1,200', '   0.143', '=3   ')
    """
    if name == TIED:
        return left(tie_mark(int(value), width) if value else "", width)
    if value is None:
        return " " * width
    return right(f"{int(value):,}" if value == int(value) and name != "score" else f"{value:.3g}", width)


def header(shape: StepColumns, what: Line) -> Line:
    """What the columns are; above the bars stands the figure of a full one."""
    titles = [Piece(" " + right(heading(name), width), "dim") for name, width in shape.figures]
    name = shape.figures[0][0] if shape.figures else ""
    full = figure_text(name, shape.largest, shape.bar).strip() if shape.largest else ""
    line = [Piece(" "), Piece(right("step", shape.step) + "  ", "dim"), *_fit(what, shape.what), *titles]
    line += [Piece(" " + right(full, shape.bar), "dim")] if shape.bar else []
    line += [Piece(" " + right("tokens", shape.tokens), "dim")] if shape.tokens else []
    return crop(line, shape.width)


def row(
    shape: StepColumns, mark: str, first: str, what: Line, values: dict[str, float | None], tokens: int | None
) -> Line:
    """A step, or something that could become one; `first` stands in the first column."""
    line = [Piece(mark, "accent"), Piece(right(first, shape.step) + "  ", "dim"), *_fit(what, shape.what)]
    for name, width in shape.figures:
        line.append(
            Piece(" " + figure_text(name, values.get(name), width), "dim" if name == TIED else "text")
        )
    if shape.bar:
        share = (values.get(shape.figures[0][0]) or 0) / shape.largest if shape.largest else 0.0
        line.append(Piece(" " + bar(share, shape.bar), "dim"))
    if shape.tokens:
        line.append(Piece(" " + right(grouped(tokens) if tokens else "", shape.tokens)))
    return crop(line, shape.width)


def _fit(what: Line, width: int) -> Line:
    cropped = crop(what, width)
    return [*cropped, Piece(" " * (width - width_of(cropped)))]


def step_what(step: Step, made: str | int, width: int) -> Line:
    """A merge as left + right → token, a new entry as its token, anything else by its name and its pieces."""
    if step.title == "merge" and len(step.pieces) == 3:
        sides: tuple[str | int, ...] = step.merge.pair if step.merge is not None else ("text", "text")
        return joined(labels(step.pieces, width - _SIGNS), (*sides, made), width)
    if step.title == "new entry" and step.pieces:
        return [Piece(label(step.pieces[0], width), made)]
    return [Piece(step.title), Piece("  "), *pieces_line(step.pieces, width - len(step.title) - 2)]


def pieces_line(pieces: Sequence[bytes], width: int) -> Line:
    """As many pieces as fit, with borders between them; where there are more, an ellipsis.

    >>> from bpe_play.tui.widgets.pieces import text_of
    >>> text_of(pieces_line([b"one", b"two", b"three"], 9)), text_of(pieces_line([b"schoolmaster"], 7))
    ('one│two│…', 'school…')
    """
    line: Line = []
    for index, piece in enumerate(pieces):
        border = [Piece("│", "border")] if index else []
        room = width - width_of([*line, *border]) - (2 if index < len(pieces) - 1 else 0)
        drawn = label(piece) if index else label(piece, max(room, 0))
        if cell_len(drawn) > room:
            return [*line, Piece("│…", "dim")]
        line += [*border, Piece(drawn, "dim")]
    return line
