"""The guided list of known glitch tokens as lines: the list, the reason, and the cuts of each vocabulary."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap

from bpe_play.engine.glitch_known import known_ids
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.tui.glitch_tour import VOCABULARIES_OF_THE_TOUR, TourRow, cut_by, single_in
from bpe_play.tui.visible import label
from bpe_play.tui.widgets.pieces import Line, Piece, crop, left, right, width_of

_INDENT = "   "
_AIRY = 11  # lines
_LIKELY = "Pieced together by readers of the vocabulary: likely, not proven."


def tour_row(row: TourRow, width: int) -> Line:
    """A group's title, or a token of it with its id in GPT-2's vocabulary."""
    if not row.text:
        return [Piece(f" {row.group.title}", "dim")]
    room = max(width - len(_INDENT) - 7, 1)
    text = label(row.text.encode(), room)
    return [
        Piece(_INDENT),
        Piece(text, row.id),
        Piece(" " * (room - len(text))),
        Piece(right(str(row.id), 6), "dim"),
    ]


def reason_lines(row: TourRow, width: int, height: int) -> list[Line]:
    """Why the tokens of the group became tokens, and why no model learned them."""
    reason: list[Line] = [[Piece(line)] for line in wrap(row.group.reason, max(width, 10))]
    caution: list[Line] = [[], *([Piece(line, "dim")] for line in wrap(_LIKELY, max(width, 10)))]
    return [*reason, *caution] if len(reason) + len(caution) <= height else reason


def cut_lines(row: TourRow, tokenizers: Mapping[str, Tokenizer], width: int, height: int) -> list[Line]:
    """What each vocabulary makes of the token: one token, or pieces with their ids below them."""
    if not row.text:
        return _summary(tokenizers)
    gap: list[Line] = [[]] if height >= _AIRY else []
    lines: list[Line] = []
    for name in VOCABULARIES_OF_THE_TOUR:
        if name in tokenizers:
            lines += [*_cut(name, tokenizers[name], row.text, width), *gap]
        else:
            lines += [[Piece(f"{name}  loading …", "dim")], *gap]
    return lines


def _summary(tokenizers: Mapping[str, Tokenizer]) -> list[Line]:
    total = len(known_ids())
    lines: list[Line] = [[Piece(f"of the {total} tokens on this list, one token each", "dim")], []]
    for name, count in single_in(tokenizers).items():
        lines.append([Piece(left(f"in {name}", 18), "dim"), Piece(right(str(count), 3))])
    return lines


def _cut(name: str, tokenizer: Tokenizer, text: str, width: int) -> list[Line]:
    tokens = cut_by(tokenizer, text)
    count = "one token" if len(tokens) == 1 else f"{len(tokens)} tokens"
    head = [Piece(left(name, 14), "text"), Piece(count, "accent" if len(tokens) == 1 else "dim")]
    pieces: Line = [Piece(_INDENT)]
    ids: Line = [Piece(_INDENT)]
    for token_id, token in tokens:
        written = label(token, max(width - 8, 4))
        cells = max(width_of([Piece(written)]), len(str(token_id)))
        pieces += [Piece(left(written, cells), token_id), Piece("│", "border")]
        ids += [Piece(left(str(token_id), cells) + " ", "dim")]
    return [head, crop(pieces, width), crop(ids, width)]
