"""Special tokens: ids that no merge makes, such as <|endoftext|>, and what happens when text spells one.

A text typed by a user may spell a special token. Whether that is text or a command to the model is a
decision with consequences, so it is made by name: TEXT (harmless, the default), SPECIAL, or ERROR.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum

from bpe_play.engine.door import to_bytes, to_text
from bpe_play.engine.errors import EngineError, TokenError


class SpecialMode(StrEnum):
    """What to do with text that spells a special token."""

    TEXT = "text"
    SPECIAL = "special"
    ERROR = "error"


class SpecialTokens:
    """The special tokens of a tokenizer, and the cutting of a text around them.

    >>> specials = SpecialTokens({"<|e|>": 300, "<|e|>x": 301})
    >>> list(specials.cut(b"a<|e|>xb", SpecialMode.SPECIAL))
    [(b'a', None), (b'<|e|>x', 301), (b'b', None)]
    """

    def __init__(self, ids: Mapping[str, int] | None = None) -> None:
        self.ids: dict[str, int] = dict(ids or {})
        self.by_bytes = {to_bytes(text): token_id for text, token_id in self.ids.items()}
        self.by_id = {token_id: token for token, token_id in self.by_bytes.items()}
        if b"" in self.by_bytes:
            raise EngineError("A special token has no text", "give it at least one character")
        longest_first = sorted(self.by_bytes, key=len, reverse=True)
        self._any = re.compile(b"|".join(map(re.escape, longest_first))) if longest_first else None

    def found(self, data: bytes) -> list[tuple[int, bytes]]:
        """Where the text spells a special token: (byte offset, its bytes), the longest one at each place."""
        return [(match.start(), match[0]) for match in self._any.finditer(data)] if self._any else []

    def are_in(self, data: bytes) -> bool:
        """Whether the text spells a special token."""
        return self._any is not None and self._any.search(data) is not None

    def cut(
        self, data: bytes, mode: SpecialMode, allowed: frozenset[str] | None = None
    ) -> Iterator[tuple[bytes, int | None]]:
        """The text in order, as plain text (None) and special tokens (their id).

        `allowed` names the special tokens that SPECIAL may take and ERROR lets pass as text; None means
        all for SPECIAL, and none for ERROR.
        """
        if mode is SpecialMode.ERROR:
            self._refuse(data, allowed or frozenset())
        start = 0
        for offset, token in self.found(data) if mode is SpecialMode.SPECIAL else []:
            if offset < start or (allowed is not None and to_text(token) not in allowed):
                continue
            if start < offset:
                yield data[start:offset], None
            yield token, self.by_bytes[token]
            start = offset + len(token)
        if start < len(data):
            yield data[start:], None

    def _refuse(self, data: bytes, allowed: frozenset[str]) -> None:
        for offset, token in self.found(data):
            if to_text(token) not in allowed:
                raise TokenError(
                    f"The text spells the special token {to_text(token)} at byte {offset}",
                    "encode it as plain text or as a special token, by name",
                )
