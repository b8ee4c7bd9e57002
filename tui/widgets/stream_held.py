"""The hold-back buffer byte by byte: which have come, which are owed, and how the bits fill up.

    F0          9F          A4          ··
    11110 000   10 011111   10 100100   10 ······
    held back: 3 of 4 bytes, 1 still owed; one of U+1F900–U+1F93F

What came last is marked. The bits before the gap say what kind of byte it is, the others are the code point.
"""

from __future__ import annotations

from textual.strip import Strip
from textual.widget import Widget

from bpe_play.engine.door import to_bytes
from bpe_play.engine.stream import Held, bit_fields
from bpe_play.tui.palette import palette
from bpe_play.tui.stream_buffer import Buffer, Fate
from bpe_play.tui.visible import label
from bpe_play.tui.widgets.pieces import Line, Piece, crop, left, paint

_CELL = 14
_MARGIN = 2
_ROLES_FROM = 5
_TO_COME = "··"


def held_lines(buffer: Buffer, height: int) -> list[Line]:
    """Bytes, bits and what became of them; with room for it, also what each byte is."""
    if not buffer.data:
        return [[], _indented([Piece(_nothing(buffer), "dim")])]
    cells = _cells(buffer)
    rows: list[Line] = [[piece for cell in cells for piece in cell[row]] for row in range(3)]
    shown = rows if height >= _ROLES_FROM else rows[1:] if height > 2 else rows[1:2]
    lines = [_indented(row) for row in shown]
    lines.append(_indented(_story(buffer)))
    if buffer.broken_off:
        lines.append(_indented([Piece(_broken_off(buffer), "bad")]))
    return lines


def _nothing(buffer: Buffer) -> str:
    if buffer.flushed:
        return "the stream has ended, and nothing was held back"
    return "→ sends the first one   space plays   b byte by byte   c cuts the wire"


def _cells(buffer: Buffer) -> list[list[Line]]:
    """For each byte of the character: what it is, the byte, its bits."""
    came = [_came(buffer, index) for index in range(len(buffer.data))]
    return [*came, *[_owed()] * buffer.owed]


def _came(buffer: Buffer, index: int) -> list[Line]:
    byte = buffer.data[index]
    marker, payload = bit_fields(byte)
    is_new = index >= len(buffer.data) - buffer.arrived
    role = _role(buffer, index)
    return [
        [Piece(left(role, _CELL), "dim")],
        [
            Piece(f"{byte:02X}", "accent_bar" if is_new else "lead" if index == 0 else "text"),
            Piece(" " * (_CELL - 2)),
        ],
        [Piece(marker + " ", "dim"), Piece(left(payload, _CELL - len(marker) - 1), "lead")],
    ]


def _owed() -> list[Line]:
    return [
        [Piece(left("still owed", _CELL), "dim")],
        [Piece(left(_TO_COME, _CELL), "dim")],
        [Piece(left("10 ······", _CELL), "dim")],
    ]


def _role(buffer: Buffer, index: int) -> str:
    if buffer.fate is Fate.BROKEN and not buffer.flushed:
        return "stray"
    if index:
        return "continuation"
    return f"lead of {buffer.need}" if buffer.need > 1 else "one byte"


def _story(buffer: Buffer) -> Line:
    """What became of the bytes, in a sentence."""
    match buffer.fate:
        case Fate.COMPLETE:
            code = f"U+{ord(buffer.character):04X}"
            return [Piece(f"{label(to_bytes(buffer.character))}  {code} is complete and goes out", "good")]
        case Fate.BROKEN if buffer.flushed:
            return [Piece(f"the stream has ended in a character: one U+FFFD for {_hex(buffer.data)}", "bad")]
        case Fate.BROKEN:
            return [Piece(f"{_hex(buffer.data)} begins no character and continues none: U+FFFD", "bad")]
    if Held(buffer.data).is_surrogate:
        return [Piece(f"{_hex(buffer.data)} spells half a surrogate pair: no character any more", "bad")]
    low, high = buffer.range or (0, 0)
    count = f"held back: {len(buffer.data)} of {buffer.need} bytes, {buffer.owed} still owed"
    return [Piece(count, "accent"), Piece(f"   one of U+{low:04X}–U+{high:04X}", "dim")]


def _broken_off(buffer: Buffer) -> str:
    count = len(buffer.broken_off) if _is_surrogate(buffer.broken_off) else 1
    return f"{_hex(buffer.broken_off)} before it will never be a character: {count} U+FFFD"


def _is_surrogate(data: bytes) -> bool:
    return Held(data).is_surrogate


def _hex(data: bytes) -> str:
    return data.hex(" ").upper()


def _indented(line: Line) -> Line:
    return [Piece(" " * _MARGIN), *line]


class StreamHeld(Widget, can_focus=True):
    """The buffer of the right decoder after the last step."""

    DEFAULT_CSS = "StreamHeld { height: 1fr; width: 1fr; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._buffer = Buffer(Fate.EMPTY)

    def show(self, buffer: Buffer) -> None:
        if buffer != self._buffer:
            self._buffer = buffer
            self.refresh()

    def render_line(self, y: int) -> Strip:
        lines = held_lines(self._buffer, self.size.height)
        line = crop(lines[y], self.size.width) if y < len(lines) else []
        return paint(line, palette(self.app), self.size.width)
