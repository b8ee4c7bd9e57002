"""Two futures of a tie: where they differ, and whether they have met again."""

from __future__ import annotations

import random

from bpe_play.engine.futures import Futures
from bpe_play.engine.history import History, pack
from bpe_play.engine.merges import Pair
from bpe_play.engine.training import run, train

Words = dict[bytes, int]


def learned(words: Words, choices: dict[int, Pair] | None = None, steps: int = 40) -> History:
    history = History(sum(len(word) * weight for word, weight in words.items()))
    history.extend(pack(run(train(words, 256 + steps, choices=choices))[0]))
    return history


def tokens(history: History, steps: int) -> list[bytes]:
    return sorted(history.vocabulary.tokens[token_id] for token_id in history.vocabulary.ids[:steps])


def test_two_pairs_that_do_not_touch_meet_at_once() -> None:
    words = {b"ab": 2, b"cd": 2, b"xy": 1}
    futures = Futures(learned(words), learned(words, {1: (99, 100)}), start=1)
    assert futures.differing == 2
    assert futures.met == 2
    assert futures.met_before == 0
    assert futures.only == ([], [])
    assert [futures.step_in_other(0, step) for step in (1, 2)] == [2, 1]
    assert futures.is_same(3)


def test_pairs_that_take_each_other_s_letters_part_for_good() -> None:
    words = {b"abc": 3}
    futures = Futures(learned(words), learned(words, {1: (98, 99)}), start=1)
    assert (futures.last, futures.met) == (2, None)
    assert futures.only == ([b"ab"], [b"bc"])
    assert futures.step_in_other(0, 1) is None
    assert futures.step_in_other(0, 2) == 2, "abc, though made of other halves"
    assert not futures.is_same(2)


def test_a_future_that_grows_is_compared_as_far_as_both_go() -> None:
    words = {b"ab": 2, b"cd": 2, b"xy": 1}
    whole, growing = learned(words), History(10)
    rows = pack(run(train(words, 300, choices={1: (99, 100)}))[0])
    futures = Futures(whole, growing, start=1)
    assert (futures.last, futures.met) == (0, None)
    size = len(rows) // 3
    for steps, met in ((1, None), (2, 2), (3, 2)):
        growing.extend(rows[size * (steps - 1) : size * steps])
        futures.update()
        assert (futures.last, futures.met) == (steps, met)


def test_the_next_difference_is_found() -> None:
    words = {b"ab": 2, b"cd": 2, b"xy": 1}
    futures = Futures(learned(words), learned(words, {1: (99, 100)}), start=1)
    assert futures.next_difference(0) == 1
    assert futures.next_difference(1) == 2
    assert futures.next_difference(2) is None


def test_what_is_said_holds_on_random_corpora() -> None:
    """Met means the same tokens from there on; otherwise the tokens of one only are those that are told."""
    met = 0
    for seed in range(60):
        rng = random.Random(seed)
        words = {"".join(rng.choices("abcd", k=8)).encode(): 1 for _ in range(12)}
        first = learned(words)
        tied = [merge for merge in map(first.merge, range(1, len(first) + 1)) if merge.tied > 1]
        if not tied:
            continue
        merge = rng.choice(tied)
        pair = next(other.pair for other in merge.runners_up if other.count == merge.count)
        second = learned(words, {merge.step: pair})
        futures = Futures(first, second, merge.step)
        assert futures.last == min(len(first), len(second))
        if futures.met is not None:
            met += 1
            for step in range(futures.met, futures.last + 1):
                assert tokens(first, step) == tokens(second, step)
                assert first.tokens_after(step) == second.tokens_after(step)
        mine, others = (tokens(history, futures.last) for history in (first, second))
        for token in futures.only[0]:
            assert mine.count(token) > others.count(token)
        for token in futures.only[1]:
            assert others.count(token) > mine.count(token)
        assert futures.only != ([], []) or mine == others
    assert 0 < met < 60
