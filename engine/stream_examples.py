"""Streams worth watching: texts and broken bytes that show what a decoder does.

A row says with which vocabulary the example shows its point: "none" (one byte a token), "own" (whatever was
trained), or the name of a published one. With any other it still plays.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class StreamExample:
    """A stream to play.

    data       its bytes
    tokenizer  "none", "own" or a published name
    look       what to look at
    tokens     the bytes of each token, where the borders are the point; they join to `data`
    cut_after  the stream ends after so many tokens; None: it is whole
    stop       a stop sequence to look for, or none
    """

    key: str
    title: str
    data: bytes
    tokenizer: str
    look: str
    tokens: tuple[bytes, ...] = ()
    cut_after: int | None = None
    stop: str = ""


def _given(key: str, title: str, tokens: list[bytes], look: str, stop: str = "") -> StreamExample:
    """An example whose token borders are written here."""
    return StreamExample(key, title, b"".join(tokens), "none", look, tuple(tokens), stop=stop)


def _bytes(key: str, title: str, data: str, look: str) -> StreamExample:
    """Broken bytes in hex, one byte a token."""
    return StreamExample(key, title, bytes.fromhex(data), "none", look)


_FAMILY = "👨‍👩‍👧"

_ROWS = [
    StreamExample(
        "n-tilde",
        "ñ without merges",
        "señor".encode(),
        "none",
        "C3 says that one more byte is owed: ñ comes with B1, and nothing comes with C3.",
    ),
    StreamExample(
        "robot",
        "🤖 in cl100k",
        "🤖 hi".encode(),
        "cl100k_base",
        "Three tokens make one emoji; only the third completes it.",
    ),
    StreamExample(
        "family",
        "A family in cl100k",
        f"The {_FAMILY} is here.".encode(),
        "cl100k_base",
        "Five code points make one picture: right decoding sends them one by one, and the picture grows.",
    ),
    StreamExample(
        "japanese",
        "Japanese",
        "東京の桜は綺麗です。".encode(),
        "cl100k_base",
        "15 tokens for 10 characters, and 6 of the borders go through a character.",
    ),
    StreamExample(
        "russian",
        "Russian",
        "Эта щука живёт в южном море.".encode(),
        "cl100k_base",
        "Before щ and before ю a token takes the space and half of the letter: 20 D1, then the rest.",
    ),
    StreamExample(
        "cut-emoji",
        "Cut in the middle of an emoji",
        "ok 😀".encode(),
        "none",
        "The limit of tokens is reached inside 😀: the flush gives one U+FFFD, and no error.",
        cut_after=6,
    ),
    _bytes(
        "overlong",
        "C0 AF: a character in too many bytes",
        "6F 6B C0 AF 6F 6B",
        "C0 begins no character, so nothing is owed: each of the two bytes is U+FFFD at once.",
    ),
    _bytes(
        "surrogate",
        "ED A0 80: a surrogate",
        "6F 6B ED A0 80 6F 6B",
        "After ED only 80 to 9F makes a character; A0 spells half a surrogate pair: three U+FFFD.",
    ),
    _bytes(
        "lone",
        "A lone continuation byte",
        "6F 6B A9 6F 6B",
        "A9 continues nothing: one U+FFFD, and the stream goes on.",
    ),
    _bytes(
        "broken-off",
        "F0 9F 98 61: an emoji that never ends",
        "F0 9F 98 61",
        "Three bytes wait for a fourth; 61 is the letter a: one U+FFFD for all three, then a.",
    ),
    _bytes(
        "interrupted",
        "E2 82 C3 A9: one character interrupts another",
        "E2 82 C3 A9",
        "C3 begins a new character while one byte is owed: one U+FFFD, then é.",
    ),
    StreamExample(
        "real-ufffd",
        "A real U+FFFD in the text",
        "ok\ufffd".encode(),
        "none",
        "EF BF BD is a character like any other and comes with BD; who judges by the look holds it for ever.",
    ),
    _given(
        "stop-split",
        "A stop sequence split over two tokens",
        [b"It", b" is", b" blue", b".\n", b"User", b":", b" and", b" why", b"?"],
        "The answer ends with \\nUser: but no token holds it whole: the line end and User must wait.",
        stop="\nUser:",
    ),
    _given(
        "stop-almost",
        "Almost a stop sequence",
        [b"One", b"\n", b"User", b"s", b" two", b"\n", b"User", b":", b" x"],
        "\\nUser was held back for nothing, as s shows; the second time : completes it.",
        stop="\nUser:",
    ),
]

STREAM_EXAMPLES: dict[str, StreamExample] = {row.key: row for row in _ROWS}
