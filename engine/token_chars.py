"""Tokens as characters: inside the fast trainers a token is one character, a pair is a `str` of two.

Searching, cutting and joining of `str` run at the speed of C, and a pair is a ready-made dictionary key.
The character of an id is the code point of that number; ids from 0xD800 on step over the surrogates.
These strings never leave the trainers; they are not text.
"""

from __future__ import annotations

from collections.abc import Mapping

from bpe_play.engine.merges import SINGLE_BYTES, Pair

_FIRST_SURROGATE = 0xD800
_SURROGATES = 0x800

MOST_TOKENS = 0x110000 - _SURROGATES
SINGLE_CHARS = tuple(map(chr, range(256)))


def char_of(token_id: int) -> str:
    """The character that stands for a token.

    >>> char_of(97), ord(char_of(0xD800)) == 0xE000
    ('a', True)
    """
    return chr(token_id if token_id < _FIRST_SURROGATE else token_id + _SURROGATES)


def id_of(char: str) -> int:
    """The token that a character stands for."""
    code = ord(char)
    return code if code < _FIRST_SURROGATE else code - _SURROGATES


def ids_of(pair: str) -> Pair:
    """The two tokens that a pair of characters stands for.

    >>> ids_of("ab")
    (97, 98)
    """
    return id_of(pair[0]), id_of(pair[1])


def single_tokens() -> dict[str, bytes]:
    """The tokens that there are before any merge, by their characters."""
    return dict(zip(SINGLE_CHARS, SINGLE_BYTES, strict=True))


def spell(chars: str, token_of: Mapping[str, bytes]) -> bytes:
    """The bytes of some tokens, one after the other.

    >>> spell("ab", single_tokens())
    b'ab'
    """
    return b"".join(map(token_of.__getitem__, chars))
