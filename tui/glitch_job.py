"""A piece of the glitch screen's work in a process of its own: how far it is, and what it has said."""

from __future__ import annotations

from typing import Any

from bpe_play.tui.frames import Kind
from bpe_play.tui.glitch_worker import WORKER
from bpe_play.tui.training import TrainingProcess


class Job:
    """Starts at once. `doing` says in words what is being done, `percent` how much of it is.

    `failure` is what went wrong, in words; empty as long as nothing has.
    """

    def __init__(self, order: dict[str, Any], data: bytes = b"") -> None:
        self._process = TrainingProcess(order, data, WORKER)
        self.doing = "starting"
        self.percent: int | None = None
        self.failure = ""
        self.running = True

    @property
    def progress(self) -> str:
        """What is being done and how much of it, as one says it."""
        return self.doing if self.percent is None else f"{self.doing} {self.percent} %"

    def drain(self) -> list[tuple[Kind, dict[str, Any]]]:
        """The results that have arrived: START and DONE."""
        results: list[tuple[Kind, dict[str, Any]]] = []
        inbox = self._process.inbox
        while self.running and inbox:
            kind, payload = inbox.popleft()
            if kind is Kind.PROGRESS:
                self._note(payload)
            elif kind is Kind.FAILED:
                self.running, self.failure = False, f"{payload['title'].rstrip('.')}. {payload['hint']}"
            else:
                self.running = kind is not Kind.DONE
                results.append((kind, payload))
        return results

    def stop(self) -> None:
        """End it; results that have been taken stay."""
        self.running = False
        self._process.stop()

    def _note(self, payload: dict[str, Any]) -> None:
        self.doing = payload["doing"]
        total = payload["total"]
        self.percent = 100 * payload["done"] // total if total else None
