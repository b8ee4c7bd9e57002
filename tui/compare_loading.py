"""Load a tokenizer for the Compare screen without blocking it: published ones, and files by path."""

from __future__ import annotations

from collections.abc import Callable

from bpe_play.engine.errors import EngineError
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.tui.aside import aside
from bpe_play.tui.compare_state import Kind, Which
from bpe_play.tui.vocabularies import VOCABULARIES

Progress = Callable[[float], object]


async def load(which: Which, progress: Progress = lambda done: None) -> Tokenizer:
    """The tokenizer; EngineError where it cannot be had. Only a published one says how far it is.

    Giving up does not stop the reading of a file; its result is then dropped.
    """
    if which.kind is Kind.PUBLISHED:
        return await VOCABULARIES.get(which.name, progress)
    return await aside(_open, which.name)


def _open(path: str) -> Tokenizer:
    from bpe_play.engine.formats import open_tokenizer

    try:
        return open_tokenizer(path)
    except MemoryError:
        raise EngineError(f"There is not enough memory for {path}", "open a smaller tokenizer") from None
