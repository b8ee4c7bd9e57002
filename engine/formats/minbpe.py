"""minbpe's `.model`: a line `minbpe v1`, the pattern, the special tokens, then one pair of ids a line.

Ids of the bytes are 0 to 255, and each pair makes the next id from 256 on. An empty pattern is minbpe's
BasicTokenizer, no split.
"""

from __future__ import annotations

import re
from pathlib import Path

from bpe_play.engine.atomic import write_atomically
from bpe_play.engine.door import to_bytes
from bpe_play.engine.errors import EngineError, PatternError
from bpe_play.engine.formats.id_pairs import vocabulary_of_pairs
from bpe_play.engine.formats.numbered import own_numbers
from bpe_play.engine.formats.opened import OpenedTokenizer
from bpe_play.engine.formats.source import Source
from bpe_play.engine.merges import Pair
from bpe_play.engine.pretokenizers import PRETOKENIZERS, PreTokenizer, pre_tokenizer
from bpe_play.engine.specials import SpecialTokens
from bpe_play.engine.tokenizer import Tokenizer

FIRST_LINE = b"minbpe v1"
_PAIR = re.compile(r"(\d{1,10})\s+(\d{1,10})")
_SPECIAL = re.compile(r"(\S+)\s+(\d{1,10})")


def sniff(source: Source) -> bool:
    return source.data.startswith(b"minbpe ")


def read(source: Source) -> OpenedTokenizer:
    """The tokenizer of a minbpe model."""
    lines = _text_lines(source)
    if lines[0] != FIRST_LINE.decode():
        source.refuse(
            f'expected "minbpe v1", found "{lines[0][:40]}"', "save it with minbpe as of version 1", 1
        )
    split = _split(source, _line(source, lines, 2, "the pattern"))
    count = _line(source, lines, 3, "how many special tokens there are")
    if not re.fullmatch(r"\d{1,6}", count):
        source.refuse(f'expected how many special tokens there are, found "{count[:40]}"', line=3)
    specials = dict(_special(source, lines, number) for number in range(4, 4 + int(count)))
    pairs = [_pair(source, lines, number) for number in range(4 + int(count), len(lines) + 1)]
    vocabulary = vocabulary_of_pairs(source, pairs, lambda index: f"line {4 + int(count) + index}")
    return OpenedTokenizer(split, vocabulary, SpecialTokens(specials), source.name)


def _text_lines(source: Source) -> list[str]:
    try:
        return [line.decode("utf-8") for line in source.lines]
    except UnicodeDecodeError:
        source.refuse("the file is not UTF-8")


def _line(source: Source, lines: list[str], number: int, what: str) -> str:
    if number > len(lines):
        source.refuse(f"the file ends where {what} should stand", line=number)
    return lines[number - 1].strip()


def _split(source: Source, pattern: str) -> PreTokenizer:
    """minbpe strips the line, so a pattern never begins or ends with a space there."""
    if not pattern:
        return PRETOKENIZERS["none"]
    known = (split for split in PRETOKENIZERS.values() if split.pattern == pattern)
    try:
        return next(known, None) or pre_tokenizer(pattern)
    except PatternError as error:
        source.refuse(error.title, error.hint, 2)


def _special(source: Source, lines: list[str], number: int) -> tuple[str, int]:
    line = _line(source, lines, number, "a special token")
    match = _SPECIAL.fullmatch(line)
    if match is None:
        source.refuse(f'expected a special token and its id, found "{line[:40]}"', line=number)
    return match[1], int(match[2])


def _pair(source: Source, lines: list[str], number: int) -> Pair:
    match = _PAIR.fullmatch(lines[number - 1].strip())
    if match is None:
        cut_off = number == len(lines) and not source.ends_with_a_line
        what = "the file ends in the middle of a pair" if cut_off else "expected two ids"
        source.refuse(f'{what}, found "{lines[number - 1][:40]}"', line=number)
    return int(match[1]), int(match[2])


def write(tokenizer: Tokenizer, path: Path) -> list[str]:
    """Write a minbpe model. EngineError, with the reason, where minbpe's form cannot hold the tokenizer."""
    pairs = own_numbers(tokenizer, "minbpe")
    pattern = tokenizer.pre_tokenizer.pattern or ""
    if pattern != pattern.strip() or len(pattern.splitlines()) > 1:
        raise EngineError(
            "minbpe cannot hold this pattern: it strips spaces at its ends, and it has one line for it",
            "write the spaces as [ ], or choose another format",
        )
    for special in tokenizer.specials.ids:
        if len(special.split()) != 1 or special != special.strip():
            raise EngineError(
                f"minbpe cannot hold the special token {special!r}: it has a space", "rename it"
            )
    head = [FIRST_LINE.decode(), pattern, str(len(tokenizer.specials.ids))]
    head += (f"{special} {token_id}" for special, token_id in tokenizer.specials.ids.items())
    lines = [*head, *(f"{left} {right}" for left, right in pairs)]
    write_atomically(path, to_bytes("".join(f"{line}\n" for line in lines)))
    return []
