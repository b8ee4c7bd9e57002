"""GPT-2's byte letters: every byte written as one visible character, as vocab.json and merges.txt need it.

The 188 bytes that are printable in Latin-1 stand for themselves; the other 68 take the characters from
U+0100 on, in order, so that a space is Ġ and a newline Ċ. It is a way to write bytes, not a vocabulary;
the order of the letters (printable bytes first) is also the order of ids of GPT-2's single bytes.
"""

from __future__ import annotations

import codecs
from collections.abc import Collection
from io import BytesIO

from bpe_play.engine.merges import BYTES

_PRINTABLE = (*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, BYTES))
_OTHERS = tuple(value for value in range(BYTES) if value not in _PRINTABLE)

BYTE_ORDER: tuple[int, ...] = (*_PRINTABLE, *_OTHERS)
"""The bytes in the order of GPT-2's ids: id 0 is 0x21, id 188 is 0x00, id 255 is 0xAD."""

BYTE_IDS: tuple[int, ...] = tuple(sorted(range(BYTES), key=BYTE_ORDER.__getitem__))
"""The other way round: the id of each byte; a space (0x20) has the id 220."""

LETTERS: tuple[str, ...] = tuple(
    chr(value) if value in _PRINTABLE else chr(BYTES + _OTHERS.index(value)) for value in range(BYTES)
)
"""The letter of each byte."""

_FROM_LATIN_1 = dict(enumerate(LETTERS))
_TO_LATIN_1 = {ord(letter): value for value, letter in enumerate(LETTERS)}
ALPHABET = frozenset(LETTERS)


def to_letters(data: bytes) -> str:
    r"""The bytes as letters.

    >>> to_letters("señor\n".encode())
    'seÃ±orĊ'
    """
    return data.decode("latin-1").translate(_FROM_LATIN_1)


def from_letters(text: str) -> bytes:
    r"""The bytes that letters stand for. Raises ValueError, with the character, where one is no letter.

    >>> from_letters("Ġx")
    b' x'
    """
    for char in set(text) - ALPHABET:
        raise ValueError(char)
    return text.translate(_TO_LATIN_1).encode("latin-1")


# What Python's own one-byte encodings are made of. It is quick only where the first character is U+0000,
# which is no letter and lends its place to the letter of the byte 0.
_TABLE = codecs.charmap_build("\0" + "".join(LETTERS[1:]))


def all_from_letters(texts: Collection[str]) -> list[bytes | None]:
    """The bytes of many texts, many times quicker than one by one; None where a text is not all letters.

    >>> all_from_letters(["Ġx", "a b", "東"])
    [b' x', None, None]
    """
    joined = _encoded("".join(texts))
    if joined is None:
        return list(map(_encoded, texts))
    return list(map(BytesIO(joined).read, map(len, texts)))


def _encoded(text: str) -> bytes | None:
    if "\0" in text:
        return None
    try:
        return codecs.charmap_encode(text.replace(LETTERS[0], "\0"), "strict", _TABLE)[0]
    except UnicodeEncodeError:
        return None
