"""Fertility: how many tokens a word takes.

A word here is a run of letters, marks and digits, with apostrophes inside. Scripts that are written without
spaces have runs that are no words, so between languages compare the language tax instead.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import regex

from bpe_play.engine.algorithms.pieces import as_bytes
from bpe_play.engine.algorithms.protocol import Coder
from bpe_play.engine.door import to_text

_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*", regex.V0)


@dataclass(frozen=True)
class Fertility:
    """The words of a text.

    words    how many there are
    tokens   of the whole text, with its spaces and signs
    in_one   how many words are one token
    pieces   number of tokens → number of words that take as many
    """

    words: int
    tokens: int
    in_one: int
    pieces: dict[int, int]

    @property
    def tokens_per_word(self) -> float:
        """Tokens of the whole text for each word: the usual meaning."""
        return self.tokens / self.words if self.words else 0.0

    @property
    def pieces_per_word(self) -> float:
        """Tokens that words take by themselves, without spaces and signs."""
        return sum(size * count for size, count in self.pieces.items()) / self.words if self.words else 0.0


def fertility(coder: Coder, text: str | bytes) -> Fertility:
    """Count words and their tokens. Each word is encoded with a space before it, if it has one in the text.

    >>> from bpe_play.engine import Tokenizer, Vocabulary, pre_tokenizer
    >>> fertility(Tokenizer(pre_tokenizer("gpt2"), Vocabulary.of([(97, 98)])), "ab, ab c").pieces
    {1: 1, 2: 2}
    """
    written = to_text(as_bytes(text))
    words = Counter(
        written[_start(written, match.start()) : match.end()] for match in _WORD.finditer(written)
    )
    pieces = Counter[int]()
    for word, count in words.items():
        pieces[len(coder.encode(word))] += count
    return Fertility(words.total(), len(coder.encode(text)), pieces[1], dict(sorted(pieces.items())))


def _start(text: str, start: int) -> int:
    """Where a word starts together with the space before it."""
    return start - 1 if start and text[start - 1] == " " else start
