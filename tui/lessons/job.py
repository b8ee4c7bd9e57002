"""The worker of a lesson, as the lab sees it: texts arrive scene by scene."""

from __future__ import annotations

from bpe_play.tui.frames import Kind
from bpe_play.tui.lessons.lesson import Lesson
from bpe_play.tui.lessons.words import Texts, Words
from bpe_play.tui.lessons.worker import WORKER
from bpe_play.tui.training import TrainingProcess


class FiguresJob:
    """Starts at once; `drain` hands over what has arrived.

    failure  what went wrong, in words; empty as long as nothing has
    """

    def __init__(self, lesson: Lesson, first: int) -> None:
        self.running = True
        self.failure = ""
        order = {"path": str(lesson.path), "name": lesson.name, "first": first}
        self._process = TrainingProcess(order, b"", WORKER)

    def drain(self) -> dict[int, Texts]:
        """The texts of the scenes that have arrived since the last time."""
        found: dict[int, Texts] = {}
        inbox = self._process.inbox
        while self.running and inbox:
            kind, payload = inbox.popleft()
            if kind is Kind.FACTS:
                texts = payload["texts"]
                found[payload["scene"]] = {name: [Words(*part) for part in texts[name]] for name in texts}
            elif kind is Kind.FAILED:
                self.running, self.failure = False, f"{payload['title'].rstrip('.')}. {payload['hint']}"
            elif kind is Kind.DONE:
                self.running = False
        return found

    def stop(self) -> None:
        """End it."""
        self.running = False
        self._process.stop()
