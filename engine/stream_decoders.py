"""Four ways to turn a stream of tokens into text, each named by what it does; only the last is right.

All have the same three members, so they can be run side by side on one stream (stream_play.py). Their
`flush` says what happens at the end, their `pending` which bytes they hold back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from bpe_play.engine.stream import REPLACEMENT, StreamDecoder


class Decoder(Protocol):
    """What takes tokens and gives text."""

    @property
    def pending(self) -> bytes:
        """Bytes that have come in and of which nothing was sent yet."""

    def feed(self, data: bytes) -> str:
        """Take one token, give the text to send now."""

    def flush(self) -> str:
        """The stream has ended: give what is left to send."""


class EachTokenAlone:
    """Decodes every token by itself. A character cut by a token border becomes U+FFFD, one a piece or more.

    >>> decoder = EachTokenAlone()
    >>> (decoder.feed(b"\\xc3") + decoder.feed(b"\\xb1")).count(REPLACEMENT)
    2
    """

    pending = b""

    def feed(self, data: bytes) -> str:
        return data.decode("utf-8", "replace")

    def flush(self) -> str:
        return ""


class NewByLength:
    """Decodes all tokens so far, and sends what lies beyond the length already sent.

    Once the U+FFFD of half a character is sent, the whole character has the same length: it never comes.
    And a stream of n tokens is decoded n times.

    >>> decoder = NewByLength()
    >>> decoder.feed(b"\\xc3") == REPLACEMENT, decoder.feed(b"\\xb1"), decoder.feed(b"o")
    (True, '', 'o')
    """

    pending = b""

    def __init__(self) -> None:
        self._data = b""
        self._sent = 0

    def feed(self, data: bytes) -> str:
        self._data += data
        text = self._data.decode("utf-8", "replace")
        new = text[self._sent :]
        self._sent = len(text)
        return new

    def flush(self) -> str:
        return ""


class HoldWhileReplacement:
    """Holds everything back while the decoded text ends in U+FFFD, which it takes for half a character.

    But a U+FFFD may stand in the text itself, or for bytes that will never be a character. It is then
    late, with all that came with it; and at the end of the stream, where no further token comes to set
    it free, it is lost.

    >>> decoder = HoldWhileReplacement()
    >>> decoder.feed(b"\\xc3"), decoder.feed(b"\\xb1"), decoder.feed("ok\\ufffd".encode()), decoder.flush()
    ('', 'ñ', '', '')
    """

    def __init__(self) -> None:
        self.pending = b""

    def feed(self, data: bytes) -> str:
        text = (self.pending + data).decode("utf-8", "replace")
        if text.endswith(REPLACEMENT):
            self.pending += data
            return ""
        self.pending = b""
        return text

    def flush(self) -> str:
        return ""


@dataclass(frozen=True)
class DecoderKind:
    """A row of the table: a name for files and commands, one for people, a sentence, and how to make one."""

    key: str
    title: str
    about: str
    make: Callable[[], Decoder]


DECODERS: dict[str, DecoderKind] = {
    kind.key: kind
    for kind in [
        DecoderKind(
            "alone",
            "each token alone",
            "Every token is decoded by itself; what a border cuts is broken for good.",
            EachTokenAlone,
        ),
        DecoderKind(
            "by-length",
            "all so far, new by length",
            "All tokens are decoded again each time and the text beyond the sent length goes out, "
            "as many servers do; a character that completes does not make the text longer.",
            NewByLength,
        ),
        DecoderKind(
            "hold-ufffd",
            "hold while it ends in U+FFFD",
            "Nothing goes out while the decoded text ends in U+FFFD, as in Hugging Face's streamers; "
            "it judges by the look of the text, so a real U+FFFD is held too.",
            HoldWhileReplacement,
        ),
        DecoderKind(
            "incremental",
            "incremental",
            "The bytes of a character not complete yet are held, all others go out at once. This is right.",
            StreamDecoder,
        ),
    ]
}
