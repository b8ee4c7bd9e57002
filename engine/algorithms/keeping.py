"""What stands in a model file for one algorithm alone, and the checks that several algorithms share.

How the rest of the file is written and read is in trained_file.py. A reader believes nothing: what comes
out is a model whose ids all make sense, or a ModelFileError that says where the file is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bpe_play.engine.algorithms.pieces import PieceModel
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.text_rules import TextRules
from bpe_play.engine.door import to_bytes, to_text
from bpe_play.engine.fields import Field, shown

MOST_TOKENS = 1_000_000
MOST_BYTES = 256 << 20


@dataclass(frozen=True)
class Keeping:
    """How the model of an algorithm is kept.

    write   what makes the model, as JSON
    read    the model again; the settings and the rules of the text are read already
    limits  what the file does not hold, in a sentence; empty where it holds everything
    """

    write: Callable[[Any], dict[str, Any]]
    read: Callable[[Field, Settings, TextRules], PieceModel]
    limits: str = ""


def texts(field: Field) -> list[bytes]:
    """A list of tokens written as text, none empty and none twice. Stray bytes stand there as U+DC80 to U+DCFF.

    >>> texts(Field(["a", "\\udcff"], "entries", "m.json"))
    [b'a', b'\\xff']
    """
    found: dict[bytes, int] = {}
    rows = field.list()
    if len(rows) > MOST_TOKENS:
        field.refuse(f"there are more than {MOST_TOKENS:,} tokens")
    for index, row in enumerate(rows):
        token = to_bytes(row) if isinstance(row, str) else b""
        if not token or to_text(token) != row:
            field.item(index).expected("the text of a token")
        first = found.setdefault(token, index)
        if first != index:
            field.item(index).refuse(f"this is the same as {field.item(first).path}: {shown(row)}")
    return list(found)
