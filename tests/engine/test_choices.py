"""Somebody decides a tie: the pair wins its step, in both trainers, and nothing else changes by hand."""

from __future__ import annotations

import random

import pytest

from bpe_play.engine import TieRule, bpe, fast_text, training
from bpe_play.engine.errors import EngineError
from bpe_play.engine.merges import Merge, Pair
from bpe_play.engine.training import run, train

Words = dict[bytes, int]


def random_words(rng: random.Random) -> Words:
    letters = rng.choice(["ab", "abc", "ae ñ日"])
    words = {
        "".join(rng.choices(letters, k=rng.randrange(12))).encode(): rng.choice([1, 1, 2]) for _ in range(20)
    }
    long = "".join(rng.choices(letters, k=120)).encode()
    return words | ({long: 1} if rng.random() < 0.3 else {})


def a_tied_pair(rng: random.Random, merges: list[Merge], after: int) -> tuple[int, Pair] | None:
    """A step at which another pair could have won, and that pair."""
    steps = [merge for merge in merges if merge.tied > 1 and merge.step > after]
    if not steps:
        return None
    merge = rng.choice(steps)
    tied = [other.pair for other in merge.runners_up if other.count == merge.count]
    return (merge.step, rng.choice(tied)) if tied else None


@pytest.mark.parametrize("block", [None, 3])
def test_fast_equals_plain_with_choices(monkeypatch: pytest.MonkeyPatch, block: int | None) -> None:
    if block is not None:
        monkeypatch.setattr(training, "LONG", 0)
        monkeypatch.setattr(fast_text, "BLOCK", block)
    chosen = 0
    for seed in range(150):
        rng = random.Random(seed)
        words, ties, choices = random_words(rng), rng.choice(list(TieRule)), {}
        merges, _ = run(bpe.train(words, 300, ties=ties, runners_up=1000))
        for _ in range(3):
            found = a_tied_pair(rng, merges, after=max(choices, default=0))
            if found is None:
                break
            choices[found[0]] = found[1]
            runners_up = rng.choice([0, 1, 10, 1000])
            plain = run(bpe.train(words, 300, ties=ties, runners_up=runners_up, choices=choices))
            fast = run(train(words, 300, ties=ties, runners_up=runners_up, choices=choices))
            assert fast == plain, (seed, words, choices)
            assert all(plain[0][step - 1].pair == pair for step, pair in choices.items())
            merges, _ = run(bpe.train(words, 300, ties=ties, runners_up=1000, choices=choices))
            chosen += 1
    assert chosen > 150


def test_a_choice_wins_and_the_rule_s_winner_is_the_first_runner_up() -> None:
    words = {b"ab": 1, b"cd": 1, b"ef": 1}
    first = next(train(words, 300, choices={1: (101, 102)}))
    assert first.token == b"ef"
    assert [candidate.pair for candidate in first.runners_up] == [(97, 98), (99, 100)]
    assert first.tied == 3


def test_what_the_rule_says_anyway_changes_nothing() -> None:
    words = {b"ab": 1, b"cd": 1}
    assert run(train(words, 300, choices={1: (97, 98)})) == run(train(words, 300))


@pytest.mark.parametrize("make", [train, bpe.train])
@pytest.mark.parametrize("pair", [(99, 100), (0, 0), (5_000, 97), (10**9, 97)])
def test_a_choice_that_does_not_tie_is_an_error(make: object, pair: Pair) -> None:
    with pytest.raises(EngineError, match="Step 1 cannot merge"):
        run(make({b"ab": 2, b"cd": 1}, 300, choices={1: pair}))  # type: ignore[operator]


def test_a_choice_for_a_step_that_never_comes_is_nothing() -> None:
    assert len(run(train({b"ab": 1}, 300, choices={7: (1, 2)}))[0]) == 1
