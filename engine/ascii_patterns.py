"""A pre-tokenizer's pattern for ASCII text only, in the words of Python's own `re`, which is quicker than `regex`.

Only what the patterns that we ship are made of is translated: character classes by Unicode property, spaces,
groups and repeats. On ASCII text the result cuts as the pattern does; on other text it must not be used.
"""

from __future__ import annotations

import re
from functools import lru_cache

_SPACES = r"\t-\r "

# What a property of Unicode comes down to within ASCII; there are no other letters, and no marks.
_RANGES = {
    r"\p{L}": "A-Za-z",
    r"\p{Lu}": "A-Z",
    r"\p{Ll}": "a-z",
    r"\p{Lt}": "",
    r"\p{Lm}": "",
    r"\p{Lo}": "",
    r"\p{M}": "",
    r"\p{N}": "0-9",
    r"\s": _SPACES,  # `re` counts U+001C to U+001F among the spaces too, so they are spelled out
}
_PART = re.compile(r"\[[^\]]*\]|\\p\{\w+\}|\\[sS]")


@lru_cache(maxsize=64)
def for_ascii(pattern: str) -> re.Pattern[str]:
    r"""The pattern for ASCII text.

    >>> for_ascii(r" ?\p{L}++|[^\s\p{N}]|\s+(?!\S)").pattern
    ' ?[A-Za-z]++|[^\\t-\\r 0-9]|[\\t-\\r ]+(?![^\\t-\\r ])'
    """
    return re.compile(_PART.sub(_translate, pattern))


def _translate(part: re.Match[str]) -> str:
    text = part[0]
    if text == r"\S":
        return f"[^{_SPACES}]"
    if not text.startswith("["):
        return f"[{_RANGES[text]}]"
    for name, ranges in _RANGES.items():
        text = text.replace(name, ranges)
    return text
