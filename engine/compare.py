"""Several tokenizations of one text side by side: where they part, and what the text costs in each.

Borders are compared, and not ids, since each vocabulary has ids of its own. Nothing is encoded here, and
nothing here knows characters: offsets are in bytes.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from bpe_play.engine.errors import EngineError
from bpe_play.engine.tokenizer import Tokenization


@dataclass(frozen=True)
class Difference:
    """The smallest run of text between borders that all share, inside which not all cut alike.

    tokens[r]  the indices of the tokens that row r makes of data[start:end]
    """

    start: int
    end: int
    tokens: tuple[range, ...]


@dataclass(frozen=True)
class Cost:
    """What a text costs in one tokenizer.

    against_first  how many more tokens than in the first one, as a share: 0.39 is 39 % more, -0.25 a quarter
                   less; None where the first needs no token and this one does
    """

    tokens: int
    bytes_per_token: float
    against_first: float | None


class Comparison:
    """Tokenizations of the same bytes, in the order in which they were given.

    rows         the tokenizations
    shared       the borders that all of them have, from 0 to the length of the text
    differences  where they part, in order; they never touch what all cut alike
    costs        one for each row

    >>> from bpe_play.engine.tokenizer import TokenSpan as Span
    >>> left = Tokenization(b"abcd", (Span(1, b"ab", 0, 2), Span(2, b"c", 2, 3), Span(3, b"d", 3, 4)))
    >>> right = Tokenization(b"abcd", (Span(7, b"a", 0, 1), Span(8, b"bc", 1, 3), Span(9, b"d", 3, 4)))
    >>> comparison = compare([left, right])
    >>> comparison.shared, comparison.differences
    ((0, 3, 4), (Difference(start=0, end=3, tokens=(range(0, 2), range(0, 2))),))
    """

    def __init__(self, rows: Sequence[Tokenization]) -> None:
        self.rows = tuple(rows)
        self.data = self.rows[0].data
        self.shared = _shared_borders(self.rows)
        self.differences = tuple(_differences(self.rows, self.shared))
        self.costs = tuple(_cost(row, self.rows[0]) for row in self.rows)
        self._starts = [difference.start for difference in self.differences]

    def difference_at(self, offset: int) -> Difference | None:
        """The difference that holds a byte."""
        number = self.difference_number(offset)
        return None if number is None else self.differences[number]

    def difference_number(self, offset: int) -> int | None:
        """The index of the difference that holds a byte."""
        number = bisect_right(self._starts, offset) - 1
        return number if number >= 0 and offset < self.differences[number].end else None

    def next_difference(self, offset: int) -> Difference | None:
        """The first difference that begins after a byte; None behind the last one."""
        at = bisect_right(self._starts, offset)
        return self.differences[at] if at < len(self._starts) else None

    def difference_before(self, offset: int) -> Difference | None:
        """The last difference that begins before a byte; None at the first one."""
        at = bisect_left(self._starts, offset)
        return self.differences[at - 1] if at else None


def compare(rows: Sequence[Tokenization]) -> Comparison:
    """Lay tokenizations side by side: usually two to four, one at least.

    EngineError where they are not of the same bytes, as with a tokenizer that changes its text.
    """
    if not rows:
        raise EngineError("There is nothing to compare", "give at least one tokenization")
    for number, row in enumerate(rows, 1):
        if row.data != rows[0].data:
            raise EngineError(
                f"Tokenization {number} is of another text than the first",
                "compare tokenizers that leave the text as it is",
            )
    return Comparison(rows)


def _shared_borders(rows: Sequence[Tokenization]) -> tuple[int, ...]:
    ends = [{span.end for span in row.spans} for row in rows]
    return tuple(sorted({0, len(rows[0].data)}.union(set.intersection(*ends))))


def _differences(rows: Sequence[Tokenization], shared: Sequence[int]) -> list[Difference]:
    """Between two neighbouring shared borders all have one token, or they cut differently. A tokenizer that
    makes nothing of white space may have none there."""
    found = []
    firsts = [0] * len(rows)
    for start, end in pairwise(shared):
        lasts = [_behind(row, first, end) for row, first in zip(rows, firsts, strict=True)]
        tokens = tuple(map(range, firsts, lasts))
        if any(len(indices) != 1 for indices in tokens):
            found.append(Difference(start, end, tokens))
        firsts = lasts
    return found


def _behind(row: Tokenization, index: int, border: int) -> int:
    """The index of the first token, from this one on, that ends after a border."""
    while index < len(row.spans) and row.spans[index].end <= border:
        index += 1
    return index


def _cost(row: Tokenization, first: Tokenization) -> Cost:
    tokens, base = len(row.spans), len(first.spans)
    share = tokens / base - 1 if base else None if tokens else 0.0
    return Cost(tokens, row.bytes_per_token, share)
