"""The data packed with the program: the merges of each rank file, from which the file is rebuilt exactly.

A rank file (`cl100k_base.tiktoken`) lists tokens in Base64 with their ranks. All that it says follows from
the order of the single bytes, which is GPT-2's in all of them, and from the two parents of each later
token. So only the parents are kept, in half the room of the compressed file. Nothing can get lost
unnoticed: tiktoken takes a rebuilt file only if it has the SHA-256 of the official one.

Packed, a part is three planes of the left ids (all low bytes, all middle bytes, all high bytes) and three
of the right ids, compressed with xz. recover.py makes them.
"""

from __future__ import annotations

import json
import lzma
import sys
from array import array
from base64 import b64encode
from collections.abc import Callable
from functools import partial
from importlib.resources import files

from bpe_play.engine.byte_letters import BYTE_ORDER, to_letters
from bpe_play.engine.merges import BYTES, SINGLE_BYTES, Pair

_HOST = "https://openaipublic.blob.core.windows.net"
_PLANES = 3
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "lp": 0, "pb": 0}]

PARTS: dict[str, list[tuple[str, int]]] = {
    "r50k_base": [("r50k_base", BYTES)],
    "p50k_base": [("r50k_base", BYTES), ("p50k_base", 50_257)],
    "cl100k_base": [("cl100k_base", BYTES)],
    "o200k_base": [("o200k_base", BYTES)],
}
"""The parts in which the merges of a rank file lie, and the id that the first merge of each part makes."""


def merges(rank_file: str) -> tuple[list[Pair], list[int]]:
    """The pairs of a rank file in order of rank, and the id that each makes."""
    pairs: list[Pair] = []
    ids: list[int] = []
    for part, first in PARTS[rank_file]:
        data = files("bpe_play.engine.published").joinpath("data", f"{part}.merges.xz").read_bytes()
        found = unpack(lzma.decompress(data))
        pairs += found
        ids += range(first, first + len(found))
    return pairs, ids


def pack(pairs: list[Pair]) -> bytes:
    """Some pairs as a compressed part."""
    planes = b"".join(
        _bytes_of(side)[plane::4] for side in zip(*pairs, strict=True) for plane in range(_PLANES)
    )
    return lzma.compress(planes, filters=_FILTERS)


def unpack(planes: bytes) -> list[Pair]:
    """The pairs in a part that is decompressed.

    >>> unpack(bytes([1, 2, 0, 1, 0, 0, 3, 4, 0, 0, 0, 0]))
    [(1, 3), (258, 4)]
    """
    half = len(planes) // 2
    left, right = _numbers(planes[:half]), _numbers(planes[half:])
    # One int object for each id, however many pairs it stands in, saves a third of the memory.
    one = list(range(max(max(left), max(right)) + 1)).__getitem__
    return list(zip(map(one, left), map(one, right), strict=True))


def _bytes_of(numbers: tuple[int, ...]) -> bytes:
    return _little_endian(array("I", numbers)).tobytes()


def _numbers(planes: bytes) -> array[int]:
    count = len(planes) // _PLANES
    interleaved = bytearray(4 * count)
    for plane in range(_PLANES):
        interleaved[plane::4] = planes[plane * count : (plane + 1) * count]
    return _little_endian(array("I", bytes(interleaved)))


def _little_endian(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def tokens(rank_file: str) -> dict[int, bytes]:
    """The bytes of each id, in order of rank."""
    found = dict(zip(range(BYTES), map(SINGLE_BYTES.__getitem__, BYTE_ORDER), strict=True))
    for (left, right), token_id in zip(*merges(rank_file), strict=True):
        found[token_id] = found[left] + found[right]
    return found


def rank_file(name: str) -> bytes:
    """An official rank file, byte for byte."""
    return b"".join(b"%s %d\n" % (b64encode(token), rank) for rank, token in tokens(name).items())


def gpt2_merges() -> bytes:
    """The official vocab.bpe of GPT-2, byte for byte."""
    letters = {token_id: to_letters(token) for token_id, token in tokens("r50k_base").items()}
    pairs, _ = merges("r50k_base")
    lines = [f"{letters[left]} {letters[right]}\n" for left, right in pairs]
    return "".join(["#version: 0.2\n", *lines]).encode()


def gpt2_vocabulary() -> bytes:
    """The official encoder.json of GPT-2, byte for byte."""
    ids = {to_letters(token): token_id for token_id, token in tokens("r50k_base").items()}
    return json.dumps({**ids, "<|endoftext|>": 50_256}).encode()


OFFICIAL: dict[str, Callable[[], bytes]] = {
    f"{_HOST}/gpt-2/encodings/main/vocab.bpe": gpt2_merges,
    f"{_HOST}/gpt-2/encodings/main/encoder.json": gpt2_vocabulary,
    **{f"{_HOST}/encodings/{name}.tiktoken": partial(rank_file, name) for name in PARTS},
}
"""What tiktoken knows each official file by, and what rebuilds it. Nothing is ever fetched from there."""
