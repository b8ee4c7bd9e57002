"""A row of bits that is written and read piece by piece: numbers of any size, bytes, entries of a table.

Small numbers are short: a number is written in parts of five bits, four of the number and one that says
whether more follow. Whoever reads past the end, or an entry that the table does not have, is told so.
"""

from __future__ import annotations

from collections.abc import Sequence

from bpe_play.tui.handout.symbols import CodeError

_LARGEST = 1 << 62


class Writer:
    """Collects bits, as a text of 0 and 1.

    >>> writer = Writer()
    >>> writer.number(18)
    >>> writer.bits
    '0010100010'
    """

    def __init__(self) -> None:
        self.bits = ""

    def raw(self, number: int, width: int) -> None:
        self.bits += f"{number:0{width}b}"

    def number(self, number: int) -> None:
        """A number from 0 up."""
        fours = [number >> at & 15 for at in range(0, max(number.bit_length(), 1), 4)]
        self.bits += "".join(f"{four:04b}{int(at < len(fours) - 1)}" for at, four in enumerate(fours))

    def data(self, data: bytes) -> None:
        """Some bytes, with their number in front."""
        self.number(len(data))
        self.bits += "".join(f"{byte:08b}" for byte in data)

    def entries(self, entries: str, table: str) -> None:
        """Characters of a table of 32, with their number in front."""
        self.number(len(entries))
        self.bits += "".join(f"{table.index(entry):05b}" for entry in entries)


class Reader:
    """Gives back what a Writer wrote, in the same order."""

    def __init__(self, bits: str) -> None:
        self._bits = bits
        self._at = 0

    def raw(self, width: int) -> int:
        end = self._at + width
        if end > len(self._bits):
            raise CodeError("The code ends in the middle", "type all its groups")
        taken, self._at = self._bits[self._at : end], end
        return int(taken, 2) if taken else 0

    def number(self) -> int:
        number, at, more = 0, 0, 1
        while more:
            number |= self.raw(4) << at
            more, at = self.raw(1), at + 4
            if number >= _LARGEST:
                raise CodeError("The code holds a number without end", "compare it with the one shown")
        return number

    def data(self) -> bytes:
        return bytes(self.raw(8) for _ in range(self.number()))

    def entries(self, table: str) -> str:
        return "".join(table[self.raw(5)] for _ in range(self.number()))

    def entry(self, table: Sequence[str]) -> str:
        """The entry of a number; a newer program may have more of them."""
        number = self.number()
        if number >= len(table):
            raise CodeError("The code names what this bpe-play does not have", "take a newer bpe-play")
        return table[number]
