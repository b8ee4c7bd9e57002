"""What each exercise is checked with: inputs from the smallest up, and what the engine gives for them."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from bpe_play.engine.door import to_bytes
from bpe_play.engine.merges import Pair, TieRule
from bpe_play.engine.pretokenizers import PRETOKENIZERS
from bpe_play.engine.specials import SpecialMode, SpecialTokens
from bpe_play.tui.learner import parts

Inputs = Iterable[tuple[Any, ...]]


@dataclass(frozen=True)
class Check:
    """`expected` gives what is right for an input, `same` says whether another value is as good."""

    inputs: Callable[[], Inputs]
    expected: Callable[..., Any]
    same: Callable[[Any, Any], bool] = operator.eq


def rows(symbols: Iterable[Any], longest: int) -> Iterator[tuple[Any, ...]]:
    """All rows of some symbols, short ones first.

    >>> ["".join(row) for row in rows("ab", 2)]
    ['', 'a', 'b', 'aa', 'ab', 'ba', 'bb']
    """
    kept = list(symbols)
    for length in range(longest + 1):
        yield from product(kept, repeat=length)


def _id_rows() -> Inputs:
    return [(list(row),) for row in [*rows((1, 2), 4), (1, 2, 3, 1, 2), (7, 7, 7, 7, 7)]]


def _merge_inputs() -> Inputs:
    return [(list(row), pair, 256) for row in rows((1, 2), 4) for pair in ((1, 2), (1, 1))]


_WHOLE = parts.supplied(TieRule.FIRST_SEEN, PRETOKENIZERS["none"])


def _train_inputs() -> Inputs:
    texts = ("", "a", "aa", "ab", "abab", "aaab", "ñ", "aaabdaaabac", "ab cd ab cd", "low lower lowest")
    return [(text, size) for text in texts for size in (256, 257, 260)]


def _same_order(gave: Any, due: dict[Pair, int]) -> bool:
    return isinstance(gave, Mapping) and list(gave.items()) == list(due.items())


_RANKED: dict[Pair, int] = {(97, 99): 256, (256, 97): 257}  # ac, aca
_LATE: dict[Pair, int] = {(98, 99): 256, (97, 98): 257, (257, 256): 258}  # bc, ab, abbc


def _encode_inputs() -> Inputs:
    small = [("".join(row), merges) for row in rows("ac", 4) for merges in ({}, _RANKED)]
    return [*small, *(("".join(row), _LATE) for row in rows("abc", 3)), ("año", _RANKED), ("abbc", _LATE)]


class _Long(dict[Any, Any]):
    """A dict that is too long to be written out: its `repr` is what was given as `written`."""

    written = ""

    def __repr__(self) -> str:
        return self.written


def _long(entries: Mapping[Any, Any], written: str) -> _Long:
    kept = _Long(entries)
    kept.written = written
    return kept


_BYTES = _long(
    parts.vocab_of({(97, 98): 256, (256, 99): 257, (0xC3, 0xB1): 258}),
    r"{0: b'\x00', …, 255: b'\xff', 256: b'ab', 257: b'abc', 258: b'\xc3\xb1'}",
)


def _decode_inputs() -> Inputs:
    rows_of_ids: list[list[int]] = [
        [],
        [97],
        [97, 98],
        [256],
        [257, 97],
        [258],
        [0xC3, 0xB1],
        [0xC3],
        [97, 0xE2, 0x80, 98],
        [0xFF],
    ]
    return [(ids, _BYTES) for ids in rows_of_ids]


_ONE: dict[str, int] = {"<|e|>": 300}
_TWO: dict[str, int] = {"<|e|>": 300, "<|e|>x": 301}
_AB: dict[Pair, int] = {(97, 98): 256}


def _special_inputs() -> Inputs:
    texts = ("", "a", "ab", "<|e|>", "ab<|e|>", "<|e|>ab", "<|e|><|e|>", "<|e", "ab<|e|>ab<|e|>")
    return [*((text, _AB, _ONE) for text in texts), ("<|e|>x", _AB, _TWO), ("ab<|e|>xab", _AB, _TWO)]


def special(text: str, merges: dict[Pair, int], specials: dict[str, int]) -> list[int]:
    """Special tokens are cut out first, the longest first; what is between them is encoded."""
    ids: list[int] = []
    for piece, special_id in SpecialTokens(specials).cut(to_bytes(text), SpecialMode.SPECIAL):
        ids += parts.encode(piece.decode(), merges) if special_id is None else [special_id]
    return ids


def _gpt4_inputs() -> Inputs:
    texts = (
        *("", "a", "1", "ab", " a", "!", "a b", "1234", "a1", "a  b", "a!", "!a", "it's", "IT'S", "12345 6"),
        *("\n", "a\n", "!\n\n", "a\n\n b", "\r\n", "  x", "x  ", "ñu", "año 2024", "日本語"),
        *("don't DON'T", "    return x\n", "3.14159 == 1000000", "e\u0301a"),
    )
    return [(text,) for text in texts]


def _pieces(text: str) -> list[str]:
    return [piece.decode() for piece in PRETOKENIZERS["cl100k"].pieces(to_bytes(text))]


def _score_inputs() -> Inputs:
    return [(1, 1, 1), (2, 2, 2), (1, 1, 2), (2, 4, 2), (3, 4, 5), (10, 100, 10), (4433, 19000, 28000)]


def _close(gave: Any, due: float) -> bool:
    return isinstance(gave, int | float) and math.isclose(gave, due)


_LETTERS = _long(
    {"a": 0, "b": 1, "ñ": 2} | {f"<0x{byte:02X}>": 3 + byte for byte in range(256)},
    "{'a': 0, 'b': 1, 'ñ': 2, '<0x00>': 3, …, '<0xFF>': 258}",
)


def _fallback_inputs() -> Inputs:
    return [(text, _LETTERS) for text in ("", "a", "ñ", "é", "aé", "añb", "日", "a😀b", "\n")]


def fallback(text: str, vocab: Mapping[str, int]) -> list[int]:
    """A character that the vocabulary has is one id; any other is an id for each of its bytes."""
    ids: list[int] = []
    for char in text:
        names = [char] if char in vocab else [f"<0x{byte:02X}>" for byte in to_bytes(char)]
        ids += [vocab[name] for name in names]
    return ids


CHECKS: dict[str, Check] = {
    "count": Check(_id_rows, parts.pair_counts),
    "merge": Check(_merge_inputs, parts.merge),
    "train": Check(_train_inputs, _WHOLE["train"], _same_order),
    "encode": Check(_encode_inputs, parts.encode),
    "decode": Check(_decode_inputs, parts.decode),
    "special": Check(_special_inputs, special),
    "gpt4": Check(_gpt4_inputs, _pieces),
    "wordpiece": Check(_score_inputs, lambda pair, left, right: pair / (left * right), _close),
    "fallback": Check(_fallback_inputs, fallback),
}
