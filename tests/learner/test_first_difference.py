"""Where two merge lists part, and why: a tie is a tie, a wrong count is a wrong count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bpe_play.tui.learner.report import Difference, Reason, Step

Run = Callable[..., Any]

RAREST = "def choose(counts):\n    return min(counts, key=counts.get)\n"
LAST = "def choose(counts):\n    return max(reversed(list(counts)), key=counts.get)\n"


def difference(run_file: Run, source: str, corpus: bytes = b"aaabdaaabac", **settings: Any) -> Difference:
    found = run_file(source, corpus, **({"merges": 5} | settings)).report.difference
    assert isinstance(found, Difference)
    return found


def test_a_pair_that_is_less_frequent(run_file: Run) -> None:
    assert difference(run_file, RAREST) == Difference(
        1, Reason.FEWER, Step(b"b", b"d", 1), Step(b"a", b"a", 4)
    )


def test_a_tie_is_called_a_tie(run_file: Run) -> None:
    assert difference(run_file, LAST) == Difference(2, Reason.TIE, Step(b"a", b"b", 2), Step(b"aa", b"a", 2))


def test_a_pair_that_stands_nowhere(run_file: Run) -> None:
    source = "def train(text, n):\n    return [(97, 97), (122, 122)]\n"
    assert difference(run_file, source) == Difference(
        2, Reason.GONE, Step(b"z", b"z", 0), Step(b"aa", b"a", 2)
    )


def test_a_pair_that_the_split_keeps_apart(run_file: Run) -> None:
    found = difference(run_file, "def pre_tokenize(text):\n    return [text]\n", b"e e e e f f", split="gpt2")
    assert found == Difference(1, Reason.CUT, Step(b"e", b" ", 4), Step(b" ", b"e", 3))


def test_a_list_that_ends_early_and_one_that_goes_on(run_file: Run) -> None:
    short = "def train(text, n):\n    return [(97, 97)]\n"
    assert difference(run_file, short) == Difference(2, Reason.SHORT, None, Step(b"aa", b"a", 2))
    long = "def train(text, n):\n    return [(97, 97), (98, 98)]\n"
    assert difference(run_file, long, b"aa") == Difference(2, Reason.LONG, Step(b"b", b"b", 0), None)


def test_a_count_of_its_own_that_is_wrong(run_file: Run) -> None:
    twice = "def pair_counts(ids):\n    return {pair: 7 for pair in zip(ids[2:], ids[3:])}\n"
    assert difference(run_file, twice) == Difference(
        1, Reason.FEWER, Step(b"a", b"b", 2), Step(b"a", b"a", 4), said=7
    )


def test_a_score_chooses_by_its_own_figure(run_file: Run) -> None:
    source = "def score(pair, left, right):\n    return pair / (left * right)\n"
    found = difference(run_file, source)
    assert (found.yours, found.score) == (Step(b"b", b"d", 1), 0.5)


def test_counts_are_true_whatever_the_program_says(run_file: Run) -> None:
    report = run_file(
        "def train(text, n):\n    return [(97, 98), (97, 97)]\n", b"aaabdaaabac", merges=2
    ).report
    assert [step.count for step in report.yours] == [2, 2], (
        "aaa holds (a, a) once after ab is merged, twice over"
    )


def test_words_weigh_what_they_weigh(run_file: Run) -> None:
    words = ((b"ab", 3), (b"cd", 2))
    assert difference(run_file, RAREST, words=words) == Difference(
        1, Reason.FEWER, Step(b"c", b"d", 2), Step(b"a", b"b", 3)
    )


def test_round_trips_name_the_text_that_does_not_come_back(run_file: Run) -> None:
    source = "def decode(ids, vocab):\n    return ''.join(chr(one) for one in ids)\n"
    report = run_file(source, b"x", typed="ñ").report
    assert report.trips[0].text == "ñ"
    assert report.trips[0].wrong == "comes back as 'Ã±'"
    assert not next(trip for trip in report.trips if trip.text == "strawberry").wrong


def test_an_encode_that_takes_the_first_pair_is_not_in_rank_order(run_file: Run) -> None:
    source = """
def train(text, n):
    return {(97, 99): 256, (256, 97): 257}

def encode(text, merges):
    ids = list(text.encode())
    at = 0
    while at < len(ids) - 1:
        pair = ids[at], ids[at + 1]
        if pair in merges:
            ids[at:at + 2] = [merges[pair]]
        else:
            at += 1
    return ids
"""
    trip = run_file(source, b"acac", typed="acac").report.trips[0]
    assert trip.wrong == "cut as 257 99, in rank order 256 256"
