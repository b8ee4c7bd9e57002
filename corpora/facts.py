"""What a text is, told from its bytes alone and without changing them.

It does not guess an encoding: the engine works on bytes, so these facts are for the reader's eye only.
A text of any size is looked at in blocks; nothing larger than a block is decoded at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bpe_play.corpora.counters import LineEnds, LookAlikes, Utf8, kind_of_line_ends

BLOCK = 1 << 20
_BOMS = (  # the longer first: the mark of UTF-32 begins with that of UTF-16
    (b"\xff\xfe\0\0", "utf-32-le"),
    (b"\0\0\xfe\xff", "utf-32-be"),
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)


@dataclass(frozen=True)
class Facts:
    """Counts over the whole text.

    ``size`` is in bytes. ``characters`` are code points of valid UTF-8, a byte order mark among them;
    ``invalid_bytes`` belong to none, the first at byte offset ``first_invalid``. ``lines`` counts a last
    line without an end too. ``bom`` is an encoding's name. ``look_alikes`` counts texts such as
    ``<|endoftext|>``, which are plain text here; ``look_alike_names`` holds the first few kinds of them.
    """

    size: int
    characters: int
    lines: int
    lf: int
    crlf: int
    cr: int
    bom: str | None
    first_invalid: int | None
    invalid_bytes: int
    look_alikes: int
    look_alike_names: tuple[bytes, ...]
    nul_bytes: int

    @property
    def line_ends(self) -> str:
        """``LF``, ``CRLF``, ``CR``, ``mixed`` or ``none``."""
        return kind_of_line_ends(self.lf, self.crlf, self.cr)

    @property
    def valid_utf8(self) -> bool:
        return self.invalid_bytes == 0


def describe(data: bytes) -> Facts:
    """The facts of a text in memory.

    >>> describe("añ\\r\\n".encode()).line_ends
    'CRLF'
    """
    return describe_chunks(_blocks(data))


def describe_chunks(chunks: Iterable[bytes]) -> Facts:
    """The facts of a text that comes in pieces; where it is cut makes no difference."""
    size = nuls = 0
    start = b""
    ends, text, marks = LineEnds(), Utf8(), LookAlikes()
    for chunk in chunks:
        start += chunk[: 4 - len(start)]
        size += len(chunk)
        nuls += chunk.count(0)
        for counter in (ends, text, marks):
            counter.feed(chunk)
    text.close()
    return Facts(
        size=size,
        characters=text.characters,
        lines=ends.lines,
        lf=ends.lf,
        crlf=ends.crlf,
        cr=ends.cr,
        bom=_bom(start),
        first_invalid=text.first_invalid,
        invalid_bytes=text.invalid,
        look_alikes=marks.count,
        look_alike_names=tuple(marks.names),
        nul_bytes=nuls,
    )


def _blocks(data: bytes) -> Iterator[bytes]:
    return (data[at : at + BLOCK] for at in range(0, len(data), BLOCK))


def _bom(start: bytes) -> str | None:
    return next((name for mark, name in _BOMS if start.startswith(mark)), None)
