"""Bytes that arrive in pieces become text: each character is sent with its last byte, no sooner, no later.

A model's tokens may end in the middle of a character. `StreamDecoder` holds such bytes back until the rest
arrives, and tells cut off (wait) from broken (one U+FFFD, go on). It looks at the bytes, never at the decoded
text, so a U+FFFD that the text itself contains is a character like any other.

It does not know tokens, stop sequences (stop_finder.py) or graphemes: an emoji made of several code points
comes out one code point after the other.
"""

from __future__ import annotations

from dataclasses import dataclass

REPLACEMENT = "\ufffd"

_CONTINUATION = range(0x80, 0xC0)

# After these lead bytes not every continuation byte makes a character: the others would spell a code point
# in more bytes than it needs (E0, F0), or something beyond U+10FFFF (F4). ED followed by A0 to BF spells a
# surrogate, which is no character either; Python finds out only with the next byte, and so do we.
_SECOND = {
    0xE0: range(0xA0, 0xC0),
    0xF0: range(0x90, 0xC0),
    0xF4: range(0x80, 0x90),
}


def length_after(lead: int) -> int:
    """How many bytes a character has that begins with this byte; 0 when no character begins with it.

    >>> [length_after(byte) for byte in (0x61, 0xC3, 0xE2, 0xF0, 0x80, 0xC0, 0xFF)]
    [1, 2, 3, 4, 0, 0, 0]
    """
    if lead < 0x80:
        return 1
    if 0xC2 <= lead < 0xE0:
        return 2
    if 0xE0 <= lead < 0xF0:
        return 3
    return 4 if 0xF0 <= lead < 0xF5 else 0


def bit_fields(byte: int) -> tuple[str, str]:
    """The bits of a byte in two parts: those that say which kind of byte it is, and those of the code point.

    >>> bit_fields(0xF0), bit_fields(0x9F), bit_fields(0x61)
    (('11110', '000'), ('10', '011111'), ('0', '1100001'))
    """
    bits = f"{byte:08b}"
    marker = bits.find("0") + 1 or 8
    return bits[:marker], bits[marker:]


@dataclass(frozen=True, slots=True)
class Held:
    """The beginning of a character: its lead byte, and the continuation bytes that have arrived.

    >>> held = Held(b"\\xf0\\x9f")
    >>> held.need, held.owed, held.bits
    (3, 2, ('000', '011111', '······', '······'))
    >>> print(held)
    F0 9F: 2 of 4 bytes, 2 still owed
    """

    data: bytes

    @property
    def lead(self) -> int:
        """The first byte: its high bits say how many bytes follow."""
        return self.data[0]

    @property
    def need(self) -> int:
        """How many continuation bytes follow the lead byte in the whole character: 1, 2 or 3."""
        return length_after(self.lead) - 1

    @property
    def owed(self) -> int:
        """How many of them have not arrived yet; 0 if none can make a character of it any more."""
        return 0 if self.is_surrogate else self.need + 1 - len(self.data)

    @property
    def is_surrogate(self) -> bool:
        """Whether this is the beginning of a surrogate: already broken, each byte for itself."""
        return self.lead == 0xED and len(self.data) > 1 and self.data[1] >= 0xA0

    @property
    def bits(self) -> tuple[str, ...]:
        """What is known of the code point, a group of bits for each byte; dots for a byte yet to come."""
        return tuple(bit_fields(byte)[1] for byte in self.data) + ("······",) * self.owed

    @property
    def character(self) -> str:
        """The character of the bits; only when no byte is owed."""
        return chr(int("".join(self.bits), 2))

    def accepts(self, byte: int) -> bool:
        """Whether this byte goes on with what is held."""
        if self.is_surrogate:
            return False
        allowed = _SECOND.get(self.lead, _CONTINUATION) if len(self.data) == 1 else _CONTINUATION
        return byte in allowed

    def __str__(self) -> str:
        return (
            f"{self.data.hex(' ').upper()}: {len(self.data)} of {self.need + 1} bytes, {self.owed} still owed"
        )


class StreamDecoder:
    """Decodes UTF-8 that arrives in pieces of any size; one decoder for each stream.

    Gives what Python's own incremental decoder with errors="replace" gives, at every step.

    >>> decoder = StreamDecoder()
    >>> [decoder.feed(token) for token in (b"hi \\xf0\\x9f", b"\\xa4", b"\\x96", b"\\xf0\\x9f")]
    ['hi ', '', '🤖', '']
    >>> decoder.pending, decoder.owed, decoder.flush() == REPLACEMENT
    (b'\\xf0\\x9f', 2, True)
    """

    def __init__(self) -> None:
        self.held: Held | None = None

    @property
    def pending(self) -> bytes:
        """The bytes that are held back: none, or the beginning of one character."""
        return self.held.data if self.held else b""

    @property
    def owed(self) -> int:
        """How many continuation bytes the pending character still waits for."""
        return self.held.owed if self.held else 0

    def feed(self, data: bytes) -> str:
        """The text that these bytes settle, which may be none."""
        if not self.held and data.isascii():
            return data.decode("ascii")
        return "".join(map(self._take, data))

    def flush(self) -> str:
        """The stream has ended: one U+FFFD if it ended inside a character. Ready for another stream."""
        held, self.held = self.held, None
        if held is None:
            return ""
        return REPLACEMENT * (len(held.data) if held.is_surrogate else 1)

    def _take(self, byte: int) -> str:
        if self.held and self.held.accepts(byte):
            return self._go_on(Held(self.held.data + bytes([byte])))
        return self.flush() + self._begin(byte)

    def _begin(self, byte: int) -> str:
        length = length_after(byte)
        if length > 1:
            self.held = Held(bytes([byte]))
            return ""
        return chr(byte) if length else REPLACEMENT

    def _go_on(self, grown: Held) -> str:
        complete = not grown.owed and not grown.is_surrogate
        self.held = None if complete else grown
        return grown.character if complete else ""
