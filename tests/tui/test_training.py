"""The lab's side of training: a process that is fed and listened to, can be stopped, and may die."""

from __future__ import annotations

import os
import random
import signal
from array import array
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bpe_play.engine import pre_tokenizer
from bpe_play.engine.history import pack
from bpe_play.engine.training import train
from bpe_play.tui.frames import Kind
from bpe_play.tui.training import TrainingProcess

ORDER: dict[str, Any] = {
    "split": "gpt2",
    "ties": "first-seen",
    "vocab_size": 300,
    "min_count": 1,
    "longest_token": None,
    "words": None,
}
LONG_ORDER = ORDER | {"split": "none", "vocab_size": 100_000}
LONG_DATA = random.Random(0).randbytes(200_000)
SECONDS = 60


@pytest.fixture
def begin() -> Iterator[Callable[..., TrainingProcess]]:
    started: list[TrainingProcess] = []

    def _begin(order: dict[str, Any], data: bytes) -> TrainingProcess:
        started.append(TrainingProcess(order, data))
        return started[-1]

    yield _begin
    for process in started:
        process.close()


def said_until_the_end(process: TrainingProcess) -> list[tuple[Kind, Any]]:
    process._listener.join(SECONDS)
    return list(process.inbox)


def wait_for(process: TrainingProcess, kind: Kind) -> None:
    while kind not in [said for said, _ in list(process.inbox)]:
        process._listener.join(0.01)


def test_a_corpus_larger_than_a_frame_is_learned_whole(begin: Callable[..., TrainingProcess]) -> None:
    data = "Nan ran in the rain. ñ 日本語\n".encode() * 60_000
    said = said_until_the_end(begin(ORDER | {"vocab_size": 270}, data))
    kinds = dict.fromkeys(kind for kind, _ in said)
    assert list(kinds) == [Kind.PROGRESS, Kind.START, Kind.MERGES, Kind.DONE, Kind.FACTS]
    rows = array("Q", b"".join(payload for kind, payload in said if kind is Kind.MERGES))
    assert rows == pack(train(pre_tokenizer("gpt2").counts(data), 270))


def test_a_process_that_is_killed_by_others_has_failed(begin: Callable[..., TrainingProcess]) -> None:
    process = begin(LONG_ORDER, LONG_DATA)
    wait_for(process, Kind.MERGES)
    os.kill(process._process.pid, signal.SIGKILL)
    kind, payload = said_until_the_end(process)[-1]
    assert kind is Kind.FAILED
    assert "ended before its work was done" in payload["title"]
    assert payload["hint"]


def test_a_process_that_dies_at_once_has_failed(begin: Callable[..., TrainingProcess]) -> None:
    process = begin(LONG_ORDER, LONG_DATA)
    os.kill(process._process.pid, signal.SIGKILL)
    assert [kind for kind, _ in said_until_the_end(process)] == [Kind.FAILED]


def test_a_process_that_was_stopped_has_not_failed(begin: Callable[..., TrainingProcess]) -> None:
    process = begin(LONG_ORDER, LONG_DATA)
    wait_for(process, Kind.MERGES)
    process.stop()
    process.stop()
    assert Kind.FAILED not in [kind for kind, _ in said_until_the_end(process)]


def test_a_bad_pattern_comes_back_as_an_error(begin: Callable[..., TrainingProcess]) -> None:
    kind, payload = said_until_the_end(begin(ORDER | {"split": "["}, b"abc"))[-1]
    assert kind is Kind.FAILED
    assert set(payload) == {"title", "hint"}


def test_nothing_is_left_behind_when_it_is_closed(
    begin: Callable[..., TrainingProcess], wait_gone: Callable[[int], None]
) -> None:
    process = begin(LONG_ORDER, LONG_DATA)
    process.close()
    assert process._process.returncode == -signal.SIGKILL
    wait_gone(process._process.pid)
