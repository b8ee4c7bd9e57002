"""A short name for what was learned, so that a room can see whether all have the same.

It is made of everything that decides how text is encoded: pattern, tie rule, training options, special
tokens and the merges in order. The corpus is in it only through its merges; the size that was asked for,
the counts and the machine are not in it. Equal tokenizers have equal fingerprints on every machine.

The settings are hashed first and then one merge after the other, so the fingerprint as of step k + 1 costs
one merge more than that of step k. Eight bytes of SHA-256: enough to notice a difference, not a signature.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from bpe_play.engine.door import to_bytes
from bpe_play.engine.merges import Pair, TieRule

SHORT = 4
LONG = 16


class Fingerprint:
    """The fingerprint of some settings and of the merges learned so far.

    pattern  the pre-tokenizer's pattern, None for no split; its name makes no difference

    >>> mark = Fingerprint(None, TieRule.FIRST_SEEN)
    >>> before = mark.short
    >>> mark.learn([(101, 32)])
    >>> before, mark.short, mark.long
    ('D548', '83FB', '83FB2311068A30BC')
    """

    def __init__(
        self,
        pattern: str | None,
        ties: TieRule,
        *,
        min_count: int = 1,
        longest_token: int | None = None,
        specials: Mapping[str, int] | None = None,
    ) -> None:
        self._hash = hashlib.sha256(b"bpe")
        self._text("" if pattern is None else "pattern " + pattern)
        self._text(ties)
        self._text(f"{min_count} {longest_token}")
        for text, token_id in sorted((specials or {}).items(), key=lambda special: special[1]):
            self._text(f"{token_id} {text}")
        self._text("merges")

    def learn(self, merges: Iterable[Pair]) -> None:
        """Take in the next merges."""
        self._hash.update(b"".join(b"%d %d\n" % pair for pair in merges))

    @property
    def short(self) -> str:
        """Four hexadecimal digits, to be read aloud."""
        return self.long[:SHORT]

    @property
    def long(self) -> str:
        """Sixteen digits; the short form is their beginning."""
        return self._hash.hexdigest()[:LONG].upper()

    def _text(self, text: str) -> None:
        """With its length in front, so that no two lists of texts look the same when joined."""
        data = to_bytes(text)
        self._hash.update(b"%d:" % len(data) + data)


def fingerprint(
    pattern: str | None,
    ties: TieRule,
    merges: Iterable[Pair],
    *,
    min_count: int = 1,
    longest_token: int | None = None,
    specials: Mapping[str, int] | None = None,
    length: int = SHORT,
) -> str:
    """The fingerprint of a whole training; `length` LONG gives the long form.

    >>> fingerprint(None, TieRule.FIRST_SEEN, [(101, 32)])
    '83FB'
    """
    mark = Fingerprint(pattern, ties, min_count=min_count, longest_token=longest_token, specials=specials)
    mark.learn(merges)
    return mark.long[:length]
