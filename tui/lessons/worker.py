"""The figures of a lesson, computed in a process of its own: scene by scene, the one that is shown first.

Served like the trainer (tui/worker.py): it ends when its work is done, and when whoever started it is gone.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, BinaryIO

from bpe_play.tui.frames import Kind, json_frame
from bpe_play.tui.lessons.bench import Bench
from bpe_play.tui.lessons.reading import read_lesson
from bpe_play.tui.lessons.words import texts_of
from bpe_play.tui.worker import serve, write

WORKER = "bpe_play.tui.lessons.worker"


def work(order: dict[str, Any], data: bytes, answers: BinaryIO) -> None:
    """One frame a scene: its index and its texts."""
    scenes = read_lesson(Path(order["path"]), order["name"]).scenes
    bench = Bench()
    first = min(order["first"], len(scenes) - 1)
    for at in [*range(first, len(scenes)), *range(first)]:
        write(answers, json_frame(Kind.FACTS, {"scene": at, "texts": texts_of(scenes[at], bench)}))
    write(answers, json_frame(Kind.DONE, {"reason": "all scenes have their figures"}))


if __name__ == "__main__":
    try:
        serve(work)
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        os._exit(0)
