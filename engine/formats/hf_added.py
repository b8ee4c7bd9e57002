"""Added tokens of Hugging Face: texts that are one token wherever they stand, before any merge.

Special ones among them are commands to the model, and count as plain text unless asked for by name; the
others (runs of spaces, often) are always taken. Each can ask for spaces beside it, or not to be part of a
word; and it can be looked for in the text as it is, or after the normalizer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

import regex

from bpe_play.engine.door import to_bytes, to_text
from bpe_play.engine.errors import EngineError
from bpe_play.engine.unicode16 import as_unicode16

_WORD_AT_END, _WORD_AT_START = regex.compile(r"\w\Z"), regex.compile(r"\A\w")
_SPACES = (
    "\t\n\v\f\r \x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
)

_HINT = "take one of the added tokens out of a copy of the file"


@dataclass(frozen=True)
class AddedToken:
    """One added token, with the words of tokenizer.json."""

    id: int
    content: str
    special: bool = False
    normalized: bool = False
    single_word: bool = False
    lstrip: bool = False
    rstrip: bool = False

    @property
    def is_plain(self) -> bool:
        return not (self.single_word or self.lstrip or self.rstrip)


class AddedTokens:
    """Finds added tokens in a text, from left to right, the longest at each place.

    `spelling` gives the bytes to look for: the content itself, or what the normalizer makes of it.

    >>> found = AddedTokens([AddedToken(7, "<s>"), AddedToken(8, " x", lstrip=True)])
    >>> list(found.cut(b"a<s>   x", lambda token: True))
    [(b'a', None), (b'<s>', 7), (b'   x', 8)]
    """

    def __init__(
        self,
        tokens: Collection[AddedToken],
        spelling: Callable[[AddedToken], bytes] = lambda token: to_bytes(token.content),
    ) -> None:
        self._by_bytes: dict[bytes, AddedToken] = {}
        for token in tokens:
            spelled = spelling(token)
            if not spelled or spelled in self._by_bytes:
                raise _cannot_be_told(token, self._by_bytes.get(spelled))
            self._by_bytes[spelled] = token
        longest_first = sorted(self._by_bytes, key=len, reverse=True)
        self._any = re.compile(b"|".join(map(re.escape, longest_first))) if longest_first else None

    def cut(self, data: bytes, wanted: Callable[[AddedToken], bool]) -> Iterator[tuple[bytes, int | None]]:
        """The text in order: what is no added token (None), and added tokens with the spaces they take."""
        start = 0
        for first, last in self._matches(data):
            token = self._by_bytes[data[first:last]]
            if not wanted(token) or (token.single_word and _in_word(data, first, last)):
                continue
            if first < start:
                raise _claimed_twice(token)
            if token.lstrip:
                first = start + len(to_bytes(to_text(data[start:first]).rstrip(_SPACES)))
            if token.rstrip:
                last = len(data) - len(to_bytes(to_text(data[last:]).lstrip(_SPACES)))
            if start < first:
                yield data[start:first], None
            yield data[first:last], token.id
            start = last
        if start < len(data):
            yield data[start:], None

    def _matches(self, data: bytes) -> list[tuple[int, int]]:
        return [match.span() for match in self._any.finditer(data)] if self._any else []


def _cannot_be_told(token: AddedToken, other: AddedToken | None) -> EngineError:
    """Hugging Face finds one that is spelled with nothing at every place, and one of two that are alike."""
    if other is None:
        return EngineError(f"The normalizer leaves nothing of the added token {token.content!r}", _HINT)
    return EngineError(f"The added tokens {other.content!r} and {token.content!r} are spelled alike", _HINT)


def _claimed_twice(token: AddedToken) -> EngineError:
    """The token before takes the spaces that this one is made of; Hugging Face then counts them twice."""
    return EngineError(
        f"The spaces of the added token {token.content!r} belong to the one before as well",
        "take those spaces out of the text",
    )


def _in_word(data: bytes, first: int, last: int) -> bool:
    """Whether a character of a word stands right before or after: four bytes hold it."""
    before, after = to_text(data[max(first - 4, 0) : first]), to_text(data[last : last + 4])
    return bool(_WORD_AT_END.search(as_unicode16(before)) or _WORD_AT_START.search(as_unicode16(after)))
