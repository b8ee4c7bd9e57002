"""How much of a text unknown tokens stand for: what a tokenizer that has such tokens loses."""

from __future__ import annotations

from bpe_play.engine.counted import counted
from bpe_play.engine.door import to_text
from bpe_play.engine.tokenizer import Tokenization


def swallowed(tokenization: Tokenization) -> int:
    """How many characters, or stray bytes, the unknown tokens of a text swallowed."""
    return sum(len(to_text(span.token)) for span in tokenization.spans if span.unknown)


def swallowed_in_words(tokenization: Tokenization) -> str:
    """The same in words; empty where nothing was swallowed.

    >>> from bpe_play.engine.tokenizer import TokenSpan
    >>> spans = (TokenSpan(1, b"a", 0, 1), TokenSpan(0, b"ha", 1, 3, False, True))
    >>> swallowed_in_words(Tokenization(b"aha", spans))
    '1 unknown token swallowed 2 characters'
    """
    tokens = sum(span.unknown for span in tokenization.spans)
    return in_words(tokens, swallowed(tokenization)) if tokens else ""


def in_words(tokens: int, characters: int) -> str:
    return f"{counted(tokens, 'unknown token')} swallowed {counted(characters, 'character')}"
