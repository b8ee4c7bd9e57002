"""A JSON list of pairs of ids, `[[101, 32], [32, 116], …]`: the merges in order of learning, and no more.

The bytes are 0 to 255, and each pair makes the next id from 256 on. The file has no pattern and no special
tokens.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from bpe_play.engine.atomic import write_atomically
from bpe_play.engine.fields import shown
from bpe_play.engine.formats.numbered import own_numbers
from bpe_play.engine.formats.opened import OpenedTokenizer
from bpe_play.engine.formats.source import Source
from bpe_play.engine.merges import BYTES, Pair
from bpe_play.engine.pretokenizers import PRETOKENIZERS, pre_tokenizer
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.vocabulary import Vocabulary

MAX_BYTES = 256 << 20
"""Each merge can double a token: forty pairs could ask for a terabyte."""


def sniff(source: Source) -> bool:
    return source.starts_as_json and isinstance(source.json, list)


def read(source: Source, pattern: str | None = None) -> OpenedTokenizer:
    """The tokenizer of a list of pairs; `pattern` is a pre-tokenizer's name or pattern, by default none."""
    pairs = [_pair(source, row, index) for index, row in enumerate(source.json)]
    vocabulary = vocabulary_of_pairs(source, pairs, lambda index: f"pair {index}")
    split = PRETOKENIZERS["none"] if pattern is None else pre_tokenizer(pattern)
    notes = ["A list of pairs names no split: none is used"] if pattern is None else []
    return OpenedTokenizer(split, vocabulary, None, source.name, notes)


def _pair(source: Source, row: object, index: int) -> Pair:
    if isinstance(row, list) and len(row) == 2 and all(type(number) is int for number in row):
        return row[0], row[1]
    source.refuse(f"pair {index}: expected a list of two ids, found {shown(row)}")


def vocabulary_of_pairs(source: Source, pairs: list[Pair], where: Callable[[int], str]) -> Vocabulary:
    """The vocabulary that pairs make; `where` says for messages where the pair of an index stands."""
    vocabulary, size = Vocabulary(), 0
    for index, pair in enumerate(pairs):
        if not all(0 <= part < BYTES + index for part in pair):
            unknown = next(part for part in pair if not 0 <= part < BYTES + index)
            source.refuse(f"{where(index)}: there is no id {unknown} before this pair makes {BYTES + index}")
        if pair in vocabulary.steps:
            source.refuse(
                f"{where(index)}: the pair {list(pair)} stood before, in {where(vocabulary.steps[pair] - 1)}"
            )
        size += len(vocabulary.tokens[pair[0]]) + len(vocabulary.tokens[pair[1]])
        if size > MAX_BYTES:
            source.refuse(
                f"{where(index)}: the tokens have more than {MAX_BYTES >> 20} MB", "no vocabulary is so large"
            )
        vocabulary.learn(pair)
    return vocabulary


def write(tokenizer: Tokenizer, path: Path) -> list[str]:
    """Write the pairs; the answer says what the file does not hold."""
    rows = ",\n".join(json.dumps(pair) for pair in own_numbers(tokenizer, "A list of pairs"))
    write_atomically(path, f"[\n{rows}\n]\n".encode("ascii"))
    lost = []
    if tokenizer.pre_tokenizer.pattern is not None:
        lost.append(
            f"the split ({tokenizer.pre_tokenizer.key}) is not in the file: name it when you open the file"
        )
    return lost + (["the special tokens are not in the file"] if tokenizer.specials.ids else [])
