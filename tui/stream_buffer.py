"""What the hold-back buffer did with the bytes of the last step: the character that fills, or has filled.

Follows the incremental decoder byte by byte. Of a step with several characters it shows the last one, which
is the one that may be held back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from bpe_play.engine.stream import REPLACEMENT, Held, StreamDecoder, length_after
from bpe_play.engine.stream_play import StreamStep

_LEAST = {2: 0x80, 3: 0x800, 4: 0x10000}
_LAST_CODE_POINT = 0x10FFFF


class Fate(Enum):
    """What became of the bytes."""

    EMPTY = "nothing has come"
    HELD = "held back"
    COMPLETE = "complete"
    BROKEN = "no character"


@dataclass(frozen=True)
class Buffer:
    """The bytes of one character, as far as they have come.

    arrived      how many of them came with the last step
    broken_off   bytes that were held before, and that these have shown to be no character
    flushed      the stream has ended
    """

    fate: Fate
    data: bytes = b""
    arrived: int = 0
    broken_off: bytes = b""
    flushed: bool = False

    @property
    def need(self) -> int:
        """How many bytes the whole character has, by its first byte; 0 if no character begins with it."""
        return length_after(self.data[0]) if self.data else 0

    @property
    def owed(self) -> int:
        """How many continuation bytes are still to come."""
        return Held(self.data).owed if self.fate is Fate.HELD else 0

    @property
    def character(self) -> str:
        """The character that is complete, or U+FFFD for what is none; empty while bytes are owed."""
        if self.fate is Fate.COMPLETE:
            return self.data.decode("utf-8")
        return REPLACEMENT if self.fate is Fate.BROKEN else ""

    @property
    def range(self) -> tuple[int, int] | None:
        """The code points that are still possible; None if there is none.

        >>> [hex(end) for end in Buffer(Fate.HELD, b"\\xf0\\x9f\\xa4").range]
        ['0x1f900', '0x1f93f']
        """
        if self.fate is Fate.COMPLETE:
            return (ord(self.character),) * 2
        if self.fate is not Fate.HELD or Held(self.data).is_surrogate:
            return None
        bits = "".join(Held(self.data).bits)
        low, high = (int(bits.replace("·", digit), 2) for digit in "01")
        return max(low, _LEAST[self.need]), min(high, _LAST_CODE_POINT)


def buffer_after(steps: Sequence[StreamStep]) -> Buffer:
    """The buffer after the last of some steps of the incremental decoder.

    >>> from bpe_play.engine.stream_play import one_byte_a_token, play
    >>> played = play(one_byte_a_token("ñ".encode()), StreamDecoder(), flush=False)
    >>> buffer_after(played[:1]).owed, buffer_after(played).character
    (1, 'ñ')
    """
    if not steps:
        return Buffer(Fate.EMPTY)
    before = steps[-2].held if len(steps) > 1 else b""
    if steps[-1].id is None:
        return Buffer(Fate.BROKEN, before, flushed=True) if before else Buffer(Fate.EMPTY, flushed=True)
    return _after(before, steps[-1].token)


def _after(before: bytes, token: bytes) -> Buffer:
    decoder = StreamDecoder()
    decoder.feed(before)
    buffer = Buffer(Fate.HELD, before)
    for count, byte in enumerate(token, 1):
        waiting = decoder.pending
        text = decoder.feed(bytes([byte]))
        buffer = _with(buffer, waiting, bytes([byte]), text, decoder.pending, count)
    return buffer


def _with(buffer: Buffer, waiting: bytes, byte: bytes, text: str, pending: bytes, count: int) -> Buffer:
    """The buffer when a byte has come to those that were waiting: it has joined them, or broken them off."""
    joins = waiting + byte in (pending, text.encode())
    data = waiting + byte if joins else byte
    broken_off = buffer.broken_off if joins and waiting else waiting
    settled = Fate.COMPLETE if text.encode().endswith(data) else Fate.BROKEN
    fate = Fate.HELD if pending else settled
    return Buffer(fate, data, min(count, len(data)), broken_off)
