"""How often each token is used in a text, and which tokens are only a step on the way to others."""

from __future__ import annotations

from collections import Counter

from bpe_play.engine.encoder import Encoder
from bpe_play.engine.tokenizer import Tokenizer


def count_uses(tokenizer: Tokenizer, data: bytes, step: int | None = None) -> Counter[int]:
    """How often each token stands in a text; special tokens count as the text that they spell.

    Each different piece is encoded once, so a large corpus costs little more than its split.

    >>> from bpe_play.engine.pretokenizers import pre_tokenizer
    >>> from bpe_play.engine.vocabulary import Vocabulary
    >>> tokenizer = Tokenizer(pre_tokenizer("gpt2"), Vocabulary.of([(97, 98)]))
    >>> count_uses(tokenizer, b"ab ab b")
    Counter({256: 2, 32: 2, 98: 1})
    """
    if not tokenizer.is_plain:
        return Counter(tokenizer.encode(data, step=step))
    encoder, uses = Encoder(tokenizer.vocabulary), Counter[int]()
    for piece, count in tokenizer.pre_tokenizer.counts(data).items():
        for token_id in encoder.encode(piece, step):
            uses[token_id] += count
    return uses


def scaffolding(tokenizer: Tokenizer, uses: Counter[int]) -> list[int]:
    """Tokens that never stand alone in a text, while tokens that were built from them do.

    A merge needs its two parts; when it is made, the part may be left without any use of its own. Single
    bytes are not counted: they are always there.
    """
    vocabulary = tokenizer.vocabulary
    needed: set[int] = set()
    found = []
    for token_id, pair in zip(reversed(vocabulary.ids), reversed(vocabulary.pairs), strict=True):
        if token_id in needed and not uses[token_id]:
            found.append(token_id)
        if token_id in needed or uses[token_id]:
            needed.update(pair)
    return found[::-1]
