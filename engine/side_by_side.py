"""Two tokenizers side by side: whose vocabulary has what, and the same words cut by both."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bpe_play.engine.algorithms.protocol import Coder
from bpe_play.engine.swallowed import swallowed
from bpe_play.engine.tokenizer import Tokenization


@dataclass(frozen=True)
class Sets:
    """Two vocabularies as sets of texts: what a token stands for, without marks such as ##."""

    only_left: frozenset[bytes]
    only_right: frozenset[bytes]
    both: frozenset[bytes]

    @property
    def shared(self) -> float:
        """The share of all tokens that both have."""
        every = len(self.only_left) + len(self.only_right) + len(self.both)
        return len(self.both) / every if every else 0.0


def sets(left: Iterable[bytes], right: Iterable[bytes]) -> Sets:
    """Compare two vocabularies, given as the bytes of their tokens.

    >>> found = sets([b"a", b"ab"], [b"a", b"b"])
    >>> sorted(found.only_left), sorted(found.only_right), sorted(found.both)
    ([b'ab'], [b'b'], [b'a'])
    """
    first, second = frozenset(left), frozenset(right)
    return Sets(first - second, second - first, first & second)


@dataclass(frozen=True)
class Pieces:
    """One word as both cut it."""

    word: str
    left: Tokenization
    right: Tokenization

    @property
    def alike(self) -> bool:
        return pieces(self.left) == pieces(self.right) and not (swallowed(self.left) or swallowed(self.right))


def cut_by_both(words: Iterable[str], left: Coder, right: Coder) -> list[Pieces]:
    """The same words cut by both."""
    return [Pieces(word, left.tokenize(word), right.tokenize(word)) for word in words]


def pieces(tokenization: Tokenization) -> tuple[bytes, ...]:
    """A text in the pieces that its tokens stand for."""
    return tuple(span.token for span in tokenization.spans)


@dataclass(frozen=True)
class Compression:
    """How long one text is for both, in bytes per token, and how many characters unknown tokens stand for."""

    left: float
    right: float
    lost: tuple[int, int]


def compression(data: bytes, left: Coder, right: Coder) -> Compression:
    """Bytes per token of both on one text, and what each loses of it."""
    one, other = left.tokenize(data), right.tokenize(data)
    return Compression(one.bytes_per_token, other.bytes_per_token, (swallowed(one), swallowed(other)))
