"""Reads the wire format of protocol buffers, as far as a sentencepiece model needs it.

A message is a row of fields, each a number with a value: an integer, four or eight bytes, or a run of
bytes, which may be a message again. What the numbers mean stands elsewhere.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from bpe_play.engine.errors import ModelFileError

_INTEGER, _EIGHT_BYTES, _RUN, _FOUR_BYTES = 0, 1, 2, 5
_LONGEST_INTEGER = 10


def fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    r"""The number and the value of each field in order.

    Raises ModelFileError when the data end too early or have a field of another kind.

    >>> list(fields(b"\x08\x96\x01\x12\x02hi"))
    [(1, 150), (2, b'hi')]
    """
    position = 0
    while position < len(data):
        key, position = _integer(data, position)
        kind = key & 7
        if kind == _INTEGER:
            value, position = _integer(data, position)
            yield key >> 3, value
            continue
        length = 8 if kind == _EIGHT_BYTES else 4
        if kind == _RUN:
            length, position = _integer(data, position)
        elif kind not in (_EIGHT_BYTES, _FOUR_BYTES):
            raise damaged(f"it has a field of the kind {kind} at byte {position}")
        if position + length > len(data):
            raise damaged("it ends too early")
        yield key >> 3, data[position : position + length]
        position += length


def _integer(data: bytes, position: int) -> tuple[int, int]:
    value = 0
    for count in range(_LONGEST_INTEGER):
        if position + count >= len(data):
            raise damaged("it ends too early")
        byte = data[position + count]
        value |= (byte & 0x7F) << (7 * count)
        if byte < 0x80:
            return value, position + count + 1
    raise damaged(f"it has a number without end at byte {position}")


def as_float(value: int | bytes) -> float:
    """A field of four bytes as the number it stands for."""
    if not isinstance(value, bytes) or len(value) != 4:
        raise damaged("a score is no number")
    number: float = struct.unpack("<f", value)[0]
    return number


def as_bytes(value: int | bytes) -> bytes:
    if not isinstance(value, bytes):
        raise damaged("it has a number where a text belongs")
    return value


def as_int(value: int | bytes) -> int:
    if not isinstance(value, int):
        raise damaged("it has a text where a number belongs")
    return value


def damaged(how: str) -> ModelFileError:
    return ModelFileError(f"This is no sentencepiece model, or a damaged one: {how}", "get the file again")
