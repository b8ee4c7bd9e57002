r"""Patterns of Hugging Face tokenizers, which runs them with another engine than ours (Oniguruma).

Most of what patterns are made of means the same in both. What does not, or what nobody has compared, is
refused by name: `{1,3}+` repeats there and is possessive here, `$` ends lines there, `\w` and `\b` differ in
a few characters, classes can be nested there. How our own splits are written there is known here. What is
usually called GPT-4's there is another: it tears a line end from blanks after it at the end of a text.
"""

from __future__ import annotations

import re

from bpe_play.engine.errors import PatternError
from bpe_play.engine.pretokenizers import GPT2_PATTERN, O200K_PATTERN, PRETOKENIZERS, PreTokenizer

# What tiktoken writes possessively, and with $ for the end of the text, without that: the same pieces.
CL100K_PLAIN = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s+\z|\s*[\r\n]|\s+(?!\S)|\s"
)
_GPT2_OTHERS = (
    r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    r"'s|'t|'re|'ve|'m|'ll|'d| ?[\p{L}]+| ?[\p{N}]+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    GPT2_PATTERN,
)
_KEYS = {
    O200K_PATTERN: "o200k",
    CL100K_PLAIN: "cl100k",
    **dict.fromkeys(_GPT2_OTHERS, "gpt2"),
}
_OURS_TO_THEIRS = {O200K_PATTERN: O200K_PATTERN, PRETOKENIZERS["cl100k"].pattern: CL100K_PLAIN}

# BLOOM's has a class within a class.
_BLOOM = {r" ?[^(\s|[.,!?…。，、।۔،])]+": r" ?[^(\s|.,!?…。，、।۔،)]+"}

_CATEGORIES = (
    "L Lu Ll Lt Lm Lo M Mn Mc Me N Nd Nl No P Pc Pd Ps Pe Pi Pf Po S Sm Sc Sk So Z Zs Zl Zp C Cc Cf Co Cn"
)
_SCRIPTS = "Han Hiragana Katakana Hangul Latin Greek Cyrillic Arabic Hebrew Thai Devanagari"
_PROPERTY = "|".join([*_CATEGORIES.split(), *_SCRIPTS.split()])
_ESCAPE = (
    rf"\\[pP]\{{\^?(?:{_PROPERTY})\}}|\\[sSdDrntfv]|\\x[0-7][0-9A-Fa-f]|\\u[0-9A-Fa-f]{{4}}|\\[^0-9A-Za-z]"
)
_PART = re.compile(
    rf"""(?P<escape>{_ESCAPE})
    |(?P<set>\[\^?(?:{_ESCAPE}|[^\[\]\\&]|&(?!&))+\])
    |(?P<group>\((?![?*])|\(\?(?:[:=!>]|<[=!]|i:)|\)|\|)
    |(?P<repeat>(?:[*+?][+?]?|\{{\d+(?:,\d*)?\}}(?![+?])|\{{\d+,\d*\}}\?))
    |(?P<line>\$)
    |(?P<literal>\.|[^\\\[\](){{}}^$*+?|.])""",
    re.VERBOSE | re.DOTALL,
)
_ANY_CASE = re.compile(r"\(\?i:((?:[^()\\]|\\.)*)\)")
_FOLDS_TO_TWO = re.compile(r"ss|ff|fi|fl|st|[^\x00-\x7f]", re.IGNORECASE)


def from_theirs(pattern: str) -> PreTokenizer:
    """Our pre-tokenizer that cuts as their pattern does; PatternError where that is not certain."""
    if pattern in _KEYS:
        return PRETOKENIZERS[_KEYS[pattern]]
    return PreTokenizer("custom", "the pattern of the file", _BLOOM.get(pattern) or translated(pattern))


def translated(pattern: str) -> str:
    r"""Their pattern in our words.

    >>> translated(r"\p{N}{1,3}|a$")
    '\\p{N}{1,3}|a(?m:$)'
    """
    return "".join("(?m:$)" if match["line"] else match[0] for match in _parts(pattern))


def to_theirs(split: PreTokenizer) -> str:
    """Our pattern in their words; PatternError where that is not certain."""
    pattern = split.pattern or ""
    if pattern in _OURS_TO_THEIRS:
        return _OURS_TO_THEIRS[pattern]
    if any(match["line"] for match in _parts(pattern)):
        raise PatternError(
            "A $ in a pattern means something else to Hugging Face", "use (?!.) with care, or a named split"
        )
    return pattern


def _parts(pattern: str) -> list[re.Match[str]]:
    found: list[re.Match[str]] = []
    position = 0
    while position < len(pattern):
        match = _PART.match(pattern, position)
        if match is None:
            rest = pattern[position : position + 12]
            raise PatternError(
                f"The pattern part {rest!r} is not known to mean the same to Hugging Face and here",
                "choose another way to write it",
            )
        found.append(match)
        position = match.end()
    for group in _ANY_CASE.findall(pattern) if "(?i:" in pattern else []:
        if _FOLDS_TO_TWO.search(group):
            raise PatternError(
                f"The pattern part (?i:{group}) may match other letters to Hugging Face",
                "write the cases out",
            )
    if pattern.count("(?i:") != len(_ANY_CASE.findall(pattern)):
        raise PatternError("A group in any case holds other groups", "write the cases out")
    return found
