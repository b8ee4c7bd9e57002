"""GPT-2's two files: `vocab.json` (tokens and ids) and `merges.txt` (pairs in order, one a line).

Both write bytes as letters (byte_letters.py), so no token has a space in it and none can be torn by a line
end. Any one of them is named; the other lies beside it. The split is GPT-2's by definition.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from bpe_play.engine.atomic import write_atomically
from bpe_play.engine.errors import EngineError
from bpe_play.engine.formats.hf_save import letters_and_merges
from bpe_play.engine.formats.hf_vocabulary import BYTE_LEVEL, Merges, build, check_ids, take_out
from bpe_play.engine.formats.numbered import younger_letters
from bpe_play.engine.formats.opened import OpenedTokenizer
from bpe_play.engine.formats.source import Source
from bpe_play.engine.formats.source import read as read_source
from bpe_play.engine.pretokenizers import PRETOKENIZERS
from bpe_play.engine.specials import SpecialTokens
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.unicode16 import unicode16

NAMES = (("vocab.json", "merges.txt"), ("encoder.json", "vocab.bpe"))
_COMMAND = re.compile(r"<.+>|\[[A-Z]+\]")


def sniff(source: Source) -> bool:
    if source.starts_as_json:
        value = source.json
        return (
            isinstance(value, dict) and bool(value) and all(type(number) is int for number in value.values())
        )
    return _is_merges(source)


def _is_merges(source: Source) -> bool:
    first = source.head[0]
    return first.startswith(b"#version") or (first.count(b" ") == 1 and _partner(source) is not None)


def read(source: Source) -> OpenedTokenizer:
    """The tokenizer of the pair that a file belongs to."""
    partner = _partner(source)
    if partner is None:
        other = "merges.txt" if source.starts_as_json else "vocab.json"
        source.refuse(
            f"this is one of two files, and there is no {other} beside it", "put both into one folder"
        )
    both = (source, read_source(partner))
    vocab_file, merges_file = both if source.starts_as_json else both[::-1]
    return _read_both(vocab_file, merges_file, source.name)


def pair_of(path: Path) -> tuple[Path, Path]:
    """The two files of a pair, vocabulary first, of which one is named; `merges.txt` for any other name."""
    for vocab, merges in NAMES:
        for name in (vocab, merges):
            if path.name.endswith(name):
                start = path.name.removesuffix(name)
                return path.with_name(start + vocab), path.with_name(start + merges)
    return path, path.with_name(NAMES[0][1])


def _partner(source: Source) -> Path | None:
    """The other file: merges beside JSON, and JSON beside merges, which are known by their name."""
    vocab, merges = pair_of(source.path)
    partner = merges if source.starts_as_json else vocab
    return partner if partner != source.path and partner.exists() else None


def _read_both(vocab_file: Source, merges_file: Source, name: str) -> OpenedTokenizer:
    vocab = check_ids(vocab_file, vocab_file.json, "the file")
    numbers, merges = _read_merges(merges_file)
    vocabulary = build(merges_file, vocab, merges, BYTE_LEVEL, lambda index: f"line {numbers[index]}")
    reached = {*vocabulary.ids, *vocabulary.byte_ids}
    specials = {
        token: token_id
        for token, token_id in vocab.items()
        if token_id not in reached and _COMMAND.fullmatch(token)
    }
    take_out(vocab_file, vocabulary, {token_id: token for token, token_id in specials.items()})
    split = unicode16(PRETOKENIZERS["gpt2"])
    return OpenedTokenizer(split, vocabulary, SpecialTokens(specials), name)


def _read_merges(source: Source) -> tuple[list[int], Merges]:
    """The pairs, and the lines they stand in."""
    numbers: list[int] = []
    lefts: list[str] = []
    rights: list[str] = []
    for number, line in enumerate(source.lines, start=1):
        if not line or line.startswith(b"#version"):
            continue
        parts = line.decode("utf-8", "replace").split(" ")
        if len(parts) != 2 or not all(parts):
            cut_off = number == len(source.lines) and not source.ends_with_a_line
            what = (
                "the file ends in the middle of this line"
                if cut_off
                else "expected two tokens and a space between"
            )
            source.refuse(f"{what}, found {str(parts)[1:40]}", line=number)
        numbers.append(number)
        lefts.append(parts[0])
        rights.append(parts[1])
    return numbers, (lefts, rights)


def write(tokenizer: Tokenizer, path: Path) -> list[str]:
    """Write both files: into `path` if it is a folder, else the one named and the other beside it."""
    if tokenizer.pre_tokenizer.pattern != PRETOKENIZERS["gpt2"].pattern:
        raise EngineError(
            f"vocab.json and merges.txt mean GPT-2's split; this tokenizer has {tokenizer.pre_tokenizer.key}",
            "choose tokenizer.json, which holds the split",
        )
    vocab, merges = letters_and_merges(tokenizer)
    _check_specials(tokenizer.specials, vocab)
    vocab |= tokenizer.specials.ids
    target, beside = pair_of(path / "vocab.json" if path.is_dir() else path)
    lines = ["#version: 0.2", *(f"{left} {right}" for left, right in merges)]
    write_atomically(beside, "".join(f"{line}\n" for line in lines).encode())
    write_atomically(target, json.dumps(vocab).encode())
    return younger_letters(tokenizer.pre_tokenizer)


def _check_specials(specials: SpecialTokens, vocab: Mapping[str, int]) -> None:
    """Nothing in these files marks a special token, so it must be known by its look, and be there once."""
    for token in specials.ids:
        if token in vocab or not _COMMAND.fullmatch(token):
            raise EngineError(
                f"vocab.json cannot hold the special token {token!r}: it would be read as an ordinary one",
                "choose tokenizer.json, or give it a name such as <|end|>",
            )
