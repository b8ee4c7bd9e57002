"""Candidates for the next merge as lines: all on one, or one a row in the columns of the merge list."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from bpe_play.engine.merges import Candidate, TieRule
from bpe_play.engine.vocabulary import Vocabulary
from bpe_play.tui.visible import label
from bpe_play.tui.widgets.figures import grouped
from bpe_play.tui.widgets.merge_row import Columns, pair_row
from bpe_play.tui.widgets.pieces import Line, Piece, crop, width_of

_NEXT = " next  "
_LABEL_WIDTH = 12
_WINNERS = {TieRule.FIRST_SEEN: "the first seen wins", TieRule.LOWEST_IDS: "the lowest ids win"}


def none_line(reason: str, width: int) -> Line:
    """The line when nothing is known to be merged next, with the reason."""
    return crop([Piece(f"{_NEXT}{reason}", "dim")], width)


def candidates_line(
    vocabulary: Vocabulary, candidates: Sequence[Candidate], tied: int, rule: TieRule | None, width: int
) -> Line:
    """As many candidates as fit on one line, the next merge first, and how many are tied with it.

    >>> from bpe_play.tui.widgets.pieces import text_of
    >>> two = [Candidate((97, 98), 7), Candidate((98, 99), 7)]
    >>> text_of(candidates_line(Vocabulary(), two, 2, None, 60))
    ' next  a + b  7   b + c =7   =2 tied'
    """
    line = [Piece(_NEXT, "dim")]
    note = tie_note(tied, rule, width - 30)
    room = width - (cell_len(note) + 3 if note else 0)
    for index, candidate in enumerate(candidates):
        entry = _entry(vocabulary, candidate, index == 0, candidate.count == candidates[0].count)
        gap = [Piece("   ")] if index else []
        if index and width_of([*line, *gap, *entry]) > room:
            break
        line += [*gap, *entry]
    return crop([*line, Piece("   " + note if note else "", "dim")], width)


def tie_note(tied: int, rule: TieRule | None, room: int) -> str:
    """How many pairs are tied, and which of them wins if there is room to say so."""
    if tied < 2:
        return ""
    short = f"={grouped(tied)} tied"
    long = f"{short}: {_WINNERS[rule]}" if rule else short
    return long if len(long) <= room else short


def _entry(vocabulary: Vocabulary, candidate: Candidate, is_next: bool, is_tied: bool) -> Line:
    left, right = (label(vocabulary.tokens[part], _LABEL_WIDTH) for part in candidate.pair)
    inks = ("hit", "hit") if is_next else candidate.pair
    sign = "=" if is_tied and not is_next else " "
    return [
        Piece(left, inks[0]),
        Piece(" + ", "dim"),
        Piece(right, inks[1]),
        Piece(" " + sign, "dim"),
        Piece(grouped(candidate.count) if candidate.count else ""),
    ]


def candidate_rows(
    vocabulary: Vocabulary,
    candidates: Sequence[Candidate],
    tied: int,
    rule: TieRule | None,
    shape: Columns,
    height: int,
) -> list[Line]:
    """One candidate a row in the columns of the merge list, and a last line on ties where there is room."""
    note = tie_note(tied, rule, shape.width - 10)
    shown = candidates[: height - 1 if note and height > 2 else height]
    rows = [
        pair_row(
            shape,
            vocabulary,
            candidate.pair,
            candidate.count,
            step="" if index else "next",
            tied=_tied(index, candidate, candidates[0], tied),
            made="text" if index else "hit",
        )
        for index, candidate in enumerate(shown)
    ]
    if note and height > 2:
        rows.append(crop([Piece(" " * (shape.step + 3)), Piece(note, "dim")], shape.width))
    return rows


def _tied(index: int, candidate: Candidate, best: Candidate, tied: int) -> int:
    """What the tie column says: the number in the first row, and a bare sign in those tied with it."""
    if index == 0:
        return tied
    return 0 if candidate.count == best.count else 1
