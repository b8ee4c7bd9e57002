"""What would have been learned had a tie been decided otherwise: trained in a process of its own, beside the lab."""

from __future__ import annotations

from array import array

from bpe_play.engine.futures import Futures
from bpe_play.engine.history import History
from bpe_play.engine.merges import BYTES, Pair
from bpe_play.tui.frames import Kind
from bpe_play.tui.lab import Lab
from bpe_play.tui.state import rows_of
from bpe_play.tui.tie import Tie
from bpe_play.tui.training import TrainingProcess

MOST_STEPS = 1_000  # after the tie that are compared
LARGE = 20_000_000  # bytes of a corpus from which on that is
MOST_STEPS_IF_LARGE = 200


class OtherFuture:
    """The future in which another pair wins a tie of the lab's; `drain` hears what has been learned.

    futures  both futures compared; None as long as nothing has been learned up to the step
    history  what has been learned here
    counted  how much of the corpus is counted, from 0.0 to 1.0
    last     the last step that will be compared; `is_limited` if the lab's training goes further
    problem  what went wrong, in words
    """

    def __init__(self, lab: Lab, tie: Tie, pair: Pair) -> None:
        self.step, self.last = tie.step, last_step(lab, tie.step)
        self.is_limited = self.last < _end(lab, tie.step)
        self.futures: Futures | None = None
        self.counted = 0.0
        self.problem = ""
        self.is_done = False
        self.history = History(0)
        self._first = tie.history
        source = lab.source
        data = b"" if source is None or source.words is not None else source.data
        self._process = TrainingProcess(lab.order() | self._order(tie, pair), data)

    def _order(self, tie: Tie, pair: Pair) -> dict[str, object]:
        choices = rows_of(tie.choices_with(pair))
        return {"choices": choices, "vocab_size": BYTES + self.last, "quiet": True}

    def drain(self) -> bool:
        """Take what has arrived; whether there was anything."""
        inbox, has_news = self._process.inbox, False
        while inbox and not self.is_done:
            self._hear(*inbox.popleft())
            has_news = True
        return self._compare() or has_news

    def _hear(self, kind: Kind, payload: object) -> None:
        match kind, payload:
            case Kind.PROGRESS, {"done": int() as done, "total": int() as total}:
                self.counted = done / max(total, 1)
            case Kind.START, {"tokens": int() as tokens}:
                self.counted, self.history = 1.0, History(tokens)
            case Kind.MERGES, bytes() as rows:
                self.history.extend(array("Q", rows))
            case Kind.DONE, _:
                self.close()
            case Kind.FAILED, {"title": str() as title, "hint": str() as hint}:
                self.problem = f"{title.rstrip('.')}. {hint}"
                self.close()

    def _compare(self) -> bool:
        """Whether more than before is known of both."""
        if self.futures is None:
            if len(self.history) >= self.step:
                self.futures = Futures(self._first, self.history, self.step)
            return self.futures is not None
        before = self.futures.last
        self.futures.update()
        return self.futures.last > before

    @property
    def is_compared(self) -> bool:
        """Whether all is known that will be."""
        return (
            self.is_done
            and self.futures is not None
            and self.futures.last >= min(self.last, len(self.history))
        )

    def close(self) -> None:
        """End the process, if it runs."""
        self.is_done = True
        self._process.stop()


def last_step(lab: Lab, step: int) -> int:
    """Up to which step futures are compared: to the end of the training, but not for ever."""
    return min(_end(lab, step), step + _most(lab) - 1)


def _most(lab: Lab) -> int:
    size = 0 if lab.source is None else len(lab.source.data)
    return MOST_STEPS_IF_LARGE if size >= LARGE else MOST_STEPS


def _end(lab: Lab, step: int) -> int:
    return max(lab.training.target if lab.training.busy else lab.steps, step)
