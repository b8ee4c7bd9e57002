"""Characters under the tokens: graphemes, code points, and the pieces into which a token border cuts them.

Offsets are in bytes. A stray byte (not UTF-8) counts as a grapheme and a character of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import regex

from bpe_play.engine.door import to_bytes, valid_runs
from bpe_play.engine.tokenizer import TokenSpan

_GRAPHEME = regex.compile(r"\X")


def grapheme_bounds(data: bytes) -> list[int]:
    r"""Where each grapheme starts, and the length of the text at the end.

    >>> grapheme_bounds("e\u0301x".encode())
    [0, 3, 4]
    """
    return _bounds(data, graphemes=True)


def character_bounds(data: bytes) -> list[int]:
    """Where each code point starts, and the length of the text at the end."""
    return _bounds(data, graphemes=False)


def _bounds(data: bytes, graphemes: bool) -> list[int]:
    bounds = [0]
    for run, is_valid in valid_runs(data):
        for unit in _GRAPHEME.findall(run) if graphemes and is_valid else run:
            bounds.append(bounds[-1] + len(to_bytes(unit)))
    return bounds


class Segment(NamedTuple):
    """The smallest run of tokens that is made of whole graphemes.

    first, last   indices of its tokens, last one included
    start, end    its bytes
    graphemes     how many graphemes it holds

    Where first < last, the tokens between share a grapheme: a border goes through it.
    """

    first: int
    last: int
    start: int
    end: int
    graphemes: int


def segments(data: bytes, spans: Sequence[TokenSpan]) -> list[Segment]:
    """Segments that cover the text and its tokens in order.

    >>> spans = [TokenSpan(0xC3, b"\\xc3", 0, 1), TokenSpan(0xB1, b"\\xb1", 1, 2)]
    >>> segments("ñ".encode(), spans)
    [Segment(first=0, last=1, start=0, end=2, graphemes=1)]
    """
    bounds = grapheme_bounds(data)
    found: list[Segment] = []
    first = start = grapheme = 0
    for index, span in enumerate(spans):
        ahead = grapheme
        while bounds[ahead] < span.end:
            ahead += 1
        if bounds[ahead] == span.end:
            found.append(Segment(first, index, start, span.end, ahead - grapheme))
            first, start, grapheme = index + 1, span.end, ahead
    return found


class CharacterPiece(NamedTuple):
    """The part of a character that lies in a token.

    character  the whole character; first, last: which of its bytes, counted from 1; length: of how many
    """

    character: str
    first: int
    last: int
    length: int

    def __str__(self) -> str:
        which = f"byte {self.first}" if self.first == self.last else f"bytes {self.first}–{self.last}"
        return f"{which} of {self.length} of U+{ord(self.character):04X}"


def character_pieces(data: bytes, start: int, end: int) -> list[CharacterPiece]:
    """The characters that the borders of data[start:end] cut: none, one or two of them.

    >>> [str(piece) for piece in character_pieces("∩".encode(), 1, 2)]
    ['byte 2 of 3 of U+2229']
    """
    pieces = []
    for first, last in sorted({_character_around(data, start), _character_around(data, end - 1)}):
        if first < start or last > end:
            character = data[first:last].decode("utf-8")
            low, high = max(first, start), min(last, end)
            pieces.append(CharacterPiece(character, low - first + 1, high - first, last - first))
    return pieces


def _character_around(data: bytes, offset: int) -> tuple[int, int]:
    """The bytes of the character that holds this offset; the byte alone if it is in no character."""
    for first in range(offset, max(offset - 4, -1), -1):
        length = _sequence_length(data[first])
        if length:
            whole = data[first : first + length]
            if first + length > offset and _is_character(whole):
                return first, first + length
            break
    return offset, offset + 1


def _sequence_length(lead: int) -> int:
    """How many bytes a character has that begins with this byte; 0 for a continuation byte."""
    if 0x80 <= lead < 0xC0:
        return 0
    return 1 if lead < 0x80 else 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4


def _is_character(data: bytes) -> bool:
    try:
        return len(data.decode("utf-8")) == 1
    except UnicodeDecodeError:
        return False
