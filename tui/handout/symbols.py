"""Bits as symbols that people read aloud and type, with a check against slips.

A symbol is one of 32 digits and letters: no I, L, O and U, which look like others or make words. Lower case
is the same, O is read as 0, I and L as 1; blanks and hyphens may stand anywhere. The last two symbols are the
rest of all before them, as one number, divided by 1021: a prime, so that one wrong symbol and two that
changed places are always noticed, and of other mistakes all but one in a thousand.

This module does not know what the bits mean.
"""

from __future__ import annotations

import re

from bpe_play.engine import EngineError

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
GROUP = 4
MOST = 400  # symbols that are read; no code of ours is so long

_BITS = 5
_PRIME = 1021
_VALUE = {symbol: value for value, symbol in enumerate(ALPHABET)} | {"O": 0, "I": 1, "L": 1}
_IGNORED = re.compile(r"[\s\-‐‑–—_.]+")


class CodeError(EngineError):
    """A code that was mistyped, cut off, or made by another version."""


def symbols_of(bits: str) -> str:
    """The symbols for a row of 0 and 1, filled up with 0, and the two that check them.

    >>> symbols_of("0000111111")
    '1Z1Z'
    """
    padded = bits + "0" * (-len(bits) % _BITS)
    symbols = "".join(ALPHABET[int(padded[at : at + _BITS], 2)] for at in range(0, len(padded), _BITS))
    return symbols + _check(symbols)


def bits_of(typed: str) -> str:
    """The row of 0 and 1 that was typed as symbols; CodeError says what is wrong with them.

    >>> bits_of("iz-lz")
    '0000111111'
    """
    symbols = tidy(typed)
    if len(symbols) < 3:
        raise CodeError("The code is too short", "type all its groups, or give the path of a hand-out file")
    body, check = symbols[:-2], symbols[-2:]
    if _check(body) != check:
        raise CodeError("The code was mistyped somewhere", "compare it group by group with the one shown")
    return "".join(f"{_VALUE[symbol]:05b}" for symbol in body)


def tidy(typed: str) -> str:
    """The symbols of what was typed, each in its one form, without blanks and hyphens."""
    bare = _IGNORED.sub("", typed[: 4 * MOST]).upper()
    for at, char in enumerate(bare, start=1):
        if char not in _VALUE:
            raise CodeError(
                f"{char!r} at place {at} is in no code", "a code has digits and letters only, without U"
            )
    if len(bare) > MOST:
        raise CodeError("This is too long for a code", "give the path of a hand-out file")
    return "".join(ALPHABET[_VALUE[char]] for char in bare)


def grouped(symbols: str) -> str:
    """In groups, as it is shown.

    >>> grouped("20F3K9QX7A")
    '20F3-K9QX-7A'
    """
    return "-".join(symbols[at : at + GROUP] for at in range(0, len(symbols), GROUP))


def _check(symbols: str) -> str:
    rest = 0
    for symbol in symbols:
        rest = (rest * 32 + _VALUE[symbol]) % _PRIME
    return ALPHABET[rest // 32] + ALPHABET[rest % 32]
