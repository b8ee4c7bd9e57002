"""The trainer's process, spoken to through its pipes: what goes in, what comes out, and when it ends."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bpe_play.corpora import describe
from bpe_play.engine import StopReason, TieRule, bpe, pre_tokenizer, training
from bpe_play.engine.history import RUNNERS_UP, pack
from bpe_play.tui.frames import Kind, frame, json_frame, read_frame

ORDER = {
    "split": "gpt2",
    "ties": "first-seen",
    "vocab_size": 300,
    "min_count": 1,
    "longest_token": None,
    "words": None,
}
TEXT = "Nan ran in the rain.\nThe train ran in the rain — señor.\n".encode()
WORDS = {b"lower": 5, b"lowest": 2, b"newest": 6}
IN_HEX = [(word.hex(), weight) for word, weight in WORDS.items()]
SECONDS = 60
CHECKOUT = Path(__file__).parents[2]


class Trainer:
    """The process, with frames for it and frames from it."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bpe_play.tui.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": str(CHECKOUT / ".dev")},
        )

    def give(self, *frames: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"".join(frames))
        self.process.stdin.flush()

    def next(self) -> tuple[Kind, Any]:
        assert self.process.stdout is not None
        kind, payload = read_frame(self.process.stdout)  # type: ignore[arg-type]
        return kind, array("Q", payload) if kind is Kind.MERGES else json.loads(payload)

    def all(self) -> list[tuple[Kind, Any]]:
        """Everything that it says until it ends, batches of merges joined."""
        said: list[tuple[Kind, Any]] = []
        try:
            while True:
                kind, payload = self.next()
                if kind is Kind.MERGES and said and said[-1][0] is kind:
                    said[-1][1].extend(payload)
                else:
                    said.append((kind, payload))
        except EOFError:
            return said

    def work(self, data: bytes = b"", **order: Any) -> dict[Kind, Any]:
        self.give(json_frame(Kind.ORDER, ORDER | order), frame(Kind.DATA, data), frame(Kind.GO))
        return dict(self.all())

    def wait(self) -> int:
        return self.process.wait(SECONDS)


@pytest.fixture
def trainer() -> Iterator[Trainer]:
    trainer = Trainer()
    yield trainer
    trainer.process.kill()
    trainer.process.wait()
    for pipe in (trainer.process.stdin, trainer.process.stdout):
        with contextlib.suppress(BrokenPipeError):
            pipe.close()  # type: ignore[union-attr]


class TestWhatItSays:
    def test_comes_in_this_order(self, trainer: Trainer) -> None:
        trainer.give(json_frame(Kind.ORDER, ORDER), frame(Kind.DATA, TEXT), frame(Kind.GO))
        kinds = dict.fromkeys(kind for kind, _ in trainer.all())
        assert list(kinds) == [Kind.PROGRESS, Kind.START, Kind.MERGES, Kind.DONE, Kind.FACTS]
        assert trainer.wait() == 0

    def test_the_merges_are_those_of_the_plain_definition(self, trainer: Trainer) -> None:
        said = trainer.work(TEXT)
        counts = pre_tokenizer("gpt2").counts(TEXT)
        assert said[Kind.START] == {"tokens": len(TEXT), "pieces": len(counts)}
        plain = bpe.train(counts, 300, ties=TieRule.FIRST_SEEN, runners_up=RUNNERS_UP)
        assert said[Kind.MERGES] == pack(plain)

    @pytest.mark.parametrize("ties", TieRule)
    def test_words_with_counts_are_learned_in_their_order(self, trainer: Trainer, ties: TieRule) -> None:
        said = trainer.work(words=IN_HEX, ties=ties.value)
        assert said[Kind.START] == {"tokens": 73, "pieces": 3}
        assert said[Kind.MERGES] == pack(training.train(WORDS, 300, ties=ties))
        assert Kind.FACTS not in said, "they are no running text"

    def test_minimum_frequency_and_longest_token_count(self, trainer: Trainer) -> None:
        said = trainer.work(words=IN_HEX, min_count=6, longest_token=3)
        assert said[Kind.MERGES] == pack(training.train(WORDS, 300, min_count=6, longest_token=3))
        assert said[Kind.DONE] == {"reason": StopReason.BELOW_MINIMUM}

    @pytest.mark.parametrize(
        ("size", "reason"), [(258, StopReason.VOCABULARY_FULL), (300, StopReason.NO_PAIR_LEFT)]
    )
    def test_why_it_ended(self, trainer: Trainer, size: int, reason: StopReason) -> None:
        assert trainer.work(words=IN_HEX, vocab_size=size)[Kind.DONE] == {"reason": reason}

    def test_an_empty_corpus_has_no_pair(self, trainer: Trainer) -> None:
        said = trainer.work(b"")
        assert said[Kind.MERGES] == array("Q")
        assert said[Kind.DONE] == {"reason": StopReason.NO_PAIR_LEFT}

    def test_what_the_corpus_is(self, trainer: Trainer) -> None:
        facts = trainer.work(b"a\r\nb\xff\n<|endoftext|>")[Kind.FACTS]
        due = describe(b"a\r\nb\xff\n<|endoftext|>")
        assert (facts["lines"], facts["first_invalid"], facts["look_alikes"]) == (
            due.lines,
            due.first_invalid,
            due.look_alikes,
        )
        assert [bytes.fromhex(name) for name in facts["look_alike_names"]] == list(due.look_alike_names)

    def test_a_corpus_may_come_in_parts_that_cut_characters(self, trainer: Trainer) -> None:
        parts = [frame(Kind.DATA, TEXT[at : at + 3]) for at in range(0, len(TEXT), 3)]
        trainer.give(json_frame(Kind.ORDER, ORDER), *parts, frame(Kind.GO))
        said = dict(trainer.all())
        assert said[Kind.MERGES] == pack(training.train(pre_tokenizer("gpt2").counts(TEXT), 300))

    @pytest.mark.parametrize(
        ("pattern", "data", "title"),
        [("[", b"abc", "pattern"), (r"(\p{L}+)+\d", b"a" * 4_000, "pattern")],
        ids=["does not compile", "runs away"],
    )
    def test_a_bad_pattern_is_an_error_with_words(
        self, trainer: Trainer, pattern: str, data: bytes, title: str
    ) -> None:
        said = trainer.work(data, split=pattern)
        assert title in said[Kind.FAILED]["title"].lower()
        assert said[Kind.FAILED]["hint"]
        assert Kind.DONE not in said
        assert trainer.wait() == 0


def long_work() -> list[bytes]:
    """An order that takes many seconds, with words that fill the pipe."""
    data = random.Random(0).randbytes(200_000)
    return [
        json_frame(Kind.ORDER, ORDER | {"split": "none", "vocab_size": 100_000}),
        frame(Kind.DATA, data),
        frame(Kind.GO),
    ]


class TestItEndsWithTheLab:
    def test_when_the_lab_is_gone_before_the_order_is_complete(self, trainer: Trainer) -> None:
        trainer.give(json_frame(Kind.ORDER, ORDER), frame(Kind.DATA, TEXT))
        trainer.process.stdin.close()  # type: ignore[union-attr]
        assert trainer.wait() == 0

    def test_when_the_lab_is_gone_while_it_learns(self, trainer: Trainer) -> None:
        trainer.give(*long_work())
        while trainer.next()[0] is not Kind.MERGES:
            pass
        trainer.process.stdin.close()  # type: ignore[union-attr]
        assert trainer.wait() == 0

    def test_when_nobody_listens(self, trainer: Trainer) -> None:
        trainer.give(*long_work())
        trainer.next()
        trainer.process.stdout.close()  # type: ignore[union-attr]
        assert trainer.wait() == 0

    def test_when_the_lab_is_killed(self, wait_gone: Callable[[int], None]) -> None:
        lab = subprocess.run(
            [sys.executable, "-c", KILLED_LAB],
            env=os.environ | {"PYTHONPATH": str(CHECKOUT / ".dev")},
            stdout=subprocess.PIPE,
            timeout=SECONDS,
        )
        assert lab.returncode == -signal.SIGKILL
        wait_gone(int(lab.stdout))


KILLED_LAB = """
import os, signal
from bpe_play.tui.training import TrainingProcess
order = {"split": "none", "ties": "first-seen", "vocab_size": 1 << 20, "min_count": 1, "longest_token": None,
         "words": None}
trainer = TrainingProcess(order, os.urandom(3 << 20))
while not trainer.inbox:
    trainer._listener.join(0.01)
os.write(1, str(trainer._process.pid).encode())
os.kill(os.getpid(), signal.SIGKILL)
"""
