"""Lines of the corpus with the token below itself in each, so that its surroundings can be compared.

 12  …en suddenly a White Rabbit with pink eyes ran close by her
107          “Oh dear! Oh dear! I shall be late!”
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from bpe_play.engine.characters import character_pieces
from bpe_play.engine.occurrences import Occurrence
from bpe_play.tui.visible import Glyph, Kind, glyphs, label
from bpe_play.tui.widgets.figures import grouped
from bpe_play.tui.widgets.pieces import Line, Piece, right, width_of


def concordance(places: Sequence[Occurrence], width: int) -> list[Line]:
    """A line for each place: its line number, then the text around the token, which is marked as a hit."""
    numbers = max((len(grouped(place.line_number)) for place in places), default=0) + 1
    return [_line(place, numbers, width - numbers - 2) for place in places]


def _line(place: Occurrence, numbers: int, room: int) -> Line:
    token = [Piece(label(place.line[place.start : place.end], max(room - 2, 1)), "hit")]
    before_room = max((room - width_of(token)) * 2 // 5, 0)
    cut_before, cut_after = _cut(place)
    before = _pieces(place.line[: place.start], -cut_before)
    before = nearest(before[::-1], before_room, place.crops_before)[::-1]
    after = _pieces(place.line[place.end :], cut_after)
    after = nearest(after, room - before_room - width_of(token), place.crops_after)
    number = right(grouped(place.line_number), numbers) + " " * (2 + before_room - width_of(before))
    return [Piece(number, "dim"), *before, *token, *after]


def _cut(place: Occurrence) -> tuple[int, int]:
    """How many bytes of a character the token leaves before and after itself."""
    cut = character_pieces(place.line, place.start, place.end)
    return (cut[0].first - 1, cut[-1].length - cut[-1].last) if cut else (0, 0)


def nearest(glyphs_outward: Sequence[Piece], room: int, more: bool = False) -> Line:
    """The first pieces that fit; an ellipsis where something is left out, or where there is `more`."""
    if not more and width_of(glyphs_outward) <= room:
        return list(glyphs_outward)
    kept: Line = []
    left = room - 1
    for piece in glyphs_outward:
        left -= cell_len(piece.text)
        if left < 0:
            break
        kept.append(piece)
    return [*kept, Piece("…", "dim")] if room > 0 else []


def _pieces(data: bytes, cut: int) -> Line:
    """The surroundings, a piece for each glyph; `cut` bytes of them, at the end if negative, are a part
    of a character and no stray bytes.
    """
    low, high = (0, cut) if cut >= 0 else (len(data) + cut, len(data))
    return [_piece(glyph, data, low <= glyph.start < high) for glyph in glyphs(data)]


def _piece(glyph: Glyph, data: bytes, is_cut: bool) -> Piece:
    if glyph.kind is Kind.TEXT:
        return Piece(glyph.text)
    if is_cut:
        return Piece(label(data[glyph.start : glyph.end]), "mark")
    return Piece(glyph.text, "bad" if glyph.kind is Kind.STRAY else "mark")
