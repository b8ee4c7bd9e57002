"""Load a tokenizer for the Compare screen without blocking it: published ones, and files by path."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from bpe_play.engine.errors import EngineError
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.tui.aside import aside
from bpe_play.tui.compare_state import Kind, Which
from bpe_play.tui.vocabularies import VOCABULARIES

if TYPE_CHECKING:
    from bpe_play.engine.formats import Proof

Progress = Callable[[float], object]


async def load(which: Which, progress: Progress = lambda done: None) -> Tokenizer:
    """The tokenizer; EngineError where it cannot be had. Only a published one says how far it is.

    Giving up does not stop the reading of a file; its result is then dropped.
    """
    if which.kind is Kind.PUBLISHED:
        return await VOCABULARIES.get(which.name, progress)
    return await aside(_open, which.name)


async def prove(which: Which, tokenizer: Tokenizer) -> Proof | None:
    """What the library that owns a file's format says of it; None for what is no file of another program.

    The tokenizer must not be used elsewhere meanwhile.
    """
    if which.kind is not Kind.FILE:
        return None
    from bpe_play.engine.formats import proof

    found = await aside(proof, tokenizer, which.name)
    return found if found.owner else None


def _open(path: str) -> Tokenizer:
    from bpe_play.engine.formats import open_tokenizer

    try:
        return open_tokenizer(path)
    except MemoryError:
        raise EngineError(f"There is not enough memory for {path}", "open a smaller tokenizer") from None
