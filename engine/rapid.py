"""Encode a large text with tiktoken's compiled encoder, where that is certain to give the same ids.

What could differ is ruled out, or goes the usual way:

- the pattern: only the named splits, which match every text, so that tiktoken drops nothing; or none
- the Unicode version: a part of the text with a character younger than both know goes the usual way
- bytes that are not UTF-8: likewise
- merging by bytes in place of pairs (by_bytes.py): proven for each vocabulary, or not done
- special tokens are cut out before; tiktoken gets to see none

It pays only for large texts, since proving and loading take as long as some hundred kilobytes of text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from bpe_play.engine.by_bytes import merges_by_bytes
from bpe_play.engine.merges import BYTES
from bpe_play.engine.pretokenizers import PRETOKENIZERS, PreTokenizer
from bpe_play.engine.specials import SpecialMode
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.unicode16 import Unicode16PreTokenizer, as_unicode16

LARGE = 1 << 19  # bytes
_BYTES_PER_MERGE = 16  # of text, for the time that it takes to look at a merge

_PART = 1 << 20
_WHOLE = r"(?s:.+)"
# A blank begins a piece of every named split, after a visible character: the text can be cut there.
_CUT = re.compile(rb"(?<=[!-~]) ")

Encode = Callable[[bytes, SpecialMode], list[int]]


def encode(
    tokenizer: Tokenizer, data: bytes, *, step: int | None = None, specials: SpecialMode = SpecialMode.TEXT
) -> list[int]:
    """What `tokenizer.encode` gives, in less time if the text is large."""
    merges = tokenizer.vocabulary.step if step is None else step
    if len(data) >= LARGE + _BYTES_PER_MERGE * merges:
        rapid = encoder(tokenizer, step)
        if rapid is not None:
            return rapid(data, specials)
    return tokenizer.encode(data, step=step, specials=specials)


def encoder(tokenizer: Tokenizer, step: int | None = None) -> Encode | None:
    """An encoder with the first `step` merges; None where it would not be certain to give the same ids.

    To make one takes a tenth of a second for 30,000 merges, a second for 200,000.

    >>> from bpe_play.engine.pretokenizers import pre_tokenizer
    >>> from bpe_play.engine.vocabulary import Vocabulary
    >>> rapid = encoder(Tokenizer(pre_tokenizer("gpt2"), Vocabulary.of([(97, 98)])))
    >>> rapid(b"ab ab", SpecialMode.TEXT)
    [256, 32, 256]
    """
    newest = tokenizer.vocabulary.step
    limit = newest if step is None else min(step, newest)
    if not _is_known(tokenizer) or not merges_by_bytes(tokenizer.vocabulary, limit):
        return None
    encode_text = _text_encoder(tokenizer, limit)
    return lambda data, mode: _encode(tokenizer, data, limit, mode, encode_text)


def _is_known(tokenizer: Tokenizer) -> bool:
    """Whether all that a tokenizer does is to split as tiktoken can, and to merge."""
    split = tokenizer.pre_tokenizer
    named = PRETOKENIZERS.get(split.key)
    is_named = named is not None and named.pattern == split.pattern
    return is_named and type(tokenizer) is Tokenizer and type(split) in (PreTokenizer, Unicode16PreTokenizer)


def _text_encoder(tokenizer: Tokenizer, limit: int) -> Callable[[str], list[int]]:
    """tiktoken's encoder with the first `limit` merges."""
    from bpe_play.engine.published.offline import Definition, encoding_of

    vocabulary = tokenizer.vocabulary
    ids = [*vocabulary.byte_ids, *vocabulary.ids[:limit]]
    ranks = {vocabulary.tokens[token_id]: rank for rank, token_id in enumerate(ids)}
    definition = Definition("large texts", tokenizer.pre_tokenizer.pattern or _WHOLE, ranks, {})
    encode_text: Callable[[str], list[int]] = encoding_of(definition).encode_ordinary
    if ids == list(range(BYTES + limit)):
        return encode_text
    return lambda text: [ids[rank] for rank in encode_text(text)]


def _encode(
    tokenizer: Tokenizer, data: bytes, limit: int, mode: SpecialMode, encode_text: Callable[[str], list[int]]
) -> list[int]:
    is_whole = tokenizer.pre_tokenizer.pattern is None
    ids: list[int] = []
    for run, special_id in tokenizer.specials.cut(data, mode):
        if special_id is not None:
            ids.append(special_id)
            continue
        for part in [run] if is_whole else _parts(run):
            text = _plain_text(part)
            ids += tokenizer.encode(part, step=limit) if text is None else encode_text(text)
    return ids


def _parts(data: bytes) -> Iterator[bytes]:
    """The text in parts that can be encoded one by one."""
    start = 0
    while start < len(data):
        cut = _CUT.search(data, start + _PART)
        end = cut.start() if cut else len(data)
        yield data[start:end]
        start = end


def _plain_text(data: bytes) -> str | None:
    """A text in which nothing is known here and not there; None for others."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return text if as_unicode16(text) is text else None
