"""The trainer's own process: reads an order and a corpus from standard input, writes merges to standard output.

A process, because a thread that computes keeps the screen waiting. It ends when its work is done, when
it is killed, and when the lab that started it is gone (its standard input closes).
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Any, BinaryIO

from bpe_play.engine.choices import ChoiceError
from bpe_play.engine.errors import EngineError
from bpe_play.engine.history import pack
from bpe_play.engine.merges import Merge, StopReason, TieRule
from bpe_play.engine.pretokenizers import PreTokenizer, pre_tokenizer
from bpe_play.tui import garbage
from bpe_play.tui.frames import Kind, frame, json_frame, read_frame

SECONDS_PER_BATCH = 0.05
NICENESS = 10


Work = Callable[[dict[str, Any], bytes, BinaryIO], None]


def main() -> None:
    serve(work)


def serve(work: Work) -> None:
    """Read an order from standard input, do the work, say what went wrong, and end when the lab does."""
    os.nice(NICENESS)
    garbage.wait()  # what is learned stays, and is not searched again and again
    orders, answers = sys.stdin.buffer, sys.stdout.buffer
    order, data = read_order(orders)
    threading.Thread(target=_end_with_the_lab, args=(orders,), daemon=True).start()
    try:
        work(order, data, answers)
    except EngineError as error:
        failure: dict[str, Any] = {"title": error.title, "hint": error.hint}
        if isinstance(error, ChoiceError):
            failure["step"] = error.step
        write(answers, json_frame(Kind.FAILED, failure))
    except MemoryError:
        failure = {
            "title": "There is not enough memory for this corpus",
            "hint": "take a smaller one",
        }
        write(answers, json_frame(Kind.FAILED, failure))


def read_order(orders: BinaryIO) -> tuple[dict[str, Any], bytes]:
    """The settings, and the corpus joined from its parts."""
    _, payload = read_frame(orders)
    parts: list[bytes] = []
    while True:
        kind, part = read_frame(orders)
        if kind is Kind.GO:
            return json.loads(payload), b"".join(parts)
        parts.append(part)


def work(order: dict[str, Any], data: bytes, answers: BinaryIO) -> None:
    """Count, then train, and say everything on the way."""
    if order.get("algorithm", "bpe") == "bpe":
        _work_bpe(order, data, answers)
    else:
        from bpe_play.tui.algorithm_worker import train  # late: BPE does without

        train(order, data, answers)
    if data and not order.get("quiet"):
        write(answers, json_frame(Kind.FACTS, _facts(data)))


def _work_bpe(order: dict[str, Any], data: bytes, answers: BinaryIO) -> None:
    words = words_of(order, pre_tokenizer(order["split"]), data, answers)
    total = sum(len(word) * weight for word, weight in words.items())
    write(answers, json_frame(Kind.START, {"tokens": total, "pieces": len(words)}))
    reason = send_merges(_training(order, words), answers)
    write(answers, json_frame(Kind.DONE, {"reason": reason}))


def words_of(
    order: dict[str, Any], split: PreTokenizer, data: bytes, answers: BinaryIO
) -> Mapping[bytes, int]:
    """The pieces of the corpus with their counts, and how far counting is on the way."""
    if order["words"] is not None:
        return {bytes.fromhex(word): weight for word, weight in order["words"]}
    from bpe_play.engine.counting import count_words

    due = 0.0

    def tell(done: int) -> None:
        nonlocal due
        if time.monotonic() >= due:
            write(answers, json_frame(Kind.PROGRESS, {"done": done, "total": len(data)}))
            due = time.monotonic() + SECONDS_PER_BATCH

    return count_words(split, data, tell)


def _training(order: dict[str, Any], words: Mapping[bytes, int]) -> Generator[Merge, None, StopReason]:
    from bpe_play.engine.training import train

    return train(
        words,
        order["vocab_size"],
        ties=TieRule(order["ties"]),
        min_count=order["min_count"],
        longest_token=order["longest_token"],
        choices={step: (left, right) for step, left, right in order.get("choices", ())},
    )


def send_merges(training: Generator[Merge, None, StopReason], answers: BinaryIO) -> StopReason:
    """Send the steps in batches by time: the first at once, so that the screen shows life."""
    batch: list[Merge] = []
    due = 0.0
    while True:
        try:
            batch.append(next(training))
        except StopIteration as end:
            _send(batch, answers)
            reason: StopReason = end.value
            return reason
        if time.monotonic() >= due:
            _send(batch, answers)
            batch, due = [], time.monotonic() + SECONDS_PER_BATCH


def _send(batch: Iterable[Merge], answers: BinaryIO) -> None:
    write(answers, frame(Kind.MERGES, pack(batch).tobytes()))


def _facts(data: bytes) -> dict[str, Any]:
    from dataclasses import asdict

    from bpe_play.corpora.facts import describe

    facts = describe(data)
    return asdict(facts) | {"look_alike_names": [name.hex() for name in facts.look_alike_names]}


def write(answers: BinaryIO, message: bytes) -> None:
    answers.write(message)
    answers.flush()


def _end_with_the_lab(orders: BinaryIO) -> None:
    os.read(orders.fileno(), 1)  # not orders.read: Python aborts when it ends while a thread is within that
    os._exit(0)


if __name__ == "__main__":
    try:
        main()
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        os._exit(0)
