"""The parts of BPE as learners write them: plain functions over lists, dicts and ints, made from the engine.

They stand in for what a file leaves out, and a file may call them. What each is called and takes is here,
in one table; nothing here is fast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bpe_play.engine import bpe
from bpe_play.engine.door import to_bytes, to_text
from bpe_play.engine.merges import SINGLE_BYTES, Pair, TieRule
from bpe_play.engine.pretokenizers import PreTokenizer


@dataclass(frozen=True)
class Part:
    """A function that a file may define: its arguments, what it gives, and other names it goes by.

    `least` is how many of the arguments it must take; what it keeps itself need not be handed to it.
    """

    name: str
    arguments: tuple[str, ...]
    gives: str
    also: tuple[str, ...] = ()
    least: int = 9

    @property
    def call(self) -> str:
        """`merge(ids, pair, new_id)`."""
        return f"{self.name}({', '.join(self.arguments)})"


PARTS: dict[str, Part] = {
    part.name: part
    for part in [
        Part("pair_counts", ("ids",), "a dict {(left, right): count}", ("get_stats",)),
        Part("merge", ("ids", "pair", "new_id"), "a list of ids"),
        Part("choose", ("counts",), "one of the pairs in counts"),
        Part("score", ("pair_count", "left_count", "right_count"), "a number"),
        Part("pre_tokenize", ("text",), "a list of strings that joined are the text"),
        Part("train", ("text", "vocab_size"), "a dict {(left, right): new_id} in order of learning"),
        Part("encode", ("text", "merges"), "a list of ids", least=1),
        Part("decode", ("ids", "vocab"), "a string", least=1),
    ]
}


def pair_counts(ids: Iterable[int]) -> dict[Pair, int]:
    """How often each pair of neighbours stands in the ids.

    >>> pair_counts([1, 2, 1, 2])
    {(1, 2): 2, (2, 1): 1}
    """
    return bpe.count_pairs([(list(ids), 1)])


def merge(ids: Iterable[int], pair: Iterable[int], new_id: int) -> list[int]:
    """The ids with each occurrence of the pair replaced.

    >>> merge([1, 1, 1], (1, 1), 256)
    [256, 1]
    """
    left, right = pair
    return bpe.merge(list(ids), (left, right), new_id)


def score(pair_count: int, left_count: int, right_count: int) -> float:
    """BPE's score: the count itself."""
    return pair_count


def encode(text: str, merges: Mapping[Pair, int]) -> list[int]:
    """The ids of a text: of all pairs in it, the one that was learned first is merged, and so on.

    `merges` is in order of learning and says which id each pair becomes.

    >>> encode("acac", {(97, 99): 256, (256, 97): 257})
    [256, 256]
    """
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    ids = list(to_bytes(text))
    while known := [pair for pair in pairwise(ids) if pair in ranks]:
        first = min(known, key=ranks.__getitem__)
        ids = bpe.merge(ids, first, merges[first])
    return ids


def decode(ids: Iterable[int], vocab: Mapping[int, bytes]) -> str:
    """The text of some ids, with U+FFFD for what is not UTF-8.

    >>> decode([97, 0xC3], {97: b"a", 0xC3: b"\\xc3"})
    'a\ufffd'
    """
    return bpe.decode(ids, vocab).decode("utf-8", errors="replace")


def vocab_of(merges: Mapping[Pair, int]) -> dict[int, bytes]:
    """What the ids stand for: the 256 bytes, and the tokens that the merges make."""
    vocab = dict(enumerate(SINGLE_BYTES))
    for (left, right), new_id in merges.items():
        vocab[new_id] = vocab[left] + vocab[right]
    return vocab


def supplied(ties: TieRule, split: PreTokenizer) -> dict[str, Callable[..., Any]]:
    """What the engine gives for every part, with the lab's tie rule and split."""

    def choose(counts: Mapping[Pair, float]) -> Pair:
        """The pair with the highest count; of equals, the one that the tie rule takes."""
        pairs = sorted(counts) if ties is TieRule.LOWEST_IDS else counts
        return max(pairs, key=counts.__getitem__)

    def pre_tokenize(text: str) -> list[str]:
        return [to_text(piece) for piece in split.pieces(to_bytes(text))]

    def train(text: str, vocab_size: int) -> dict[Pair, int]:
        steps = bpe.train(split.counts(to_bytes(text)), vocab_size, ties=ties)
        return {step.pair: step.id for step in steps}

    return {
        "pair_counts": pair_counts,
        "merge": merge,
        "choose": choose,
        "score": score,
        "pre_tokenize": pre_tokenize,
        "train": train,
        "encode": encode,
        "decode": decode,
    }
