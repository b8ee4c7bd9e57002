"""Two tokenizers side by side: words cut by both, borders of morphemes, and vocabularies as sets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from rich.cells import cell_len

from bpe_play.engine.counted import counted
from bpe_play.engine.morphemes import MorphemeScore, WordBorders
from bpe_play.engine.side_by_side import pieces
from bpe_play.engine.swallowed import swallowed, swallowed_in_words
from bpe_play.engine.tokenizer import Tokenization
from bpe_play.tui.measures.sides import BOTH, LEFT, MORPHEME_BORDERS, RIGHT, WORDS, SidesResult, cut_at
from bpe_play.tui.measures.tax import language_name
from bpe_play.tui.visible import label
from bpe_play.tui.widgets.measure_sheet import (
    NO,
    YES,
    Cell,
    Column,
    Sheet,
    number,
    outside,
    short,
    token_cells,
    words,
)
from bpe_play.tui.widgets.pieces import Line, Piece, crop

_HIT, _MISS = "│", "┊"
_UNKNOWN = "unknown"
_SCORE = (
    f"{_HIT} is a border of morphemes too, {_MISS} is not. Precision: how many of the borders are; recall: "
    "how many of those that there are; score: their harmonic mean."
)


class _Row(NamedTuple):
    """A word under both tokenizers; without a word, the scores of a language."""

    language: str
    scores: tuple[MorphemeScore, MorphemeScore]
    words: tuple[WordBorders, WordBorders] | None


class SidesSheet(Sheet):
    """What the left one and the right one make of the same."""

    head_lines = 3
    about_lines = 5
    result: SidesResult

    @property
    def _names(self) -> tuple[str, str]:
        left, right = self.result.titles
        return short(left), short(right)

    @property
    def figures(self) -> str:
        return f"{100 * self.result.shared:.0f} % of all tokens shared"

    def head(self, width: int) -> list[Line]:
        (left, right), found = self._names, self.result
        one, other = found.compression.lost
        rates = (
            f"{left} {_rate(found.compression.left, one)}, {right} {_rate(found.compression.right, other)}"
        )
        sets = (
            f"Both have {len(found.sets[BOTH]):,} tokens, only {left} {len(found.sets[LEFT]):,}, "
            f"only {right} {len(found.sets[RIGHT]):,}."
        )
        first = words(f"{outside(found.text, 20)}: {rates}.", width, most=1)
        return [*first, *words(sets, width, "dim", most=2)]

    def columns(self) -> Sequence[Column]:
        left, right = self._names
        if self.part == WORDS:
            both = Column(left, 0, right=False), Column(right, 0, right=False)
            return (Column("word", 13, right=False), *both, Column("alike", 5))
        if self.part == MORPHEME_BORDERS:
            both = Column(left, 0, right=False), Column(right, 0, right=False)
            return (Column("morphemes", 18, right=False), *both)
        return Column("", 7), Column("bytes", 5), Column("token", 0, right=False)

    @cached_property
    def _rows(self) -> list[_Row]:
        """Each language with its scores, then its words."""
        rows = []
        for language, scores in self.result.scores.items():
            rows.append(_Row(language, scores, None))
            pairs = zip(scores[0].words, scores[1].words, strict=True)
            rows += (_Row(language, scores, pair) for pair in pairs)
        return rows

    @property
    def count(self) -> int:
        if self.part == WORDS:
            return len(self.result.pieces)
        return len(self._rows) if self.part == MORPHEME_BORDERS else len(self.result.sets[self.part])

    def cells(self, row: int) -> Sequence[Cell]:
        if self.part == WORDS:
            return self._word(row)
        if self.part == MORPHEME_BORDERS:
            return self._borders(self._rows[row])
        token = self.result.sets[self.part][row]
        return number(row + 1), number(len(token)), lambda room: [Piece(label(token, room), row)]

    def _word(self, row: int) -> Sequence[Cell]:
        both = self.result.pieces[row]
        return (
            Piece(outside(both.word, 13)),
            lambda room: _cut(both.left, room),
            lambda room: _cut(both.right, room),
            Piece(YES, "good") if both.alike else Piece(NO, "dim"),
        )

    def _borders(self, row: _Row) -> Sequence[Cell]:
        if row.words is None:
            scores = (Piece(f"score {score.score:.2f}", "accent") for score in row.scores)
            return Piece(language_name(row.language), "accent"), *scores
        left, right = row.words
        whole = "·".join(cut_at(left.word, left.morphemes))
        return Piece(whole), lambda room: _marked(left, room), lambda room: _marked(right, room)

    def about(self, row: int, width: int) -> list[Line]:
        if self.part == MORPHEME_BORDERS:
            return self._explained(self._rows[row], width)
        if self.part == WORDS:
            both = self.result.pieces[row]
            sides = zip(self._names, (both.left, both.right), strict=True)
            return [_whole(name, tokens, width) for name, tokens in sides]
        return words("A token is what it stands for, without marks such as ##.", width, "dim", most=2)

    def _explained(self, row: _Row, width: int) -> list[Line]:
        lines = words(_SCORE, width, "dim")
        for name, score in zip(self._names, row.scores, strict=True):
            figures = f"{score.hits} of {score.token_borders}, {score.hits} of {score.morpheme_borders}"
            said = f"{name}: {figures}: {score.precision:.2f}, {score.recall:.2f} → {score.score:.2f}"
            lines += words(said, width, most=1)
        return lines


def _rate(bytes_per_token: float, lost: int) -> str:
    """What a text costs, or that it does not come back: then it costs little, and says nothing."""
    return f"{lost:,} unknown" if lost else f"{bytes_per_token:.2f} b/t"


def _cut(tokenization: Tokenization, room: int) -> Line:
    """A word in its tokens; an unknown one stands for nothing that comes back."""
    if swallowed(tokenization):
        return [Piece(_UNKNOWN, "bad")]
    return token_cells(pieces(tokenization), room)


def _whole(name: str, tokenization: Tokenization, width: int) -> Line:
    """All tokens of a word, for which its row may have no room."""
    if lost := swallowed_in_words(tokenization):
        return crop([Piece(f" {name}: ", "dim"), Piece(lost, "bad")], width)
    said = f" {name}, {counted(len(tokenization.spans), 'token')}: "
    return [Piece(said, "dim"), *token_cells(pieces(tokenization), width - cell_len(said) - 1)]


def _marked(word: WordBorders, room: int) -> Line:
    """A word in its tokens, the borders that are borders of morphemes drawn through."""
    if word.unknown:
        return [Piece(_UNKNOWN, "bad")]
    line: Line = []
    used = 0
    borders = ["", *(border for border in sorted(word.tokens))]
    for border, part in zip(borders, cut_at(word.word, word.tokens, label), strict=True):
        if line:
            is_hit = border in word.morphemes
            line.append(Piece(_HIT if is_hit else _MISS, "good" if is_hit else "border"))
        used += cell_len(part) + 1
        if used - 1 > room:
            return [*line[:-1], Piece("…", "dim")]
        line.append(Piece(part))
    return line
