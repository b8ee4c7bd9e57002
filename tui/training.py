"""The lab's side of training: starts the trainer's process, feeds it, and hands on what it says.

It knows nothing of the screen and never touches the lab's state: each frame is put in a queue, and the app
takes them from there at its own pace.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import threading
from collections import deque
from pathlib import Path
from typing import Any, BinaryIO, cast

from bpe_play.tui.frames import Kind, frame, json_frame, read_frame

_PART = 1 << 20
_WORKER = "bpe_play.tui.worker"
_LAST = frozenset({Kind.DONE, Kind.FACTS, Kind.FAILED})


class TrainingProcess:
    """One training, or what another worker module does, in a process of its own.

    A thread feeds it and another one listens.

    `inbox` fills with (kind, payload); the last one is DONE, FACTS or FAILED. Frames of JSON and pickles are
    read, MERGES stay bytes. `stop()` may be called at any time, and more than once.
    """

    def __init__(self, order: dict[str, Any], data: bytes, worker: str = _WORKER) -> None:
        self.inbox: deque[tuple[Kind, Any]] = deque()
        self._stopped = False
        self._process = subprocess.Popen(
            [sys.executable, "-X", "utf8", "-m", worker],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
            start_new_session=True,  # Ctrl+C in the terminal is the lab's to answer
        )
        threading.Thread(target=self._feed, args=(order, data), daemon=True).start()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def stop(self) -> None:
        """End the process, if it runs."""
        self._stopped = True
        self._process.kill()

    def close(self) -> None:
        """Stop, and wait until the process is gone."""
        self.stop()
        self._process.wait()
        self._listener.join()

    def _feed(self, order: dict[str, Any], data: bytes) -> None:
        orders = cast(BinaryIO, self._process.stdin)
        try:
            orders.write(json_frame(Kind.ORDER, order))
            for start in range(0, len(data), _PART):
                orders.write(frame(Kind.DATA, data[start : start + _PART]))
            orders.write(frame(Kind.GO))
            orders.flush()  # and stays open: the trainer ends when it closes
        except (OSError, ValueError):
            pass  # the process is gone; listening finds out and says so

    def _listen(self) -> None:
        kind = None
        try:
            while True:
                kind, payload = read_frame(cast(BinaryIO, self._process.stdout))
                self.inbox.append((kind, _read(kind, payload)))
        except (EOFError, OSError, ValueError):
            if not self._stopped and kind not in _LAST:
                self.inbox.append((Kind.FAILED, _DIED))
        self._process.wait()


def _read(kind: Kind, payload: bytes) -> Any:
    """What a frame says. Pickles come from this program's own process only."""
    if kind is Kind.MERGES:
        return payload
    return pickle.loads(payload) if kind in (Kind.STEPS, Kind.MODEL) else json.loads(payload)


_DIED = {
    "title": "The worker's process ended before its work was done",
    "hint": "what it found is kept; change a setting to start again",
}


def environment() -> dict[str, str]:
    """Our own environment, with the folder from which this package was imported."""
    import bpe_play

    package_parent = str(Path(bpe_play.__file__).resolve().parent.parent)
    paths = [package_parent, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
