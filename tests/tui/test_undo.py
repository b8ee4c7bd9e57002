"""Undo and redo of everything that a person chooses."""

from __future__ import annotations

import pytest

from bpe_play.engine import TieRule, Tokenizer, Vocabulary, pre_tokenizer
from bpe_play.tui.lab import Lab
from bpe_play.tui.state import State
from bpe_play.tui.undo import PAUSE_SECONDS, UndoList


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    "change",
    [
        {"split": "none"},
        {"ties": TieRule.LOWEST_IDS},
        {"vocab_size": 300},
        {"text": b"x"},
        {"source": "tiny"},
    ],
)
def test_each_setting_is_undone_and_made_again(change: dict[str, object]) -> None:
    lab = Lab()
    before = lab.state
    lab.change(**change)
    after = lab.state
    assert lab.undo()
    assert lab.state == before
    assert lab.redo()
    assert lab.state == after


def test_undoing_a_setting_trains_again_for_the_old_one() -> None:
    lab = Lab(State(vocab_size=300))
    lab.change(vocab_size=400)
    training = lab.training
    lab.undo()
    assert lab.training is not training
    assert lab.training.of.vocab_size == 300


def test_with_nothing_to_undo_nothing_happens() -> None:
    lab = Lab()
    assert not lab.undo()
    assert not lab.redo()


def test_a_new_change_forgets_what_was_undone() -> None:
    lab = Lab()
    lab.change(vocab_size=300)
    lab.undo()
    lab.change(vocab_size=400)
    assert not lab.redo()


def test_letters_typed_in_one_go_are_undone_in_one_go() -> None:
    clock = Clock()
    undo = UndoList(clock)
    states = [State(text=b"ab"[:length]) for length in range(3)]
    undo.record(states[0], states[1])
    clock.now += PAUSE_SECONDS / 2
    undo.record(states[1], states[2])
    assert undo.undo(states[2]) == states[0]


def test_a_pause_begins_another_entry() -> None:
    clock = Clock()
    undo = UndoList(clock)
    states = [State(text=b"ab"[:length]) for length in range(3)]
    undo.record(states[0], states[1])
    clock.now += PAUSE_SECONDS * 2
    undo.record(states[1], states[2])
    assert undo.undo(states[2]) == states[1]


def test_another_tokenizer_is_undone_too() -> None:
    lab = Lab()
    other = Tokenizer(pre_tokenizer("gpt2"), Vocabulary.of([(97, 98)]))
    lab.adopt("other", other)
    assert lab.tokenizer is other
    lab.undo()
    assert lab.own
    lab.redo()
    assert lab.tokenizer is other
