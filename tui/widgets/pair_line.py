"""A pair and what it becomes, `left + right → token`, in as many cells as there are."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from bpe_play.engine.merges import Pair
from bpe_play.engine.vocabulary import Vocabulary
from bpe_play.tui.visible import label
from bpe_play.tui.widgets.pieces import Line, Piece, crop

_WIDE_SIGNS, _TIGHT_SIGNS = (" + ", " → "), ("+", "→")
_ALIGNED_FROM = 36
_LONGEST_SIDE = 10


def pair_line(vocabulary: Vocabulary, pair: Pair, made: str | int, width: int) -> Line:
    """A merge in exactly `width` cells; `made` is the ink of the token that the pair becomes."""
    tokens = [vocabulary.tokens[pair[0]], vocabulary.tokens[pair[1]]]
    tokens.append(tokens[0] + tokens[1])
    return joined(labels(tokens, width - _cells(_TIGHT_SIGNS)), (*pair, made), width)


def joined(parts: Sequence[str], inks: Sequence[str | int], width: int) -> Line:
    """Three parts with the signs between them in exactly `width` cells.

    Where the width allows, the signs of all merges stand below each other; a part that is too long for that
    moves its sign. Where it is scarce, the blanks around the signs go first.
    """
    first, second, third = parts
    needed = _cells(parts)
    signs = _WIDE_SIGNS if needed + _cells(_WIDE_SIGNS) <= width else _TIGHT_SIGNS
    slack = max(width - needed - _cells(signs), 0)
    side = min(width // 4, _LONGEST_SIDE) if width >= _ALIGNED_FROM else 0
    before = min(max(side - cell_len(first), 0), slack)
    between = min(max(side - cell_len(second), 0), slack - before)
    line = [
        Piece(" " * before),
        Piece(first, inks[0]),
        Piece(signs[0], "dim"),
        Piece(second, inks[1]),
        Piece(" " * between + signs[1], "dim"),
        Piece(third, inks[2]),
        Piece(" " * (slack - before - between)),
    ]
    return line if needed + _cells(signs) <= width else crop(line, width)


def labels(tokens: Sequence[bytes], room: int) -> list[str]:
    """The labels of some tokens, cropped so that together they take no more than `room` cells."""
    whole = [label(token, max(room, 0)) for token in tokens]
    widths = [cell_len(text) for text in whole]
    return [
        text if need <= given else label(token, given)
        for token, text, need, given in zip(tokens, whole, widths, shares(widths, room), strict=True)
    ]


def shares(needs: Sequence[int], room: int) -> list[int]:
    """How many cells each gets: what it needs, or, where that is too much, an even part of what is left.

    >>> shares([4, 3, 6], 20), shares([4, 30, 40], 20)
    ([4, 3, 6], [4, 8, 8])
    """
    given = [0] * len(needs)
    for place, (need, index) in enumerate(sorted((need, index) for index, need in enumerate(needs))):
        given[index] = max(min(need, room // (len(needs) - place)), 0)
        room -= given[index]
    return given


def _cells(texts: Sequence[str]) -> int:
    return sum(cell_len(text) for text in texts)
