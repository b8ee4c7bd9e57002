r"""`.tiktoken` rank files: a token in Base64, a space, its rank, one a line.

The file holds no pattern and no special tokens. A published file is recognised by its content, whatever
its name, and has the pattern and the special tokens that are published with it. For others a pattern is
chosen by the caller, or found out from the tokens.
"""

from __future__ import annotations

import binascii
import re
from base64 import b64decode, b64encode
from binascii import a2b_base64
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from bpe_play.engine.atomic import write_atomically
from bpe_play.engine.door import to_text
from bpe_play.engine.errors import EngineError
from bpe_play.engine.formats.guess import guess_split
from bpe_play.engine.formats.numbered import check_plain, younger_letters
from bpe_play.engine.formats.opened import OpenedTokenizer
from bpe_play.engine.formats.source import Source
from bpe_play.engine.merges import SINGLE_BYTES
from bpe_play.engine.pretokenizers import pre_tokenizer
from bpe_play.engine.published.loading import load
from bpe_play.engine.ranks import recover_merges, vocabulary_of
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.unicode16 import unicode16

MAX_RANK = 2**31 - 1
MAX_TOKENS = 1 << 21
LONGEST = 1 << 16
_LINE = re.compile(rb"([A-Za-z0-9+/]+={0,2}) +([0-9]{1,10})")
_LINES = re.compile(rb"^([A-Za-z0-9+/]+={0,2}) +([0-9]{1,10})\r?$", re.MULTILINE)

_PUBLISHED = {
    "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930": "r50k_base",
    "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069": "p50k_base",
    "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7": "cl100k_base",
    "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d": "o200k_base",
}
"""SHA-256 of the official rank files."""


def sniff(source: Source) -> bool:
    first = next((line for line in source.head if line), b"")
    return _LINE.fullmatch(first) is not None


def read(source: Source, pattern: str | None = None) -> OpenedTokenizer:
    """The tokenizer of a rank file; `pattern` is a pre-tokenizer's name or pattern, None finds it out."""
    name = _PUBLISHED.get(sha256(source.data).hexdigest())
    if name:
        return _published(source, name, pattern)
    ranks = read_ranks(source)
    split, note = guess_split(ranks) if pattern is None else (pre_tokenizer(pattern), "")
    notes = [note] if note else []
    notes.append("A rank file has no special tokens")
    vocabulary = vocabulary_of(ranks)
    if vocabulary.singly:
        notes.append(_no_history(ranks))
    return OpenedTokenizer(unicode16(split), vocabulary, None, source.name, notes)


def _no_history(ranks: Mapping[bytes, int]) -> str:
    *_, orphans = recover_merges(ranks)
    token = orphans[0]
    return (
        f"No training gives these ranks: {to_text(token)[:40]!r} (rank {ranks[token]}) comes from no two tokens "
        "before it; the lowest rank is still merged first, but the steps are no history of a training"
    )


def _published(source: Source, name: str, pattern: str | None) -> OpenedTokenizer:
    """The vocabulary that is known already; with a pattern of the caller's it is nothing but a list."""
    known = load(name)
    if pattern is None:
        note = f"This is the rank file of {name}; its split and special tokens are used"
        return OpenedTokenizer(known.pre_tokenizer, known.vocabulary, known.specials, source.name, [note])
    note = f"This is the rank file of {name}, without its special tokens"
    return OpenedTokenizer(unicode16(pre_tokenizer(pattern)), known.vocabulary, None, source.name, [note])


def read_ranks(source: Source) -> dict[bytes, int]:
    """Token → rank, checked: no token and no rank twice, and all 256 bytes there."""
    ranks = _read_at_once(source) or _read_line_by_line(source)
    _check_bytes(source, ranks)
    return ranks


def _read_at_once(source: Source) -> dict[bytes, int] | None:
    """What a file without a fault says; None where somebody has to look where it is."""
    if not source.ends_with_a_line or source.data.count(b"\n") > MAX_TOKENS:
        return None
    found = _LINES.findall(source.data)
    try:
        tokens = [a2b_base64(token, strict_mode=True) for token, _ in found]
    except binascii.Error:
        return None
    ranks = dict(zip(tokens, [int(rank) for _, rank in found], strict=True))
    whole = len(ranks) == len(found) == source.data.count(b"\n") == len(set(ranks.values()))
    fits = whole and all(tokens) and max(map(len, tokens)) <= LONGEST and max(ranks.values()) <= MAX_RANK
    return ranks if fits else None


def _read_line_by_line(source: Source) -> dict[bytes, int]:
    ranks: dict[bytes, int] = {}
    line_of: dict[int, int] = {}
    last = len(source.lines)
    if last > MAX_TOKENS:
        source.refuse(f"there are more than {MAX_TOKENS:,} lines", "no vocabulary is so large")
    for number, line in enumerate(source.lines, start=1):
        if not line:
            continue
        cut_off = number == last and not source.ends_with_a_line
        token, rank = _token(source, line, number, cut_off)
        if cut_off and line_of and _is_cut(rank, max(line_of) + 1):
            source.refuse(f"the file ends in the middle of the rank {max(line_of) + 1}", line=number)
        if rank in line_of:
            source.refuse(
                f"the rank {rank} belongs to the token of line {line_of[rank]} already", line=number
            )
        if token in ranks:
            source.refuse(f"this token stands in line {line_of[ranks[token]]} already", line=number)
        ranks[token], line_of[rank] = rank, number
    return ranks


def _token(source: Source, line: bytes, number: int, cut_off: bool) -> tuple[bytes, int]:
    match = _LINE.fullmatch(line)
    try:
        token = b64decode(match[1], validate=True) if match else b""
    except binascii.Error:
        token = b""
    if match and token and len(token) <= LONGEST and int(match[2]) <= MAX_RANK:
        return token, int(match[2])
    if cut_off:
        source.refuse("the file ends in the middle of this line", line=number)
    found = line[:40].decode("ascii", "backslashreplace")
    source.refuse(f'expected a token in Base64, a space and its rank, found "{found}"', line=number)


def _is_cut(rank: int, expected: int) -> bool:
    """Whether the digits of a rank are the beginning of those that should stand there."""
    return rank != expected and str(expected).startswith(str(rank))


def _check_bytes(source: Source, ranks: dict[bytes, int]) -> None:
    missing = [value for value, byte in enumerate(SINGLE_BYTES) if byte not in ranks]
    if missing:
        others = f" and {len(missing) - 1} others" if missing[1:] else ""
        source.refuse(
            f"there is no token for the byte 0x{missing[0]:02X}{others}",
            "a byte-level vocabulary needs all 256; the file is not whole, or no rank file",
        )


def write(tokenizer: Tokenizer, path: Path) -> list[str]:
    """Write a rank file; the answer says what it does not hold. EngineError where ranks cannot say it."""
    check_plain(tokenizer, "A rank file's owner")
    ranks = _ranks(tokenizer)
    data = b"".join(
        b"%s %d\n" % (b64encode(token), ranks[token]) for token in sorted(ranks, key=ranks.__getitem__)
    )
    write_atomically(path, data)
    split = tokenizer.pre_tokenizer
    lost = younger_letters(split)
    lost.append(f"the split ({split.key}) is not in the file: name it when you open the file")
    return lost + (["the special tokens are not in the file"] if tokenizer.specials.ids else [])


def _ranks(tokenizer: Tokenizer) -> dict[bytes, int]:
    vocabulary = tokenizer.vocabulary
    if vocabulary.characters:
        raise EngineError(
            "This vocabulary starts from characters", "a rank file starts from bytes; choose another format"
        )
    ranks: dict[bytes, int] = {}
    for token_id, token in vocabulary.tokens.items():
        if token in ranks:
            raise EngineError(
                f"The ids {ranks[token]} and {token_id} have the same bytes {token!r}",
                "a rank file has one id for each token; choose another format",
            )
        ranks[token] = token_id
    told = vocabulary_of(ranks)
    same = (told.steps, told.ids) == (vocabulary.steps, vocabulary.ids)
    if not same or (told.whole and told.whole != vocabulary.whole):
        raise EngineError("The merges cannot be told from the ranks", "choose a format that holds merges")
    return ranks
