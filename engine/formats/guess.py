"""Find out the pattern behind a list of tokens, where the file does not say it.

No token crosses the border between two pieces, so a pattern that tears many tokens is not the one. Of
those that tear (nearly) none, the strictest is taken: a vocabulary learned with a looser one would have
torn tokens.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from bpe_play.engine.pretokenizers import PRETOKENIZERS, PreTokenizer

SAMPLE = 8_000
TOLERANCE = 0.001
_STRICTEST_FIRST = ("gpt2", "cl100k", "o200k")


def guess_split(tokens: Iterable[bytes]) -> tuple[PreTokenizer, str]:
    """The pre-tokenizer, and a sentence about how sure that is.

    >>> guess_split([b" the", b" of", b"12345"])[0].key, guess_split([b"e ", b" of th"])[0].key
    ('gpt2', 'none')
    """
    sample = _texts(tokens)
    fitting = [PRETOKENIZERS[key] for key in _STRICTEST_FIRST if _fits(PRETOKENIZERS[key], sample)]
    if not fitting:
        return PRETOKENIZERS["none"], "The file names no split, and its tokens fit no known one: none is used"
    best, *others = (split.key for split in fitting)
    also = f", though {' and '.join(others)} would fit too" if others else ""
    return fitting[0], f"The file names no split; its tokens fit {best}{also}"


def _texts(tokens: Iterable[bytes]) -> list[bytes]:
    """Tokens of several bytes that are text; of many, some from everywhere."""
    longer = [token for token in tokens if len(token) > 1]
    return [token for token in longer[:: len(longer) // SAMPLE + 1] if _is_text(token)]


def _is_text(token: bytes) -> bool:
    try:
        token.decode()
    except UnicodeDecodeError:
        return False
    return True


def _fits(split: PreTokenizer, tokens: list[bytes]) -> bool:
    """Whether a pre-tokenizer cuts hardly any of the tokens; one that does not fit is soon found out."""
    torn = (token for token in tokens if len(split.pieces(token)) > 1)
    tolerated = int(TOLERANCE * len(tokens))
    return next(islice(torn, tolerated, None), None) is None
