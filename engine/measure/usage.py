"""Which tokens of a vocabulary a text uses, and how often: a few nearly always, most hardly ever (Zipf)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bpe_play.engine.algorithms.protocol import Coder
from bpe_play.engine.scripts import one_script

SHARES = (0.5, 0.9, 0.99)


@dataclass(frozen=True)
class Use:
    """One token: its rank from 1 on, and how often it is used."""

    rank: int
    id: int
    token: bytes
    count: int


@dataclass(frozen=True)
class Usage:
    """The uses of a vocabulary in one text, the most used token first; `never` are the ids without any."""

    uses: tuple[Use, ...]
    never: tuple[int, ...]

    @property
    def tokens(self) -> int:
        """Length of the text in tokens."""
        return sum(use.count for use in self.uses)

    @property
    def size(self) -> int:
        """How many tokens the vocabulary has."""
        return len(self.uses) + len(self.never)

    def needed(self, share: float) -> int:
        """How many tokens, the most used ones, make up this share of the text."""
        target, covered = share * self.tokens, 0
        for use in self.uses:
            if covered >= target:
                return use.rank - 1
            covered += use.count
        return len(self.uses)

    def zipf(self, points: int = 200) -> list[Use]:
        """Uses to plot with both axes logarithmic: all of the first ranks, and ever fewer of the others."""
        ranks = {round(len(self.uses) ** (number / points)) for number in range(points + 1)}
        return [use for use in self.uses if use.rank in ranks]


def usage(coder: Coder, vocabulary: Iterable[int], data: bytes, step: int | None = None) -> Usage:
    """Count the tokens of a text.

    vocabulary  all ids there are

    >>> from bpe_play.engine import Tokenizer, Vocabulary, pre_tokenizer
    >>> tokenizer = Tokenizer(pre_tokenizer("none"), Vocabulary.of([(97, 98)]))
    >>> found = usage(tokenizer, tokenizer.vocabulary.tokens, b"abab ab.")
    >>> [(use.token, use.count) for use in found.uses], len(found.never), found.needed(0.5)
    ([(b'ab', 3), (b' ', 1), (b'.', 1)], 254, 1)
    """
    counts = Counter(coder.encode(data, step=step))
    order = sorted(counts, key=lambda token_id: (-counts[token_id], token_id))
    uses = (
        Use(rank, token_id, coder.token(token_id, step), counts[token_id])
        for rank, token_id in enumerate(order, start=1)
    )
    return Usage(tuple(uses), tuple(token_id for token_id in vocabulary if token_id not in counts))


@dataclass(frozen=True)
class Group:
    """Tokens that have something in common: how many there are, and how many of them the text uses."""

    name: str
    size: int
    used: int
    count: int


def by_script(coder: Coder, found: Usage) -> list[Group]:
    """By the script they are written in, the largest group first."""
    return sorted(_groups(coder, found, _script), key=lambda group: (-group.size, group.name))


def by_length(coder: Coder, found: Usage) -> list[Group]:
    """By how many bytes they have, the shortest first."""
    return sorted(_groups(coder, found, lambda token: str(len(token))), key=lambda group: int(group.name))


def _groups(coder: Coder, found: Usage, name: Callable[[bytes], str]) -> list[Group]:
    sizes, used, counts = Counter[str](), Counter[str](), Counter[str]()
    for use in found.uses:
        group = name(use.token)
        sizes[group] += 1
        used[group] += 1
        counts[group] += use.count
    for token_id in found.never:
        sizes[name(coder.token(token_id))] += 1
    return [Group(group, size, used[group], counts[group]) for group, size in sizes.items()]


def _script(token: bytes) -> str:
    try:
        return one_script(token.decode("utf-8")) or "none, or several"
    except UnicodeDecodeError:
        return "not text alone"
