"""Steps of a training, pairs that could be merged, and words on their way, as lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bpe_play.engine.algorithms.steps import Choice, Figure, Step
from bpe_play.tui.visible import label
from bpe_play.tui.widgets.measure_sheet import token_cells
from bpe_play.tui.widgets.pieces import Line, Piece

_WIDEST_PIECE, _SHORTEST_PIECE = 24, 4


def figures_in_words(figures: Iterable[Figure]) -> str:
    """Figures with their names.

    >>> figures_in_words([Figure("score", 0.0125), Figure("count", 1200)])
    'score 0.0125, count 1,200'
    """
    return ", ".join(f"{figure.name} {figure_in_words(figure.value)}" for figure in figures)


def figure_in_words(value: float) -> str:
    return f"{int(value):,}" if value == int(value) else f"{value:.4g}"


def step_line(step: Step, room: int) -> Line:
    """A merge as left + right → token; any other step by its title, with a piece."""
    if step.merge is not None and len(step.pieces) == 3:
        first, second, made = (label(piece, _WIDEST_PIECE) for piece in step.pieces)
        return [
            Piece(first),
            Piece(" + ", "dim"),
            Piece(second),
            Piece(" → ", "dim"),
            Piece(made, step.merge.id),
        ]
    pieces = step.pieces[:1]
    rest = room - len(step.title) - 1
    named = [Piece(" "), *token_cells(pieces, rest)] if pieces and rest >= _SHORTEST_PIECE else []
    return [Piece(step.title, "dim"), *named]


def pair_line(choice: Choice) -> Line:
    left, right = label(choice.left, _WIDEST_PIECE), label(choice.right, _WIDEST_PIECE)
    figures = figures_in_words([Figure("count", choice.count), Figure("score", choice.score)])
    return [Piece(f"{left} + {right}"), Piece(f": {figures}", "dim")]


def next_line(choice: Choice) -> Line:
    left, right = label(choice.left, _WIDEST_PIECE), label(choice.right, _WIDEST_PIECE)
    return [Piece(f"{left} + {right} "), Piece(f"{figure_in_words(choice.score)}   ", "dim")]


def settled_line(pieces: Sequence[bytes], settled: int, room: int) -> Line:
    """A word on its way: what is settled as tokens, the rest dim."""
    line = token_cells(pieces, room)
    seen = 0
    drawn: Line = []
    for piece in line:
        if piece.ink == "border":
            seen += 1
        is_open = seen >= settled and piece.ink == "text"
        drawn.append(Piece(piece.text, "dim") if is_open else piece)
    return drawn
