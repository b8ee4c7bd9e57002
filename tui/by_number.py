"""Characters by their numbers or names, for those that no key gives."""

from __future__ import annotations

import unicodedata

from bpe_play.engine.errors import EngineError

HINT = "U+00F1   241   U+1F468 U+200D U+1F469   or a name: combining tilde"
_HOW = "type U+00F1, 241, several with spaces between, or a name"
_LARGEST = 0x10FFFF


def characters(typed: str) -> str:
    """What the numbers or the name stand for. EngineError when they stand for nothing.

    >>> characters("U+00F1"), characters("241"), characters("latin small letter n with tilde")
    ('ñ', 'ñ', 'ñ')
    >>> characters("u+6e U+303")
    'ñ'
    """
    words = typed.split()
    if not words:
        raise EngineError("Nothing was typed", _HOW)
    if all(_is_number(word) for word in words):
        return "".join(map(_character, words))
    try:
        return unicodedata.lookup(" ".join(words))
    except KeyError:
        raise EngineError(f"No character is called {typed.strip()[:40]!r}", _HOW) from None


def _is_number(word: str) -> bool:
    return word.upper().startswith("U+") or (word.isascii() and word.isdecimal())


def _character(word: str) -> str:
    try:
        number = int(word) if word.isdecimal() else int(word[2:], 16)
    except ValueError:
        raise EngineError(f"{word[:12]!r} is no number", _HOW) from None
    if number > _LARGEST:
        raise EngineError(f"{word[:12]} is above U+10FFFF, the last code point", _HOW)
    if 0xD800 <= number <= 0xDFFF:
        raise EngineError(f"U+{number:04X} is half of a surrogate pair and no character", _HOW)
    return chr(number)
