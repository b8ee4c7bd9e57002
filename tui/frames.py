"""How the lab and its trainer talk over a pipe: frames of a kind, a length and a payload.

A frame is one byte that names its kind, four bytes of length (big-endian) and the payload.
"""

from __future__ import annotations

import json
import struct
from enum import Enum
from typing import Any, BinaryIO

_HEAD = struct.Struct(">cI")


class Kind(Enum):
    """What a frame says. The first three go to the trainer, the others come from it."""

    ORDER = b"o"  # JSON: the settings
    DATA = b"d"  # a part of the corpus
    GO = b"g"  # the corpus is complete
    PROGRESS = b"p"  # JSON: what is being done, how much of it is done
    FACTS = b"f"  # JSON: what the corpus is
    START = b"s"  # JSON: length of the corpus in tokens, different pieces
    MERGES = b"m"  # packed rows of history.pack
    STEPS = b"t"  # pickled: steps of an algorithm other than BPE over bytes
    MODEL = b"l"  # pickled: a tokenizer of what such an algorithm has learned so far, its fingerprint
    DONE = b"x"  # JSON: why training ended
    FAILED = b"e"  # JSON: title and hint of an error


def frame(kind: Kind, payload: bytes = b"") -> bytes:
    """The bytes of a frame."""
    return _HEAD.pack(kind.value, len(payload)) + payload


def json_frame(kind: Kind, value: Any) -> bytes:
    return frame(kind, json.dumps(value).encode("ascii"))


def read_frame(stream: BinaryIO) -> tuple[Kind, bytes]:
    """The next frame of a blocking stream; EOFError at its end."""
    kind, length = _HEAD.unpack(_read_exactly(stream, _HEAD.size))
    return Kind(kind), _read_exactly(stream, length)


def _read_exactly(stream: BinaryIO, length: int) -> bytes:
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return data
