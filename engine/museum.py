"""A museum of encoders that look right: each knows all the merges, and ignores the order they were learned in.

The right one is `by_rank`: of the pairs in the text, the one that was learned first. The others are what one
writes when that sentence is forgotten, and each is right for most texts. `smallest_failure` finds the
shortest text that tells one of them from the right one; `share_that_differs` says how many of some texts do.

Merges are given as pairs of tokens in order of learning. Nothing here is fast: it is to be read aloud.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, product

TokenPair = tuple[bytes, bytes]
Merges = Sequence[TokenPair]
Cut = list[bytes]
Encode = Callable[[bytes, Merges], Cut]

_MOST_TEXTS = 200_000


def single(text: bytes) -> Cut:
    """The bytes of a text, each by itself."""
    return [text[at : at + 1] for at in range(len(text))]


def merge_all(tokens: Cut, pair: TokenPair) -> Cut:
    """Every occurrence of the pair replaced, from left to right.

    >>> merge_all([b"a", b"a", b"a"], (b"a", b"a"))
    [b'aa', b'a']
    """
    merged: Cut = []
    position = 0
    while position < len(tokens):
        found = tuple(tokens[position : position + 2]) == pair
        merged.append(pair[0] + pair[1] if found else tokens[position])
        position += 2 if found else 1
    return merged


def by_rank(text: bytes, merges: Merges) -> Cut:
    """The right one: each merge in the order in which it was learned, everywhere.

    >>> by_rank(b"acac", [(b"a", b"c"), (b"ac", b"a")])
    [b'ac', b'ac']
    """
    tokens = single(text)
    for pair in merges:
        tokens = merge_all(tokens, pair)
    return tokens


def longest_match(text: bytes, merges: Merges) -> Cut:
    """At each place the longest token that fits. It looks at the vocabulary, and not at merges.

    >>> longest_match(b"acac", [(b"a", b"c"), (b"ac", b"a")])
    [b'aca', b'c']
    """
    known = {left + right for left, right in merges}
    longest = max(map(len, known), default=1)
    tokens: Cut = []
    position = 0
    while position < len(text):
        ends = range(min(position + longest, len(text)), position, -1)
        end = next(end for end in ends if end == position + 1 or text[position:end] in known)
        tokens.append(text[position:end])
        position = end
    return tokens


def left_to_right(text: bytes, merges: Merges) -> Cut:
    """Byte by byte: whenever the last two tokens are a pair that was merged, they become one.

    >>> left_to_right(b"acac", [(b"a", b"c"), (b"ac", b"a")])
    [b'aca', b'c']
    """
    known = set(merges)
    tokens: Cut = []
    for byte in single(text):
        tokens.append(byte)
        while tuple(tokens[-2:]) in known:
            tokens[-2:] = [tokens[-2] + tokens[-1]]
    return tokens


def most_frequent(text: bytes, merges: Merges) -> Cut:
    """The pair that is most frequent in the new text, as if it were the corpus; among equals the first learned.

    >>> most_frequent(b"abcbc", [(b"a", b"b"), (b"b", b"c")])
    [b'a', b'bc', b'bc']
    """
    known = {pair: step for step, pair in enumerate(merges)}
    tokens = single(text)
    while True:
        counts = Counter(pair for pair in pairwise(tokens) if pair in known)
        if not counts:
            return tokens
        tokens = merge_all(tokens, min(counts, key=lambda pair: (-counts[pair], known[pair])))


def shuffled(text: bytes, merges: Merges) -> Cut:
    """All merges, each once, in an order that a die has thrown. It is the same die every time.

    >>> shuffled(b"acac", [(b"ac", b"a"), (b"a", b"c")]) == by_rank(b"acac", [(b"a", b"c"), (b"ac", b"a")])
    True
    """
    die = random.Random(len(merges))
    return by_rank(text, sorted(merges, key=lambda _: die.random()))


@dataclass(frozen=True)
class Exhibit:
    """One encoder that looks right: its name, the sentence that makes it sound right, and itself."""

    key: str
    title: str
    belief: str
    encode: Encode


EXHIBITS: dict[str, Exhibit] = {
    row.key: row
    for row in [
        Exhibit("longest", "longest match", "the longest token saves most", longest_match),
        Exhibit("left", "left to right", "one reads from the left", left_to_right),
        Exhibit("frequent", "most frequent in the new text", "training does the same", most_frequent),
        Exhibit("shuffled", "shuffled merges", "all merges are made in the end", shuffled),
    ]
}


@dataclass(frozen=True)
class Failure:
    """A text that two encoders cut differently."""

    text: bytes
    right: Cut
    wrong: Cut


def smallest_failure(encode: Encode, merges: Merges, most: int = _MOST_TEXTS) -> Failure | None:
    """The shortest text, and of those the first by bytes, that is cut wrongly; None if `most` texts are not.

    Texts are made of the bytes that the merges are made of: other bytes are alike in every encoder.

    >>> smallest_failure(longest_match, [(b"a", b"c"), (b"ac", b"a")]).text
    b'acac'
    """
    for text in islice(_texts(merges), most):
        right, wrong = by_rank(text, merges), encode(text, merges)
        if right != wrong:
            return Failure(text, right, wrong)
    return None


def _texts(merges: Merges) -> Iterator[bytes]:
    """Every text of these bytes, shorter ones first."""
    letters = sorted({byte for left, right in merges for byte in left + right})
    length = 1
    while letters:
        length += 1
        yield from map(bytes, product(letters, repeat=length))


def random_texts(merges: Merges, texts: int = 1_000, length: int = 6) -> list[bytes]:
    """Texts of the bytes that the merges are made of; the same every time."""
    letters = sorted({byte for left, right in merges for byte in left + right}) or [0]
    die = random.Random(0)
    return [bytes(letters[int(die.random() * len(letters))] for _ in range(length)) for _ in range(texts)]


def share_that_differs(encode: Encode, merges: Merges, texts: Sequence[bytes]) -> float:
    """The share of some texts, from 0.0 to 1.0, that is cut wrongly."""
    wrong = sum(encode(text, merges) != by_rank(text, merges) for text in texts)
    return wrong / len(texts) if texts else 0.0
