"""Train an algorithm on the lab's corpus for the compare screen, in a process of its own.

The lab's settings are taken as they are at that moment; what is trained does not change with the lab.
"""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Callable
from typing import Any

from bpe_play.engine import History, Tokenizer, pre_tokenizer
from bpe_play.engine.errors import EngineError
from bpe_play.engine.merges import BYTES
from bpe_play.tui.frames import Kind
from bpe_play.tui.lab import Lab, Phase
from bpe_play.tui.training import TrainingProcess

_SECONDS = 0.1
Progress = Callable[[float], object]


async def train(lab: Lab, key: str, progress: Progress, wanted: Callable[[], bool]) -> Tokenizer:
    """The tokenizer, once it has learned; EngineError where it cannot. It ends when nobody wants it any more."""
    source = lab.source
    if source is None:
        failed = lab.training.phase is Phase.FAILED
        raise EngineError("The lab has no corpus", "open one there" if failed else "wait until it is read")
    order = lab.order() | {"algorithm": key, "specials": [], "quiet": True}
    hearing = _Hearing(order, progress)
    process = TrainingProcess(order, b"" if source.words is not None else source.data)
    try:
        while wanted():
            while process.inbox:
                if hearing.hear(*process.inbox.popleft()):
                    return hearing.tokenizer()
            await asyncio.sleep(_SECONDS)
    finally:
        process.stop()
    raise EngineError(f"{key} was not trained to its end", "add it again to compare with it")


class _Hearing:
    """What the trainer has said so far."""

    def __init__(self, order: dict[str, Any], progress: Progress) -> None:
        self._order, self._progress = order, progress
        self._merges = History(0)
        self._made: Tokenizer | None = None
        self._steps = 0
        self._most = max(order["vocab_size"] - BYTES, 1)

    def hear(self, kind: Kind, payload: Any) -> bool:
        """Take in what was said; whether it was the last."""
        match kind:
            case Kind.START:
                self._most = payload.get("most_steps") or self._most
            case Kind.MERGES:
                self._merges.extend(array("Q", payload))
                self._step_to(self._merges.vocabulary.step)
            case Kind.STEPS:
                self._step_to(self._steps + len(payload))
            case Kind.MODEL:
                self._made, _ = payload
            case Kind.FAILED:
                raise EngineError(payload["title"], payload["hint"])
        return kind is Kind.DONE

    def _step_to(self, steps: int) -> None:
        self._steps = steps
        self._progress(min(steps / self._most, 1.0))

    def tokenizer(self) -> Tokenizer:
        if self._made is not None:
            return self._made
        return Tokenizer(pre_tokenizer(self._order["split"]), self._merges.vocabulary)
