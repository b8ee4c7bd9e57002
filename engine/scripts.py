"""In which script a text is written: Latin, Cyrillic, Han …

Signs, digits, spaces and combining marks belong to no single script and do not count. A character of a
script that is not in the table below counts as "Other".
"""

from __future__ import annotations

from functools import cache

import regex

_NAMES = """
Latin Greek Cyrillic Armenian Hebrew Arabic Syriac Thaana Nko Devanagari Bengali Gurmukhi Gujarati Oriya
Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Hangul Ethiopic Cherokee
Canadian_Aboriginal Ogham Runic Khmer Mongolian Hiragana Katakana Bopomofo Han Yi Gothic Tifinagh Coptic
Balinese Javanese Sundanese Tagalog Limbu Tai_Le Ol_Chiki Vai Meetei_Mayek Adlam Braille
"""
SCRIPTS = tuple(_NAMES.split())

_NO_SCRIPT = regex.compile(r"[\p{Script=Common}\p{Script=Inherited}\p{Script=Unknown}]", regex.V0)
_ANY_SCRIPT = regex.compile("|".join(rf"(?P<{name}>\p{{Script={name}}})" for name in SCRIPTS), regex.V0)


@cache
def script_of(character: str) -> str:
    """The script of one character; the empty string for what all scripts share.

    >>> script_of("щ"), script_of("漢"), script_of("7")
    ('Cyrillic', 'Han', '')
    """
    if _NO_SCRIPT.match(character):
        return ""
    known = _ANY_SCRIPT.match(character)
    return known.lastgroup if known else "Other"


def one_script(text: str) -> str:
    """The script of a text that is written in one; the empty string if it has none, or several.

    >>> one_script(" щука."), one_script("3.14"), one_script("aя")
    ('Cyrillic', '', '')
    """
    found = {script for character in text if (script := script_of(character))}
    return found.pop() if len(found) == 1 else ""
