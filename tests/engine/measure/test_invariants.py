"""Lights with their proof or counter-example: green for BPE, red where another algorithm breaks a rule."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_play.corpora.table import corpus
from bpe_play.engine import History, Tokenizer, bpe, pre_tokenizer
from bpe_play.engine.algorithms.protocol import Model
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.steps import Step
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.engine.history import pack
from bpe_play.engine.measure.invariants import (
    MergeFacts,
    byte_count,
    facts_of,
    facts_of_steps,
    never_rising,
    round_trip,
    same_as_training,
    saving,
)

TEXTS = [b"", b"the press", "ñ 日 😀".encode(), b"\xff\xfe a"]


def trained(key: str, data: bytes, size: int = 400) -> tuple[Model, list[Step]]:
    row, chosen = ALGORITHMS[key], Settings(vocab_size=size)
    training = row.train(row.words(data, chosen), chosen)
    steps = list(training)
    return training.model(), steps


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text("ab ", max_size=12), min_size=1, max_size=5))
def test_all_lights_are_green_for_bpe(texts: list[str]) -> None:
    data = "\n".join(texts).encode()
    split = pre_tokenizer("gpt2")
    history = History(len(data))
    history.extend(pack(bpe.train(split.counts(data), 290)))
    tokenizer = Tokenizer(split, history.vocabulary)
    facts = list(facts_of(history))
    lights = [
        round_trip(tokenizer, [data, *TEXTS]),
        byte_count(tokenizer, [data, *TEXTS]),
        never_rising(facts),
        saving(facts),
        same_as_training(tokenizer, [data], history.tokens_after(len(history))),
    ]
    assert [light.name for light in lights if not light.holds] == []
    assert all(light.proof for light in lights)


def test_they_hold_as_of_an_earlier_step() -> None:
    data = corpus("tiny").read()
    model, steps = trained("bpe", data, 300)
    assert same_as_training(model, [data], steps[9].tokens_after, step=10).holds
    assert not same_as_training(model, [data], steps[9].tokens_after, step=11).holds


def test_an_unknown_character_turns_the_round_trip_red_and_is_shown() -> None:
    model, _ = trained("char", b"hello world")
    light = round_trip(model, [b"hello", "hi 😀".encode(), b"never looked at"])
    assert not light.holds
    assert light.example == "hi 😀".encode()
    assert not byte_count(model, [b"hello", "日日".encode()]).holds


def test_a_pair_of_equals_may_save_less() -> None:
    model, steps = trained("bpe", b"aaaa", 257)
    light = saving(facts_of_steps(steps))
    assert light.holds
    assert light.proof == "Steps checked: 1. Merging a token with itself saved less: 1 time."
    assert same_as_training(model, [b"aaaa"], 2).holds


def test_wordpiece_breaks_what_bpe_keeps() -> None:
    """It takes rare pairs first, so counts rise; and the longest piece from the left is not how it merged."""
    data = corpus("english").read()
    model, steps = trained("wordpiece", data)
    light = never_rising(facts_of_steps(steps))
    assert not light.holds
    assert light.proof.startswith("Step ")
    assert light.example
    assert saving(facts_of_steps(steps)).holds
    assert model.steps == len(steps)


@pytest.mark.parametrize(
    ("facts", "proof"),
    [
        ([MergeFacts(1, False, 5, 4, b"ab")], "Step 1 has the count 5 and saves 4 tokens."),
        ([MergeFacts(1, True, 5, 6, b"aa")], "Step 1 has the count 5 and saves 6 tokens."),
    ],
)
def test_a_count_that_is_not_saved_is_named(facts: Sequence[MergeFacts], proof: str) -> None:
    light = saving(facts)
    assert (light.holds, light.proof, light.example) == (False, proof, facts[0].token)
