"""Compression against vocabulary size, on the corpus and on a text that was not trained on."""

from __future__ import annotations

import pytest

from bpe_play.corpora.table import corpus
from bpe_play.engine import History, Tokenizer, Vocabulary, pre_tokenizer
from bpe_play.engine.algorithms.protocol import run as run_all
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.engine.history import pack
from bpe_play.engine.measure.curve import (
    Gain,
    Point,
    bend,
    curve,
    encoded,
    gains,
    replayed,
    trend,
)
from bpe_play.engine.training import run, train


@pytest.fixture(scope="module")
def alice_history(alice: bytes) -> History:
    history = History(len(alice))
    history.extend(pack(run(train({alice: 1}, 4096))[0]))
    return history


@pytest.fixture(scope="module")
def alice_curve(alice: bytes, alice_history: History) -> list[Point]:
    steps = range(len(alice_history) + 1)
    return curve(len(alice), ((256 + step, alice_history.tokens_after(step)) for step in steps))


def test_alice_without_a_split_passes_through_the_published_figures(alice_curve: list[Point]) -> None:
    found = {point.vocabulary: (point.tokens, round(point.bytes_per_token, 4)) for point in alice_curve}
    assert found[256] == (151_191, 1.0)
    assert found[512] == (68_249, 2.2153)
    assert found[1024] == (50_369, 3.0017)
    assert found[2048] == (39_306, 3.8465)
    assert found[4096] == (30_757, 4.9157)


def test_on_alice_the_gains_rise_and_there_is_no_bend(alice_curve: list[Point]) -> None:
    at_the_end = trend(gains(alice_curve))
    assert str(at_the_end) == (
        "From 512 on the gains rise: 0.79, 0.84, 1.07 bytes per token with each doubling."
    )
    assert bend(alice_curve) is None


def test_a_curve_whose_gains_shrink_bends_where_they_begin_to() -> None:
    points = [Point(100 * 2**n, 1, value) for n, value in enumerate([1.0, 1.5, 2.5, 3.2, 3.6])]
    assert [round(gain.gain, 1) for gain in gains(points)] == [0.5, 1.0, 0.7, 0.4]
    found = bend(points)
    assert found is not None
    assert found.vocabulary == 200


def test_one_doubling_has_no_trend() -> None:
    assert trend([Gain(1, 2, 0.5)]) is None
    assert bend([]) is None


def test_replaying_on_the_corpus_gives_the_curve_of_the_training() -> None:
    words = pre_tokenizer("gpt2").counts(corpus("english").read())
    merges, _ = run(train(words, 700))
    vocabulary = Vocabulary.of(merge.pair for merge in merges)
    _, *lengths = replayed(words, vocabulary)
    assert lengths == [(256 + merge.step, merge.tokens_after) for merge in merges]


@pytest.mark.parametrize("split", ["gpt2", "none"])
def test_replaying_on_another_text_gives_what_encoding_it_gives(split: str) -> None:
    text, cut = corpus("spanish").read()[:4000], pre_tokenizer(split)
    merges, _ = run(train(cut.counts(corpus("english").read()), 500))
    tokenizer = Tokenizer(cut, Vocabulary.of(merge.pair for merge in merges))
    lengths = list(replayed(cut.counts(text), tokenizer.vocabulary))
    assert len(lengths) == 245
    for step in range(0, 245, 12):
        assert lengths[step] == (256 + step, len(tokenizer.encode(text, step=step)))


def test_a_text_that_was_not_trained_on_compresses_less() -> None:
    words = pre_tokenizer("gpt2").counts(corpus("english").read())
    merges, _ = run(train(words, 600))
    spanish = corpus("spanish").read()
    *_, last = replayed(pre_tokenizer("gpt2").counts(spanish), Vocabulary.of(merge.pair for merge in merges))
    known, other = (
        curve(len(corpus("english").read()), [(600, merges[-1].tokens_after)]),
        curve(len(spanish), [last]),
    )
    assert other[0].bytes_per_token < known[0].bytes_per_token


@pytest.mark.parametrize("key", ["char", "word", "wordpiece", "unigram"])
def test_algorithms_that_are_not_replayed_are_asked_to_encode(key: str) -> None:
    row, settings = ALGORITHMS[key], Settings(vocab_size=300)
    model = run_all(row.train(row.words(corpus("english").read(), settings), settings))
    text = corpus("spanish").read()[:2000]
    found = list(encoded(model, text, [1, model.steps]))
    assert found[1] == (len(model.ids()), len(model.encode(text)))
    assert found[0][0] == len(model.ids(1))
