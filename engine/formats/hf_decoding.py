"""Decoders of Hugging Face, for tokens that are written as characters: lists of texts in, one text out."""

from __future__ import annotations

from collections.abc import Callable

from bpe_play.engine.fields import Field
from bpe_play.engine.formats.hf_reading import HINT, flag, list_in, unsupported
from bpe_play.engine.merges import SINGLE_BYTES

Texts = list[bytes]
Decoder = Callable[[Texts], Texts]

_MARK = "▁".encode()
_BYTE_TOKENS = {b"<0x%02X>" % value: byte for value, byte in enumerate(SINGLE_BYTES)}
_CLEANED = [
    *((b" " + sign, sign) for sign in (b".", b"?", b"!", b",")),
    (b" ' ", b"'"),
    (b" n't", b"n't"),
    (b" 'm", b"'m"),
    (b" do not", b" don't"),
    *((b" " + ending, ending) for ending in (b"'s", b"'ve", b"'re")),
]


def decoding(field: Field) -> Callable[[Texts], bytes]:
    """What makes a text of tokens; without a decoder, there is a space between any two."""
    if field.value is None:
        return b" ".join
    chain = [_decoder(part) for part in list_in(field, "decoders")]

    def joined(tokens: Texts) -> bytes:
        for decoder in chain:
            tokens = decoder(tokens)
        return b"".join(tokens)

    return joined


def _decoder(field: Field) -> Decoder:
    kind = field.member("type").text()
    if kind not in _READ:
        unsupported(field, "decoder")
    return _READ[kind](field)


def _wordpiece(field: Field) -> Decoder:
    """A space before each token that begins a word; with `cleanup`, none before signs."""
    mark, cleanup = field.member("prefix").text().encode(), flag(field, "cleanup", True)

    def spaced(number: int, token: bytes) -> bytes:
        if number:
            token = token.removeprefix(mark) if token.startswith(mark) else b" " + token
        return _cleaned(token) if cleanup else token

    return lambda tokens: [spaced(number, token) for number, token in enumerate(tokens)]


def _cleaned(token: bytes) -> bytes:
    for old, new in _CLEANED:
        token = token.replace(old, new)
    return token


def _metaspace(field: Field) -> Decoder:
    """▁ is a space; in the first token it is nothing, where one was put there."""
    at_start = b" " if field.value.get("prepend_scheme", "always") == "never" else b""
    if field.value.get("replacement", "▁") != "▁":
        field.refuse("decoder Metaspace with another mark than ▁ is not supported", HINT)
    return lambda tokens: [
        token.replace(_MARK, b" " if number else at_start) for number, token in enumerate(tokens)
    ]


def _replace(field: Field) -> Decoder:
    old = field.member("pattern").members(("String",)).get("String")
    if old is None:
        field.refuse("decoder Replace with a pattern is not supported", HINT)
    before, after = old.text().encode(), field.member("content").text().encode()
    return lambda tokens: [token.replace(before, after) for token in tokens]


def _strip(field: Field) -> Decoder:
    content = field.member("content").text().encode()
    start, stop = field.member("start").whole(0, 1000), field.member("stop").whole(0, 1000)

    def stripped(token: bytes) -> bytes:
        for _ in range(start):
            token = token.removeprefix(content)
        for _ in range(stop):
            token = token.removesuffix(content)
        return token

    return lambda tokens: list(map(stripped, tokens))


_READ: dict[str, Callable[[Field], Decoder]] = {
    "ByteFallback": lambda field: lambda tokens: [_BYTE_TOKENS.get(token, token) for token in tokens],
    "Fuse": lambda field: lambda tokens: [b"".join(tokens)],
    "Metaspace": _metaspace,
    "Replace": _replace,
    "Strip": _strip,
    "WordPiece": _wordpiece,
}
