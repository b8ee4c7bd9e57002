"""The measure screen's own process: takes an order, says how far it is, answers with the result.

Served like the trainer (worker.py): it ends when its work is done, and when whoever started it is gone.
Orders and results are pickled: both ends are this program, and results are large and of many kinds.
"""

from __future__ import annotations

import base64
import os
import pickle
import time
from typing import Any, BinaryIO

from bpe_play.tui.frames import Kind, json_frame
from bpe_play.tui.measures.table import run
from bpe_play.tui.worker import serve, write

WORKER = "bpe_play.tui.measure_worker"
_SECONDS_PER_WORD = 0.1


def to_wire(value: Any) -> str:
    """Any value of this program as text for a frame."""
    return base64.b64encode(pickle.dumps(value)).decode("ascii")


def from_wire(text: str) -> Any:
    """The value again. Only for what this program's own process has said."""
    return pickle.loads(base64.b64decode(text))


def work(order: dict[str, Any], data: bytes, answers: BinaryIO) -> None:
    """Measure, and say what is being done on the way, but not more often than a screen can show."""
    said, due = "", 0.0

    def tell(doing: str, done: int, total: int) -> None:
        nonlocal said, due
        now = time.monotonic()
        if now >= due or doing != said:
            said, due = doing, now + _SECONDS_PER_WORD
            write(answers, json_frame(Kind.PROGRESS, {"doing": doing, "done": done, "total": total}))

    result = run(from_wire(order["order"]), data, tell)
    write(answers, json_frame(Kind.DONE, {"result": to_wire(result)}))


if __name__ == "__main__":
    try:
        serve(work)
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        os._exit(0)
