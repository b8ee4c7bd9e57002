"""Vocabulary and merges as Hugging Face writes them: tokens as texts with ids, merges as pairs of texts.

Byte-level tokenizers write each byte as a letter (byte_letters.py). SentencePiece-style ones start from
characters, write a space as ▁, and have a token `<0x41>` for each byte, for characters without one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import add, lt
from typing import NoReturn

from bpe_play.engine.byte_letters import LETTERS, all_from_letters
from bpe_play.engine.errors import ModelFileError
from bpe_play.engine.fields import shown
from bpe_play.engine.formats.source import Source
from bpe_play.engine.merges import BYTES, SINGLE_BYTES, Pair
from bpe_play.engine.vocabulary import Vocabulary

Merges = tuple[Sequence[str], Sequence[str]]
MAX_ID = 2**31 - 1
SPACE = "▁"
_BYTE_TOKENS = {f"<0x{value:02X}>": byte for value, byte in enumerate(SINGLE_BYTES)}


@dataclass(frozen=True)
class Writing:
    """How a vocabulary writes its tokens.

    bytes_of        the bytes of each token, in order; None for one that no text can give
    byte            the token of a single byte
    has_characters  whether tokens of one character are there before any merge
    """

    bytes_of: Callable[[Collection[str]], list[bytes | None]]
    byte: Callable[[int], str]
    has_characters: bool


def _spaced(tokens: Collection[str]) -> list[bytes | None]:
    return [_BYTE_TOKENS.get(token) or _without_marks(token) for token in tokens]


def _without_marks(token: str) -> bytes | None:
    return None if " " in token or not token else token.replace(SPACE, " ").encode()


BYTE_LEVEL = Writing(all_from_letters, LETTERS.__getitem__, False)
SENTENCEPIECE = Writing(_spaced, list(_BYTE_TOKENS).__getitem__, True)


def build(
    source: Source,
    vocab: Mapping[str, int],
    merges: Merges,
    writing: Writing,
    where: Callable[[int], str],
    *,
    whole: bool = False,
) -> Vocabulary:
    """The vocabulary of checked `vocab`, and of `merges`; `where` says where the merge of an index stands.

    merges  left texts and right texts, in order; that they are texts is seen to here
    whole   whether a piece that is a token is never cut (`ignore_merges`)
    """
    byte_ids = _byte_ids(source, vocab, writing)
    lefts, rights, ids = _numbered(source, vocab, merges, where)
    pairs = list(zip(lefts, rights, strict=True))
    known, odd = _told_apart(vocab, writing.bytes_of(vocab))
    tokens = known | odd if odd else known
    _check_joins(source, tokens, odd, pairs, ids, writing, byte_ids, where)
    vocabulary = Vocabulary.of_parts(byte_ids, tokens, pairs, ids)
    base = set(byte_ids)
    if writing.has_characters:
        single = (token_id for token, token_id in vocab.items() if len(token) == 1 and token_id in known)
        vocabulary.characters = {known[token_id].decode(): token_id for token_id in single}
        base |= set(vocabulary.characters.values())
    if whole:
        vocabulary.whole = {data: token_id for token_id, data in known.items()}
    vocabulary.singly = not _is_in_order(base, lefts, rights, ids)
    if vocabulary.singly and len(set(pairs)) < len(
        pairs
    ):  # in order, a repeated pair would make a token twice
        _refuse_repeated(source, pairs, where)
    return vocabulary


def _told_apart(
    vocab: Mapping[str, int], found: Sequence[bytes | None]
) -> tuple[dict[int, bytes], dict[int, bytes]]:
    """The bytes of tokens that text can give, and those of the others, which are as they are written."""
    known = dict(zip(vocab.values(), found, strict=True))
    if type(None) not in set(map(type, found)):
        return known, {}  # type: ignore[return-value]
    odd = {token_id: token.encode() for token, token_id in vocab.items() if known[token_id] is None}
    return {token_id: data for token_id, data in known.items() if data is not None}, odd


def check_ids(source: Source, vocab: object, where: str = "vocab") -> dict[str, int]:
    """The vocabulary, if it is an object of ids, each of them once."""
    if not isinstance(vocab, dict) or not vocab:
        source.refuse(f"{where}: expected an object of tokens and their ids")
    numbers = list(vocab.values())
    if set(map(type, numbers)) != {int} or not _are_ids(numbers):
        _refuse_ids(source, vocab, where)
    return vocab


def _are_ids(numbers: list[int]) -> bool:
    """Whether no id stands twice. Nearly always they count up from 0, which is quick to see."""
    if numbers == list(range(len(numbers))):
        return True
    return min(numbers) >= 0 and max(numbers) <= MAX_ID and len(set(numbers)) == len(numbers)


def _refuse_ids(source: Source, vocab: Mapping[str, object], where: str) -> NoReturn:
    first: dict[int, str] = {}
    for token, token_id in vocab.items():
        if type(token_id) is not int or not 0 <= token_id <= MAX_ID:
            source.refuse(
                f"{where}: expected an id for the token {token[:40]!r}, found {str(token_id)[:40]!r}"
            )
        if first.setdefault(token_id, token) != token:
            source.refuse(
                f"{where}: the tokens {first[token_id][:40]!r} and {token[:40]!r} have one id, {token_id}"
            )
    raise AssertionError


def _byte_ids(source: Source, vocab: Mapping[str, int], writing: Writing) -> list[int]:
    missing = [value for value in range(BYTES) if writing.byte(value) not in vocab]
    if missing:
        others = f" and {len(missing) - 1} others" if missing[1:] else ""
        source.refuse(
            f"there is no token for the byte 0x{missing[0]:02X}{others}",
            "text with such bytes would be lost; only vocabularies with all 256 bytes are supported",
        )
    return [vocab[writing.byte(value)] for value in range(BYTES)]


def _numbered(
    source: Source, vocab: Mapping[str, int], merges: Merges, where: Callable[[int], str]
) -> tuple[list[int], list[int], list[int]]:
    """The ids of the left and the right tokens of merges, and of those that they make."""
    number = vocab.__getitem__
    try:
        made = _ids_of(vocab, list(map(add, *merges)))
        lefts, rights = (list(map(number, texts)) for texts in merges)
    except (KeyError, TypeError):  # what is no text has no id either
        _refuse_merge(source, vocab, merges, where)
    return lefts, rights, made


def _refuse_merge(
    source: Source, vocab: Mapping[str, int], merges: Merges, where: Callable[[int], str]
) -> NoReturn:
    for index, (left, right) in enumerate(zip(*merges, strict=True)):
        if not isinstance(left, str) or not isinstance(right, str):
            source.refuse(f"{where(index)}: expected two tokens, found {shown([left, right])}")
        for token in (left, right, left + right):
            if token not in vocab:
                source.refuse(f"{where(index)}: the vocabulary has no token {token[:40]!r}")
    raise AssertionError


def _ids_of(vocab: Mapping[str, int], texts: list[str]) -> list[int]:
    """The ids of tokens. They nearly always stand in the vocabulary in this order: to see that is quicker
    than to look each of them up.
    """
    tokens = list(vocab)
    start = tokens.index(texts[0]) if texts and texts[0] in vocab else 0
    if tokens[start : start + len(texts)] == texts:
        return list(vocab.values())[start : start + len(texts)]
    return list(map(vocab.__getitem__, texts))


def _refuse_repeated(source: Source, pairs: Sequence[Pair], where: Callable[[int], str]) -> NoReturn:
    first: dict[Pair, int] = {}
    twice = next(n for n, pair in enumerate(pairs) if first.setdefault(pair, n) != n)
    source.refuse(f"{where(twice)}: this merge stood before, in {where(first[pairs[twice]])}")


def _check_joins(
    source: Source,
    tokens: Mapping[int, bytes],
    odd: Mapping[int, bytes],
    pairs: Sequence[Pair],
    ids: Sequence[int],
    writing: Writing,
    byte_ids: Sequence[int],
    where: Callable[[int], str],
) -> None:
    """The texts of a merge join, so the bytes do; but not where <0x41> is merged as if it were text."""
    if not writing.has_characters and (not odd or odd.keys().isdisjoint(ids)):
        return
    for index, ((left, right), token_id) in enumerate(zip(pairs, ids, strict=True)):
        if tokens[left] + tokens[right] != tokens[token_id]:
            source.refuse(f"{where(index)}: the bytes of the two tokens do not join to those of the third")


def _is_in_order(base: set[int], lefts: Sequence[int], rights: Sequence[int], ids: Sequence[int]) -> bool:
    """Whether each token is made once, after its parents: then all occurrences can be merged at once."""
    return _rise(base, lefts, rights, ids) or _follow(base, lefts, rights, ids)


def _rise(base: set[int], lefts: Sequence[int], rights: Sequence[int], ids: Sequence[int]) -> bool:
    """Whether ids rise all the time, which makes it quick to see; nearly all vocabularies are so."""
    if not ids or max(base) >= ids[0]:
        return not ids
    have_no_gap = ids == list(range(ids[0], ids[0] + len(ids)))
    if not have_no_gap and not all(map(lt, ids, ids[1:])):
        return False
    if not all(all(map(lt, parents, ids)) for parents in (lefts, rights)):
        return False
    if have_no_gap and len(base) == ids[0]:  # so every smaller id is known
        return True
    known = base.union(ids)
    return all(map(known.issuperset, (lefts, rights)))


def _follow(base: set[int], lefts: Sequence[int], rights: Sequence[int], ids: Sequence[int]) -> bool:
    made = set(base)
    for left, right, token_id in zip(lefts, rights, ids, strict=True):
        if left not in made or right not in made or token_id in made:
            return False
        made.add(token_id)
    return True


def take_out(source: Source, vocabulary: Vocabulary, special_ids: Mapping[int, str]) -> None:
    """Special tokens that stand in the vocabulary as well are no longer learned ones."""
    inside = special_ids.keys() & vocabulary.tokens.keys()
    made = (vocabulary.ids, vocabulary.byte_ids, vocabulary.characters.values())
    reached = inside.intersection(chain.from_iterable(made)) if inside else inside
    for token_id, content in special_ids.items():
        if token_id in reached:
            raise ModelFileError(
                f"{source.name}: the special token {content!r} is also made by text or by a merge",
                "such a tokenizer is not supported",
            )
        vocabulary.tokens.pop(token_id, None)
