"""A corpus as a stream of parts to draw, from any byte offset on, and the plainest kind of it: bare text.

Every kind has the same face (`Parts`): it knows its length in bytes, where rows can begin, and its parts from
an offset on. Parts are made block by block and handed out one by one, so only what is looked at costs.
Texts and words that are cut into tokens are in corpus_tokens.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple, Protocol

from bpe_play.engine.certain_cuts import Data, decoder_start
from bpe_play.engine.errors import EngineError
from bpe_play.engine.merges import Pair
from bpe_play.tui.visible import glyphs

BLOCK = 1 << 9
UNKNOWN = -1  # the id of a part that no token stands for
LONGEST_LINE = 1 << 13  # a row above is laid out from the start of its line, if that is not farther away


class Role(Enum):
    """Which half of a hit of the next pair a token is."""

    NONE = "none"
    LEFT = "left"
    RIGHT = "right"


class Part(NamedTuple):
    """Something to draw: the bytes of a token, and where it stands.

    id     the token's id, UNKNOWN, or None where text is not cut into tokens
    stray  whether it holds bytes that are not UTF-8; else what cannot be read in it are pieces of characters
    note   what is written behind it; the row ends there
    """

    token: bytes
    start: int
    end: int
    id: int | None = None
    role: Role = Role.NONE
    stray: bool = False
    note: str = ""


class Parts(Protocol):
    """What the corpus view draws from."""

    @property
    def exact(self) -> bool:
        """Whether all that was handed out is for certain cut as the whole text would be."""

    @property
    def failure(self) -> EngineError | None:
        """Why the text could not be cut, and is handed out without tokens."""

    def __len__(self) -> int: ...

    def set_step(self, step: int, next_pair: Pair | None) -> None:
        """Cut as of another step, and look for another pair; costs nothing by itself."""

    def row_before(self, offset: int) -> int:
        """An offset before this one at which a row can begin: that of a line, or of a part of a long one."""

    def from_offset(self, offset: int) -> Iterator[Part]:
        """The parts to the end, from the one that holds the offset on."""


class PlainParts:
    """A text that is not cut into tokens: one part for each glyph."""

    exact = True
    failure = None

    def __init__(self, data: Data) -> None:
        self.data = data

    def set_step(self, step: int, next_pair: Pair | None) -> None:
        """There are no tokens, so no step changes them."""

    def __len__(self) -> int:
        return len(self.data)

    def row_before(self, offset: int) -> int:
        return line_before(self.data, offset)

    def from_offset(self, offset: int) -> Iterator[Part]:
        while offset < len(self.data):
            end = decoder_start(self.data, offset + BLOCK)
            block = self.data[offset:end]
            for glyph in glyphs(block):
                yield Part(
                    block[glyph.start : glyph.end], offset + glyph.start, offset + glyph.end, stray=True
                )
            offset = end


def line_before(data: Data, offset: int) -> int:
    """The start of the line that ends at or holds the byte before `offset`.

    In a line that starts too far away, the nearest multiple of half that distance stands for its start.
    """
    far = max(offset - 1 - LONGEST_LINE, 0)
    newline = data[far : offset - 1].rfind(b"\n")
    if newline >= 0 or far == 0:
        return far + newline + 1
    grid = LONGEST_LINE // 2
    return decoder_start(data, (offset - 1) // grid * grid)
