"""A published vocabulary as a tokenizer of ours: same ids, and a merge for every step."""

from __future__ import annotations

from collections.abc import Mapping

from bpe_play.engine.errors import EngineError
from bpe_play.engine.merges import BYTES, SINGLE_BYTES, Pair
from bpe_play.engine.pretokenizers import PRETOKENIZERS, PreTokenizer, pre_tokenizer
from bpe_play.engine.ranks import Progress, vocabulary_of
from bpe_play.engine.specials import SpecialTokens
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.unicode16 import unicode16
from bpe_play.engine.vocabulary import Vocabulary

_PACKED = {
    "gpt2": "r50k_base",
    "p50k_edit": "p50k_base",
    "o200k_harmony": "o200k_base",
    **{name: name for name in ("r50k_base", "p50k_base", "cl100k_base", "o200k_base")},
}
"""Vocabularies whose merges are packed with the program, and the rank file that they share."""


def load(name: str, progress: Progress = lambda done: None) -> Tokenizer:
    """The published vocabulary of this name. Takes up to half a second: call it in a worker.

    `progress` hears how much is done, from 0.0 to 1.0. EngineError where there is no such vocabulary, or a
    file of it is missing; no file is ever downloaded.
    """
    from bpe_play.engine.published.offline import definition
    from bpe_play.engine.published.table import published_info

    progress(0.0)
    found = definition(published_info(name).name)
    progress(0.5)
    vocabulary = _packed(name, found.ranks) if name in _PACKED else vocabulary_of(found.ranks, progress)
    progress(0.9)
    specials = SpecialTokens(_first_name_last(found.specials))
    tokenizer = Tokenizer(split_of(found.pattern), vocabulary, specials, name)
    progress(1.0)
    return tokenizer


def split_of(pattern: str) -> PreTokenizer:
    """The pre-tokenizer with this pattern, by its own name if it has one, bound to Unicode 16."""
    known = (split for split in PRETOKENIZERS.values() if split.pattern == pattern)
    return unicode16(next(known, None) or pre_tokenizer(pattern))


def _packed(name: str, ranks: Mapping[bytes, int]) -> Vocabulary:
    from bpe_play.engine.published.packed import merges

    pairs, ids = merges(_PACKED[name])
    tokens = dict(zip(ranks.values(), ranks, strict=True))
    _check(name, tokens, pairs, ids)
    return Vocabulary.of_parts([ranks[byte] for byte in SINGLE_BYTES], tokens, pairs, ids)


def _check(name: str, tokens: Mapping[int, bytes], pairs: list[Pair], ids: list[int]) -> None:
    """Whether merges and rank file belong together: the sizes, and every hundredth merge.

    All of them are proven when the file is put into the cache, since it is made from the merges then and
    must have the official SHA-256; and xz checks that the packed data are whole.
    """
    fits = len(ids) + BYTES == len(tokens)
    some = zip(pairs[::100], ids[::100], strict=True) if fits else ()
    if not fits or any(tokens[left] + tokens[right] != tokens[token_id] for (left, right), token_id in some):
        raise EngineError(f"The merges of {name} do not fit its rank file", "install bpe-play anew")


def _first_name_last(specials: Mapping[str, int]) -> dict[str, int]:
    """Of two names for one id (o200k_harmony has such), decoding shall give the one that was named first."""
    return {token: specials[token] for token in reversed(list(specials))}
