"""Where tokens stand on the ruler: which go into which block, and in which columns.

A block is one line of the ruler, all its rows together. A token takes `cells` cells for each of its bytes,
the last one for its border, and more if its id needs more. Tokens are laid out in order and only as far as
asked for, so that the first blocks of a long text are there at once; they may be a part of a text's tokens, which then
begins the first block. This module draws nothing.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from typing import NamedTuple

from bpe_play.engine.tokenizer import Tokenization, TokenSpan

_NARROWEST = 16


class Part(NamedTuple):
    """A token in a block, or as much of it as fits there.

    token        its index
    start, end   its bytes here, as offsets into the text
    column       cells from the left edge of the block
    width        cells, with the border at the right
    opens, closes  whether the token begins and ends here
    """

    token: int
    start: int
    end: int
    column: int
    width: int
    opens: bool
    closes: bool


class RulerLayout:
    """The blocks of one tokenization at one width.

    >>> from bpe_play.engine.tokenizer import TokenSpan
    >>> text = Tokenization(b"abcd", (TokenSpan(300, b"abc", 0, 3), TokenSpan(100, b"d", 3, 4)))
    >>> layout = RulerLayout(text, width=20)
    >>> layout.lay_out(2)
    >>> [(part.column, part.width) for part in layout.parts(0)]
    [(0, 9), (9, 4)]
    """

    def __init__(self, tokenization: Tokenization, width: int, cells: int = 3) -> None:
        self.tokenization = tokenization
        self.width = max(width, _NARROWEST)
        self.cells = cells
        self.laid_out = 0  # tokens
        self._column = 0
        self._indices = array("Q", [0] if tokenization.spans else [])
        self._starts = array("Q", [span.start for span in tokenization.spans[:1]])

    @property
    def complete(self) -> bool:
        """Whether all tokens have their place."""
        return self.laid_out == len(self.tokenization.spans)

    @property
    def blocks(self) -> int:
        """How many blocks there are so far."""
        return len(self._indices)

    def lay_out(self, until: int) -> None:
        """Give tokens their places, up to the one with the index `until`, without it."""
        spans, cells, width, column = self.tokenization.spans, self.cells, self.width, self._column
        until = min(until, len(spans))
        for index in range(self.laid_out, until):
            span = spans[index]
            needed = cells * (span[3] - span[2])
            if needed < 8:
                needed = max(needed, len(str(span[0])) + 1)
            if column and column + needed > width:
                self._open(index, span[2])
                column = 0
            column = column + needed if needed <= width else self._split(index, span)
        self.laid_out, self._column = max(until, self.laid_out), column

    def block_of(self, index: int) -> int:
        """The block in which a token begins."""
        self.lay_out(index + 1)
        return bisect_right(self._starts, self.tokenization.spans[index].start) - 1

    def parts(self, block: int) -> list[Part]:
        """The tokens of a block that is laid out."""
        index, start, column = self._indices[block], self._starts[block], 0
        stop = self._starts[block + 1] if block + 1 < self.blocks else self._laid_out_bytes()
        parts: list[Part] = []
        while start < stop:
            span = self.tokenization.spans[index]
            end = min(span.end, stop)
            whole = start == span.start and end == span.end
            width = self._width(span) if whole else self.cells * (end - start)
            parts.append(Part(index, start, end, column, width, start == span.start, end == span.end))
            index, start, column = index + 1, end, column + width
        return parts

    def _laid_out_bytes(self) -> int:
        return self.tokenization.spans[self.laid_out - 1].end if self.laid_out else 0

    def _width(self, span: TokenSpan) -> int:
        return max(self.cells * (span.end - span.start), len(str(span.id)) + 1)

    def _open(self, index: int, start: int) -> None:
        self._indices.append(index)
        self._starts.append(start)

    def _split(self, index: int, span: TokenSpan) -> int:
        """Lay out a token that is longer than a block; the columns that its last part takes."""
        room = max(self.width // self.cells, 1)
        start = span.start
        while span.end - start > room:
            start = self._cut(start, start + room)
            self._open(index, start)
        return self.cells * (span.end - start)

    def _cut(self, start: int, offset: int) -> int:
        """The start of the character that holds a byte, if it is near: the end of a line tears nothing."""
        for near in range(offset, max(offset - 4, start), -1):
            if not 0x80 <= self.tokenization.data[near] < 0xC0:
                return near
        return offset
