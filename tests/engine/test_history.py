"""The history gives back every merge as it was handed in, at any step."""

from __future__ import annotations

import dataclasses

import pytest

from bpe_play.engine import Candidate, History, Merge, TieRule, bpe
from bpe_play.engine.history import ROW_BYTES, RUNNERS_UP, pack
from bpe_play.engine.trace import trace


def history_of(words: dict[bytes, int], size: int) -> tuple[History, list[Merge]]:
    merges = list(bpe.train(words, size, ties=TieRule.FIRST_SEEN, runners_up=RUNNERS_UP))
    history = History(sum(len(word) * weight for word, weight in words.items()))
    history.extend(pack(merges))
    return history, merges


WORDS = {b"lower": 5, b"lowest": 2, b"newest": 6}


def test_what_goes_in_comes_out() -> None:
    history, merges = history_of(WORDS, 265)
    assert [history.merge(step) for step in range(1, len(history) + 1)] == merges
    assert len(pack(merges).tobytes()) == len(merges) * ROW_BYTES


def test_steps_can_arrive_in_parts() -> None:
    history, merges = history_of(WORDS, 265)
    in_parts = History(history.start_tokens)
    for merge in merges:
        in_parts.extend(pack([merge]))
    assert [in_parts.merge(step) for step in range(1, 10)] == merges


def test_the_candidates_after_a_step_are_the_next_merge_and_its_rivals() -> None:
    history, _ = history_of(WORDS, 265)
    w, e, s, t = b"west"
    assert history.candidates(0)[0] == Candidate((w, e), 13)
    assert history.candidates(1)[:2] == [Candidate((256, s), 8), Candidate((s, t), 8)]
    assert history.merge(2).tied == 2
    assert history.candidates(len(history)) == []


def test_compression_from_one_byte_a_token_on() -> None:
    history, _ = history_of({b"aaabdaaabac": 1}, 259)
    assert [history.tokens_after(step) for step in range(4)] == [11, 9, 7, 5]
    assert history.bytes_per_token(0) == 1.0
    assert history.bytes_per_token(3) == 11 / 5


@pytest.mark.parametrize("step", [0, 4, -1])
def test_a_step_that_is_not_there(step: int) -> None:
    history, _ = history_of({b"aaabdaaabac": 1}, 259)
    with pytest.raises(IndexError):
        history.merge(step)


def test_the_trace_shows_each_merge_from_bytes_to_tokens() -> None:
    history, _ = history_of(WORDS, 265)
    steps = list(trace(b"lowest", history.vocabulary))
    assert [step.step for step in steps] == sorted(step.step for step in steps)
    assert list(steps[-1].ids) == bpe.encode(b"lowest", history.vocabulary.steps)
    assert list(trace(b"lowest", history.vocabulary, limit=0)) == []
    assert dataclasses.is_dataclass(steps[0])
