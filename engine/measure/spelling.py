"""What spelling means in tokens: a model that is asked for the letters of a word does not see any."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from bpe_play.engine.algorithms.protocol import Coder
from bpe_play.engine.characters import grapheme_bounds
from bpe_play.engine.door import to_bytes


@dataclass(frozen=True)
class Spelling:
    """A word and its reverse.

    pieces    the tokens of the word
    letters   how often the letter asked for stands in each of them
    reversed  the tokens of the word written backwards
    shared    how many tokens of the reverse are tokens of the word too
    """

    pieces: tuple[bytes, ...]
    letters: tuple[int, ...]
    reversed: tuple[bytes, ...]
    shared: int

    @property
    def count(self) -> int:
        """How often the letter stands within the tokens; one that a border cuts is in none."""
        return sum(self.letters)


def spelling(coder: Coder, word: str, letter: str) -> Spelling:
    """Both ways to ask for letters: how many, and backwards.

    >>> from bpe_play.engine import Tokenizer, Vocabulary, pre_tokenizer
    >>> tokenizer = Tokenizer(pre_tokenizer("none"), Vocabulary.of([(114, 114), (101, 256)]))
    >>> spelling(tokenizer, "berry", "r").letters
    (0, 2, 0)
    """
    spans, backwards = coder.tokenize(word).spans, coder.tokenize(reverse(word)).spans
    ids = {span.id for span in spans}
    sought = to_bytes(letter)
    return Spelling(
        tuple(span.token for span in spans),
        tuple(span.token.count(sought) if sought else 0 for span in spans),
        tuple(span.token for span in backwards),
        sum(span.id in ids for span in backwards),
    )


def reverse(word: str) -> str:
    """The word backwards, what one sees as one letter staying whole.

    >>> reverse("ne\\u0301e") == "ee\\u0301n"
    True
    """
    data = to_bytes(word)
    bounds = grapheme_bounds(data)
    letters = [data[start:end] for start, end in pairwise(bounds)]
    return b"".join(reversed(letters)).decode("utf-8", "surrogateescape")
