"""Does a tokenizer cut words where their morphemes meet? A score over a small list of words.

    un|happi|ness   morphemes: borders after 2 and 7 letters
    un|happ|iness   tokens:    borders after 2 and 6

One of two token borders is a morpheme border (precision 1/2); one of two morpheme borders is found
(recall 1/2). The score is their harmonic mean, as for any such pair, over all words together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bpe_play.engine.algorithms.protocol import Coder


@dataclass(frozen=True)
class WordBorders:
    """One word: the borders of its morphemes and of its tokens, as bytes from its start.

    unknown  whether the word, or a part of it, is unknown: then no border counts as found
    """

    word: str
    morphemes: frozenset[int]
    tokens: frozenset[int]
    unknown: bool = False

    @property
    def hits(self) -> int:
        return len(self.morphemes & self.tokens)


@dataclass(frozen=True)
class MorphemeScore:
    """The score over some words."""

    words: tuple[WordBorders, ...]

    @property
    def hits(self) -> int:
        """Borders of tokens that are borders of morphemes."""
        return sum(word.hits for word in self.words)

    @property
    def token_borders(self) -> int:
        return sum(len(word.tokens) for word in self.words)

    @property
    def morpheme_borders(self) -> int:
        return sum(len(word.morphemes) for word in self.words)

    @property
    def unknown(self) -> int:
        """Words that are unknown."""
        return sum(word.unknown for word in self.words)

    @property
    def precision(self) -> float:
        """The share of token borders that are morpheme borders."""
        return self.hits / self.token_borders if self.token_borders else 0.0

    @property
    def recall(self) -> float:
        """The share of morpheme borders that are token borders."""
        return self.hits / self.morpheme_borders if self.morpheme_borders else 0.0

    @property
    def score(self) -> float:
        """The harmonic mean of both: high only if both are."""
        return 2 * self.hits / ((self.token_borders + self.morpheme_borders) or 1)

    def __str__(self) -> str:
        """The score explained."""
        return (
            f"{self.hits} of {self.token_borders} token borders are among the {self.morpheme_borders} "
            f"morpheme borders: precision {self.precision:.2f}, recall {self.recall:.2f}, "
            f"score {self.score:.2f}."
        )


def morpheme_score(coder: Coder, words: Iterable[Sequence[str]], before: str = " ") -> MorphemeScore:
    """Cut each word, and compare.

    before  what stands in front of each word, as in running text; a border right after it does not count

    >>> from bpe_play.engine import Tokenizer, Vocabulary, pre_tokenizer
    >>> tokenizer = Tokenizer(pre_tokenizer("gpt2"), Vocabulary.of([(97, 98)]))
    >>> print(morpheme_score(tokenizer, [("ab", "c")]))
    1 of 1 token borders are among the 1 morpheme borders: precision 1.00, recall 1.00, score 1.00.
    """
    return MorphemeScore(tuple(_borders(coder, tuple(parts), before) for parts in words))


def _borders(coder: Coder, parts: tuple[str, ...], before: str) -> WordBorders:
    word, start = "".join(parts), len(before.encode())
    spans = coder.tokenize(before + word).spans
    unknown = any(span.unknown and span.end > start for span in spans)
    tokens = frozenset(span.end - start for span in spans[:-1] if span.end > start)
    return WordBorders(word, _between(parts), frozenset() if unknown else tokens, unknown)


def _between(parts: tuple[str, ...]) -> frozenset[int]:
    """Where the parts meet, in bytes.

    >>> sorted(_between(("göz", "lük", "çü")))
    [4, 8]
    """
    return frozenset(len("".join(parts[:number]).encode()) for number in range(1, len(parts)))
