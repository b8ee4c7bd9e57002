"""How BPE over characters and WordPiece differ while they learn: how a pair is chosen and written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bpe_play.engine.merges import Pair

# From count(ab), count(a) and count(b).
Score = Callable[[int, int, int], float]


def by_count(pair: int, left: int, right: int) -> float:
    """BPE: how often the pair occurs."""
    return pair


def by_ratio(pair: int, left: int, right: int) -> float:
    """WordPiece: how often it occurs, against how often its parts do: how much they belong together."""
    return pair / (left * right)


@dataclass
class Learned:
    """What a training has learned so far.

    written  token id → how the vocabulary writes it
    pairs    the pairs merged, in order
    made     the id that each of them made
    """

    written: dict[int, bytes]
    pairs: list[Pair] = field(default_factory=list)
    made: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Rules:
    """How one of these algorithms differs from the other.

    score    what a pair is chosen by
    join     how two tokens are written as one; None when they must not be merged
    one_id   whether a token made again by another pair keeps its id, or else gets another one
    """

    score: Score
    join: Callable[[bytes, bytes], bytes | None]
    one_id: bool
