"""One piece of measuring in a process of its own: how far it is, and what it has found."""

from __future__ import annotations

from typing import Any

from bpe_play.tui.frames import Kind
from bpe_play.tui.measure_worker import WORKER, from_wire, to_wire
from bpe_play.tui.measures.inputs import Order
from bpe_play.tui.training import TrainingProcess


class MeasureJob:
    """Starts at once; `drain` takes what has been said.

    result   what was found; None before, and where it failed
    failure  what went wrong, in words; empty as long as nothing has
    """

    def __init__(self, order: Order, data: bytes) -> None:
        self.order = order
        self.running = True
        self.result: Any = None
        self.failure = ""
        self.progress = "starting"
        self._process = TrainingProcess({"order": to_wire(order)}, data, WORKER)

    def drain(self) -> bool:
        """Take what has arrived; whether there was anything."""
        inbox, any_news = self._process.inbox, False
        while self.running and inbox:
            any_news = True
            kind, payload = inbox.popleft()
            if kind is Kind.PROGRESS:
                self.progress = _in_words(payload)
            elif kind is Kind.FAILED:
                self.running, self.failure = False, f"{payload['title'].rstrip('.')}. {payload['hint']}"
            elif kind is Kind.DONE:
                self.running, self.result = False, from_wire(payload["result"])
        return any_news

    def stop(self) -> None:
        """End it."""
        self.running = False
        self._process.stop()


def _in_words(payload: dict[str, Any]) -> str:
    """What is being done, and how much of it.

    >>> _in_words({"doing": "training word", "done": 1, "total": 4})
    'training word 25 %'
    """
    done, total = payload["done"], payload["total"]
    return f"{payload['doing']} {100 * done // total} %" if total else str(payload["doing"])
