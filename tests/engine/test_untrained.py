"""Merges in an order that no training gives: said of those lists, and of no others."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from bpe_play.engine import untrained
from bpe_play.engine.bpe import train
from bpe_play.engine.merges import BYTES, Merge, Pair
from bpe_play.engine.untrained import late_notes, order_notes
from bpe_play.engine.vocabulary import Vocabulary

A, B, C = b"abc"


def taught(pairs: list[Pair]) -> list[Pair]:
    """What is learned from a text that holds each token by itself, each so often that it decides its step."""
    tokens = Vocabulary.of(pairs).tokens
    words: Counter[bytes] = Counter()
    for step in range(1, len(pairs) + 1):
        words[tokens[BYTES + step - 1]] += 1_000 ** (len(pairs) - step)
    return [merge.pair for merge in train(words, BYTES + len(pairs))]


def random_pairs(rng: random.Random) -> list[Pair]:
    """Merges over abc, each of two ids that are there by then; no pair twice, no token of more than 9 bytes."""
    vocabulary, known = Vocabulary(), [A, B, C]
    for _ in range(rng.randint(2, 6)):
        pair = (rng.choice(known), rng.choice(known))
        if pair not in vocabulary.steps and sum(len(vocabulary.tokens[part]) for part in pair) < 10:
            known.append(vocabulary.learn(pair))
    return vocabulary.pairs


def test_a_list_without_a_note_is_learned_from_a_text_and_one_with_a_note_is_not() -> None:
    """Case B075: random lists over abc."""
    rng, with_note = random.Random(75), 0
    for _ in range(1_500):
        pairs = random_pairs(rng)
        notes = order_notes(Vocabulary.of(pairs))
        assert (taught(pairs) == pairs) == (not notes), pairs
        with_note += bool(notes)
    assert with_note > 100


def test_a_trained_list_shuffled() -> None:
    """Case B075: each list in which a token comes before one of its parts has a note."""
    learned = list(train({b"abcab": 9, b"bcabc": 7, b"cabca": 5}, BYTES + 8))
    rng, early_ones = random.Random(5), 0
    for _ in range(50):
        order = rng.sample(learned, len(learned))
        place = {merge.id: at for at, merge in enumerate(order)}
        is_early = any(place.get(part, -1) > at for at, merge in enumerate(order) for part in merge.pair)
        early_ones += is_early
        assert order_notes(in_order_of(order)) or not is_early
    assert early_ones > 25
    assert order_notes(in_order_of(learned)) == []


def in_order_of(merges: Sequence[Merge]) -> Vocabulary:
    tokens = Vocabulary().tokens | {merge.id: merge.token for merge in merges}
    pairs, ids = [merge.pair for merge in merges], [merge.id for merge in merges]
    vocabulary = Vocabulary.of_parts(range(BYTES), tokens, pairs, ids)
    vocabulary.singly = True
    return vocabulary


def test_the_note_says_where_and_what_it_means() -> None:
    early = Vocabulary.of_parts(range(256), {**Vocabulary().tokens, 256: b"ab", 257: b"abc"}, [], [])
    early.pairs, early.ids, early.singly = [(256, C), (A, B)], [257, 256], True
    (note,) = order_notes(early)
    assert "merge 1 of 2 ('ab' + 'c') comes before merge 2, which makes its part 'ab'" in note
    assert "the lowest rank is still merged first, but the steps are no history" in note


def test_a_part_that_nothing_makes() -> None:
    lost = Vocabulary.of_parts(range(256), {**Vocabulary().tokens, 256: b"ab", 257: b"abc"}, [], [])
    lost.pairs, lost.ids, lost.singly = [(256, C)], [257], True
    (note,) = order_notes(lost)
    assert "has a part that no merge makes, 'ab'" in note


def test_lists_written_for_sentencepiece_say_so() -> None:
    """All ways to halve a token, one after the other, each token after its parts."""
    every = Vocabulary.of([(A, A), (256, 256)])
    every.learn((256, A), 258)
    every.learn((A, 256), 258)
    (note,) = order_notes(every)
    assert "1 of 4 make a token that one before makes already, as in lists written for sentencepiece" in note


def test_long_lists_are_looked_at_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(untrained, "MANY", 2)
    crossed = Vocabulary.of([(B, C), (A, B), (257, C)])
    assert order_notes(crossed, 2) == []
    assert late_notes(crossed) == order_notes(crossed)
    assert len(late_notes(crossed)) == 1


def test_in_long_lists_what_comes_before_its_parts_is_seen_at_once() -> None:
    vocabulary = Vocabulary.of_parts(range(256), {**Vocabulary().tokens, 256: b"ab", 257: b"abc"}, [], [])
    vocabulary.pairs, vocabulary.ids, vocabulary.singly = [(256, C), (A, B)], [257, 256], True
    assert order_notes(vocabulary, 0) == order_notes(vocabulary)
    assert late_notes(vocabulary) == []
