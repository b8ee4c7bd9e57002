"""The runner opens corpora, starts trainers, and hands the lab only what belongs to the training it wants."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bpe_play.corpora import Source, open_source
from bpe_play.engine import TieRule, pre_tokenizer
from bpe_play.engine.history import pack
from bpe_play.engine.training import train
from bpe_play.tui import runner as module
from bpe_play.tui.lab import Lab, Phase, Topic
from bpe_play.tui.runner import Runner
from bpe_play.tui.state import State

SECONDS = 60
TINY = State(source="tiny", vocab_size=265)


@pytest.fixture
async def runner() -> AsyncIterator[Runner]:
    runner = Runner(Lab(TINY))
    yield runner
    runner.close()


async def train_to_the_end(runner: Runner) -> None:
    """Run what the lab wants, until the trainer has said everything; nothing is handed over yet."""
    await runner.run(runner.lab.training)
    if runner._process is not None:
        await asyncio.to_thread(runner._process._listener.join, SECONDS)


@asynccontextmanager
async def slow_reading(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """The corpus is being read as long as this lasts; then the training goes on to its end."""
    reads, may_go_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def slowly(name: str) -> Source:
        loop.call_soon_threadsafe(reads.set)
        may_go_on.wait(SECONDS)
        return open_source(name)

    monkeypatch.setattr(module, "open_source", slowly)
    training = asyncio.create_task(train_to_the_end(runner))
    await reads.wait()
    yield
    may_go_on.set()
    await training


async def test_a_corpus_is_opened_and_learned(runner: Runner) -> None:
    await train_to_the_end(runner)
    lab = runner.lab
    assert lab.training.phase is Phase.COUNTING
    runner.drain()
    assert lab.training.phase is Phase.DONE
    assert lab.source == open_source("tiny")
    assert lab.facts is not None
    assert lab.facts.lines == 3
    assert lab.training.pieces == len(pre_tokenizer("gpt2").counts(lab.source.data))
    due = train(pre_tokenizer("gpt2").counts(lab.source.data), 265)
    assert pack([lab.history.merge(step) for step in range(1, 10)]) == pack(due)


async def test_words_with_counts_are_learned_as_words(runner: Runner) -> None:
    runner.lab.change(source="lowest")
    await train_to_the_end(runner)
    runner.drain()
    words = {b"lower": 5, b"lowest": 2, b"newest": 6}
    assert runner.lab.history.start_tokens == 73
    assert pack([runner.lab.history.merge(1)]) == pack(train(words, 257))


async def test_batches_that_wait_are_handed_over_together(runner: Runner) -> None:
    await train_to_the_end(runner)
    told: list[Topic] = []
    runner.lab.subscribe(told.append)
    runner.drain()
    assert told.count(Topic.HISTORY) == 1


async def test_standard_input_is_not_read_twice() -> None:
    source = Source("standard input", b"aaabdaaabac", (), None)
    runner = Runner(Lab(State(source="-", split="none", vocab_size=259)), source)
    await train_to_the_end(runner)
    runner.drain()
    assert runner.lab.source is source
    assert [runner.lab.history.merge(step).token for step in (1, 2, 3)] == [b"aa", b"aaa", b"aaab"]
    runner.close()


class TestAnotherTraining:
    async def test_leaves_what_the_one_before_has_said_unheard(self, runner: Runner) -> None:
        await train_to_the_end(runner)
        runner.lab.change(ties=TieRule.LOWEST_IDS)
        runner.drain()
        assert (runner.lab.steps, runner.lab.training.phase) == (0, Phase.READING)

    async def test_leaves_it_unheard_also_while_its_own_corpus_is_being_read(
        self, runner: Runner, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await train_to_the_end(runner)
        runner.lab.change(source="lowest")
        async with slow_reading(runner, monkeypatch):
            runner.drain()
            assert (runner.lab.steps, runner.lab.training.phase) == (0, Phase.READING)
        runner.drain()
        assert runner.lab.history.start_tokens == 73

    async def test_ends_the_process_of_the_one_before(self, runner: Runner, wait_gone: Any) -> None:
        await runner.run(runner.lab.training)
        assert runner._process is not None
        before = runner._process._process.pid
        runner.lab.change(ties=TieRule.LOWEST_IDS)
        await runner.run(runner.lab.training)
        wait_gone(before)

    async def test_that_is_no_longer_wanted_does_not_begin(self, runner: Runner) -> None:
        old = runner.lab.training
        runner.lab.change(vocab_size=300)
        await runner.run(old)
        assert runner._process is None


async def test_a_training_that_is_stopped_while_its_corpus_is_read_does_not_begin(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with slow_reading(runner, monkeypatch):
        runner.lab.ended("training was stopped", Phase.STOPPED)
    runner.drain()
    assert runner.lab.training.phase is Phase.STOPPED
    assert runner.lab.source is not None, "it is there to be looked at"
    assert runner._process is None


@pytest.mark.parametrize("name", ["/no/such/file", "tinny", "", "a\0b"])
async def test_a_corpus_that_cannot_be_had_is_a_training_that_failed(runner: Runner, name: str) -> None:
    runner.lab.change(source=name)
    await train_to_the_end(runner)
    training = runner.lab.training
    assert training.phase is Phase.FAILED
    assert training.ending.count("\n") == 0
    assert training.ending
    assert runner.lab.source is None


async def test_a_bad_pattern_for_this_corpus_is_a_training_that_failed(
    runner: Runner, tmp_path: Path
) -> None:
    path = tmp_path / "long words"
    path.write_bytes(b"a" * 4_000)
    runner.lab.change(source=str(path), split=r"(\p{L}+)+\d")
    await train_to_the_end(runner)
    runner.drain()
    assert runner.lab.training.phase is Phase.FAILED
    assert "pattern" in runner.lab.training.ending.lower()
