"""Whether the lab learns what the hand-out says that must be learned; said once, when the training has ended."""

from __future__ import annotations

from collections.abc import Callable

from bpe_play.tui.handout.opening import Opened, Promise, verdict
from bpe_play.tui.lab import Lab, Phase, Topic, Training, fingerprint_of

Say = Callable[[str, bool], None]


class PromiseKeeper:
    """Says what differs here, then waits for the training that the lab has now; another one is not promised."""

    def __init__(self, lab: Lab, opened: Opened, say: Say) -> None:
        self._lab, self._promise, self._say = lab, opened.promise, say
        self._training: Training | None = lab.training
        for sentence in opened.differs:
            say(f"Not as in the hand-out: {sentence}", True)
        lab.subscribe(self._hear)

    def _hear(self, topic: Topic) -> None:
        training = self._training
        if topic is not Topic.TRAINING or training is None or training.busy:
            return
        self._training = None
        if training is self._lab.training and training.phase is Phase.DONE:
            sentence, holds = verdict(self._promise, learned(training, self._promise))
            self._say(sentence, not holds)


def learned(training: Training, promise: Promise) -> str:
    """The fingerprint to compare: as of the promised step, or of what there is if it has fewer."""
    return fingerprint_of(training, promise.steps)
