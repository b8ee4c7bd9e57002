"""BPE over characters in a model file: {"alphabet": "abc…", "merges": [[3, 7], [1, 12], …]}.

Merges are pairs of ids of the model, in the order in which they were learned.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bpe_play.engine.algorithms.alphabet import is_stray
from bpe_play.engine.algorithms.keeping import MOST_BYTES, MOST_TOKENS
from bpe_play.engine.fields import Field
from bpe_play.engine.merges import Pair


def write(alphabet: Iterable[str], pairs: Iterable[Pair]) -> dict[str, Any]:
    return {"alphabet": "".join(alphabet), "merges": [list(pair) for pair in pairs]}


def read(field: Field, first: int) -> tuple[str, list[Pair]]:
    """The alphabet, whose ids begin with `first`, and the merges."""
    field.members(("alphabet", "merges"))
    alphabet = _alphabet(field.member("alphabet"))
    return alphabet, _pairs(field.member("merges"), first, alphabet)


def _alphabet(field: Field) -> str:
    text = field.text()
    if len(set(text)) < len(text) or any(map(is_stray, text)):
        field.refuse("a character stands there twice, or is none")
    return text


def _pairs(field: Field, first: int, alphabet: str) -> list[Pair]:
    """Pairs of ids, each made before it is used, and none twice."""
    rows = field.list()
    if len(rows) > MOST_TOKENS:
        field.refuse(f"there are more than {MOST_TOKENS:,} merges")
    lengths = [len(char.encode()) for char in alphabet]
    seen: dict[Pair, int] = {}
    total = 0
    for index in range(len(rows)):
        left, right = pair = _pair(field.item(index), first, first + len(lengths))
        if seen.setdefault(pair, index) != index:
            field.item(index).refuse(f"this pair was merged before, in merges[{seen[pair]}]")
        lengths.append(lengths[left - first] + lengths[right - first])
        total += lengths[-1]
        if total > MOST_BYTES:
            field.item(index).refuse(f"the tokens up to here have more than {MOST_BYTES:,} bytes")
    return list(seen)


def _pair(field: Field, first: int, end: int) -> Pair:
    if len(field.list()) != 2:
        field.expected("[left id, right id]")
    return field.item(0).whole(first, end - 1), field.item(1).whole(first, end - 1)
