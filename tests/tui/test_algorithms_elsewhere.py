"""What the lab has learned with any algorithm, on the other screens: compared, streamed, measured, handed out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bpe_play.corpora import open_source
from bpe_play.engine import EngineError
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.tui.compare_state import LAB, CompareState, cut
from bpe_play.tui.compare_training import train
from bpe_play.tui.handout.check import check, learned
from bpe_play.tui.handout.code import read
from bpe_play.tui.handout.making import snapshot, write
from bpe_play.tui.handout.opening import open_handout
from bpe_play.tui.lab import Lab
from bpe_play.tui.measure_orders import lab_recipe
from bpe_play.tui.measure_state import MeasureState
from bpe_play.tui.measures.picks import loaded
from bpe_play.tui.measures.table import MEASURES, run
from bpe_play.tui.screens.glitch_settings import lab_order
from bpe_play.tui.state import State
from bpe_play.tui.stream_source import StreamSource

TEXT = "Nan ran in 日本".encode()
OTHERS = [key for key in ALGORITHMS if key != "bpe"]


@pytest.fixture
def lab_of() -> Callable[..., Lab]:
    """`lab_of(key, …)`: a lab that has learned the tiny corpus with an algorithm, here and now."""

    def make(key: str, **state: Any) -> Lab:
        lab = Lab(State(**{"source": "tiny", "algorithm": key, "vocab_size": 300, "text": TEXT} | state))
        lab.opened(open_source("tiny"))
        training = learned(lab.state)
        lab.begun(training.history, 1)
        if training.tokenizer is not None:
            lab.took(training.tokenizer)
        lab.ended("done")
        return lab

    return make


# -- compare -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ALGORITHMS)
async def test_an_algorithm_is_trained_for_a_comparison(lab_of: Callable[..., Lab], key: str) -> None:
    """In a process of its own, on the lab's corpus with the lab's settings: the lab itself does not change."""
    lab, shares = lab_of("bpe"), []
    before = lab.state, lab.steps
    tokenizer = await train(lab, key, shares.append, lambda: True)
    assert tokenizer.encode(TEXT) == lab_of(key).tokenizer.encode(TEXT)
    assert (lab.state, lab.steps) == before
    assert all(0 <= share <= 1 for share in shares)


async def test_what_nobody_waits_for_any_more_is_not_trained_to_its_end(lab_of: Callable[..., Lab]) -> None:
    with pytest.raises(EngineError, match="was not trained to its end"):
        await train(lab_of("bpe"), "unigram", lambda share: None, lambda: False)


async def test_without_a_corpus_it_is_said() -> None:
    with pytest.raises(EngineError, match="no corpus"):
        await train(Lab(), "word", lambda share: None, lambda: True)


@pytest.mark.parametrize("key", OTHERS)
def test_the_labs_row_follows_it(lab_of: Callable[..., Lab], key: str) -> None:
    lab = lab_of(key)
    state = CompareState(lab, (LAB,))
    for step in (lab.steps, 1):
        lab.move_to(step)
        order = state.order()
        assert cut(order).rows[0] == lab.tokenizer.tokenize(TEXT, step=step)


# -- stream --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", OTHERS)
def test_a_stream_sends_what_decodes(lab_of: Callable[..., Lab], key: str) -> None:
    """An unknown token sends its name: the text that it swallowed is lost."""
    lab = lab_of(key)
    tokens = StreamSource().tokens(TEXT, lab.tokenizer, lab.cursor)
    assert b"".join(token for _, token in tokens) == lab.tokenizer.decode(lab.tokenizer.encode(TEXT))
    assert b"[UNK]" in [token for _, token in tokens]


# -- measure -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", OTHERS)
def test_the_labs_model_is_measured_as_of_its_step(lab_of: Callable[..., Lab], key: str) -> None:
    lab = lab_of(key)
    lab.move_to(2)
    made = loaded(lab_recipe(lab))
    assert made.model.encode(TEXT) == lab.tokenizer.encode(TEXT, step=2)
    assert len(made.steps) == 2


@pytest.mark.parametrize("view", MEASURES)
@pytest.mark.parametrize("key", ["wordpiece", "unigram"])
def test_every_view_takes_it(lab_of: Callable[..., Lab], key: str, view: str) -> None:
    lab = lab_of(key)
    state = MeasureState(lab)
    state.show(view)
    state.choices.text = ""
    order = state.order()
    result = run(order, lab.source.data if lab.source else b"")
    assert MEASURES[view].rows(result, order.options, MEASURES[view].parts[0])


# -- glitch, hand-out ----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", OTHERS)
def test_its_vocabulary_is_browsed(lab_of: Callable[..., Lab], key: str) -> None:
    lab = lab_of(key)
    made = type(lab_order(lab))(**lab_order(lab).to_json()).make()
    assert made.encode(TEXT) == lab.tokenizer.encode(TEXT)


@pytest.mark.parametrize("key", ALGORITHMS)
def test_a_code_stands_for_it(lab_of: Callable[..., Lab], key: str, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    lab = lab_of(key, text=b"nan ran", nfkc=True)
    handout = snapshot(lab, "lab").handout()
    assert handout.code_is_enough
    assert read(handout.code).state == lab.state
    checked = check(open_handout(str(write(handout))))
    assert checked.same, checked.verdict
    assert checked.fingerprint[:4] == lab.fingerprint


def test_a_small_vocabulary_has_no_code_but_a_file(lab_of: Callable[..., Lab]) -> None:
    handout = snapshot(lab_of("char", vocab_size=40), "lab").handout()
    assert not handout.code_is_enough
    assert handout.fingerprint
