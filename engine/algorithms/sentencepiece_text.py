"""What sentencepiece does to a text before it cuts it, read from its model file.

A table of replacements (mostly NFKC), then spaces: several become one, those at the ends go, one ▁ is put
in front, and every space is written ▁. Each of these can be switched off in the file.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from bpe_play.engine.algorithms.normalizers import Builder, Normalized
from bpe_play.engine.algorithms.wire import damaged
from bpe_play.engine.door import to_bytes, valid_runs

SPACE = "▁".encode()
_REPLACEMENT = "\ufffd".encode()


class CharsMap:
    """The table of replacements: a double array (a trie of bytes in one row of integers) and the texts.

    A unit of the double array holds in its low 8 bits the byte that leads to it, in bit 8 whether a value
    hangs here, and in the upper bits how far its children are; a unit with a value holds it in 31 bits.
    """

    def __init__(self, data: bytes) -> None:
        size = int.from_bytes(data[:4], "little")
        if size % 4 or 4 + size > len(data):
            raise damaged("its table of replacements ends too early")
        self._units: tuple[int, ...] = struct.unpack(f"<{size // 4}I", data[4 : 4 + size])
        self._texts = data[4 + size :]

    def shortest(self, data: bytes) -> bytes | None:
        """What the shortest entry becomes that these bytes begin with; None when there is none."""
        for end in range(1, len(data) + 1):
            found = self.replacement(data[:end], 0)
            if found is not None:
                return found[1]
        return None

    def replacement(self, data: bytes, start: int) -> tuple[int, bytes] | None:
        """The longest entry that begins here: its length and what it becomes; None when there is none."""
        found: tuple[int, int] | None = None
        units = self._units
        place = _offset(units[0]) if units else -1
        for end in range(start, len(data)):
            place ^= data[end]
            if not 0 <= place < len(units) or units[place] & 0x800000FF != data[end]:
                break
            unit = units[place]
            place ^= _offset(unit)
            if unit >> 8 & 1 and place < len(units):
                found = end + 1 - start, units[place] & 0x7FFFFFFF
        if found is None:
            return None
        length, value = found
        return length, self._texts[value : self._texts.index(b"\0", value)]


def _offset(unit: int) -> int:
    return unit >> 10 << ((unit & 1 << 9) >> 6)


@dataclass(frozen=True)
class SentencePieceText:
    """The normalizer of a model file.

    dummy_prefix   one ▁ is put before the text, so that a first word looks like any other
    collapses      several spaces become one, and those at the ends go
    as_suffix      the ▁ comes after the text and not before it

    >>> text = SentencePieceText(None, dummy_prefix=True, collapses=True)
    >>> text.apply(b"  a  b ").data.decode(), text.undo("▁a▁b".encode())
    ('▁a▁b', b'a b')
    """

    charsmap: CharsMap | None
    dummy_prefix: bool
    collapses: bool
    as_suffix: bool = False
    key: str = "sentencepiece"

    def apply(self, data: bytes) -> Normalized:
        """The text as the pieces are written."""
        parts = list(self._replaced(data))
        if self.collapses:
            parts = _collapsed(parts)
        if self.dummy_prefix and any(new for _, new in parts):
            parts.insert(len(parts) if self.as_suffix else 0, (b"", b" "))
        builder = Builder()
        for source, new in parts:
            builder.replace(source, new.replace(b" ", SPACE))
        return builder.result()

    def undo(self, data: bytes) -> bytes:
        """Spaces again, without the ▁ that was put there."""
        text = data.replace(SPACE, b" ")
        if not (self.dummy_prefix or self.collapses):
            return text
        return text.removesuffix(b" ") if self.as_suffix else text.removeprefix(b" ")

    def _replaced(self, data: bytes) -> Iterator[tuple[bytes, bytes]]:
        """The text in parts, each with what it becomes; a stray byte becomes U+FFFD."""
        for run, is_valid in valid_runs(data):
            if is_valid:
                yield from self._replaced_run(run.encode())
            else:
                yield from ((to_bytes(char), _REPLACEMENT) for char in run)

    def _replaced_run(self, data: bytes) -> Iterator[tuple[bytes, bytes]]:
        place = 0
        while place < len(data):
            found = self.charsmap.replacement(data, place) if self.charsmap else None
            length, new = found or (_character_length(data[place]), b"")
            source = data[place : place + length]
            yield source, new if found else source
            place += length


def _character_length(lead: int) -> int:
    return 1 if lead < 0x80 else 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4


def _collapsed(parts: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Without spaces at the ends, and with one where there were several."""
    kept: list[tuple[bytes, bytes]] = []
    after_space = True
    for source, new in parts:
        text = new.lstrip(b" ") if after_space else new
        after_space = text.endswith(b" ") if text else after_space
        kept.append((source, text))
    for place in range(len(kept) - 1, -1, -1):
        source, text = kept[place]
        kept[place] = (source, text.rstrip(b" "))
        if kept[place][1]:
            break
    return kept
