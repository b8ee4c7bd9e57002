"""What a person types to search for a token: text, or bytes in hex after `hex:`."""

from __future__ import annotations

from bpe_play.engine import to_bytes

_HEX = "hex:"


def parse_query(typed: str) -> bytes:
    """The bytes to search for; ValueError with words for what is not hex.

    >>> parse_query(" the "), parse_query("hex: E2 80")
    (b' the ', b'\\xe2\\x80')
    """
    if not typed.lower().startswith(_HEX):
        return to_bytes(typed)
    digits = typed[len(_HEX) :].strip()
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise ValueError(
            f"{digits!r} is not hex: write bytes as two digits each, such as hex:E2 80"
        ) from None
