"""Unigram learns as Kudo describes it: expectation by all ways to cut, pruning by what is missed least."""

from __future__ import annotations

import io
import math
from itertools import pairwise, product

import pytest

from bpe_play.engine.algorithms import unigram_em
from bpe_play.engine.algorithms.protocol import run
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.engine.algorithms.unigram import UnigramModel
from bpe_play.engine.algorithms.unigram_em import digamma, expect, maximize
from bpe_play.engine.algorithms.unigram_seed import substrings
from bpe_play.engine.algorithms.unigram_units import Unit, with_beginnings

UNIGRAM = ALGORITHMS["unigram"]
PIECES = {"a": -2.0, "b": -2.5, "ab": -3.0, "ba": -3.5, "aba": -6.0}


def unit(text: str, weight: int) -> Unit:
    return Unit.of(text, weight, with_beginnings((piece, n) for n, piece in enumerate(PIECES)))


def plain_expectation(text: str) -> dict[str, float]:
    """How often each piece is used, by going through all ways to cut the text."""
    uses, total = dict.fromkeys(PIECES, 0.0), 0.0
    for borders in product([False, True], repeat=len(text) - 1):
        cuts = [0, *(at + 1 for at, border in enumerate(borders) if border), len(text)]
        parts = [text[start:end] for start, end in pairwise(cuts)]
        if all(part in PIECES for part in parts):
            chance = math.exp(sum(PIECES[part] for part in parts))
            total += chance
            for part in parts:
                uses[part] += chance
    return {piece: use / total for piece, use in uses.items()}


@pytest.mark.parametrize("scale", [0.0, 3.0])
@pytest.mark.parametrize("in_range", [True, False])
def test_the_expectation_is_that_over_all_ways(
    scale: float, in_range: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With products, and with logarithms where a product would leave the range of a float."""
    if not in_range:
        monkeypatch.setattr(unigram_em, "_LARGE", 0.0)
    text = "abaabab"
    found = expect([unit(text, 3)], list(PIECES.values()), list(map(len, PIECES)), scale)
    expected = plain_expectation(text)
    assert found.expected == pytest.approx([3 * expected[piece] for piece in PIECES])


def test_a_word_beyond_the_range_of_a_float_is_counted_all_the_same() -> None:
    scores = [score * 60 for score in PIECES.values()]
    found = expect([unit("ab" * 100, 1)], scores, list(map(len, PIECES)), 0.0)
    assert found.loss == pytest.approx(100 * 60 * 3.0)
    assert found.expected[2] == pytest.approx(100)


def test_new_scores_are_those_of_the_uses_and_hardly_used_pieces_go() -> None:
    alive = bytearray(b"\1\1\1\1")
    scores = maximize([0.1, 3.0, 0.2, 6.0], alive, needed=1)
    assert list(alive) == [1, 1, 0, 1]
    assert scores[1] == pytest.approx(digamma(3.0) - digamma(9.5))
    assert scores[2] == -math.inf


def test_substrings_are_counted_as_often_as_they_stand_there() -> None:
    text = "abracadabra abracadabra"
    counted = {
        text[start : start + length]: sum(
            text.startswith(text[start : start + length], at) for at in range(len(text))
        )
        for length in range(2, 8)
        for start in range(len(text) - length + 1)
    }
    found = substrings([(text, 1)], 7, 2)
    assert all(counted[piece] == count for piece, count in found.items())
    missing = {piece for piece, count in counted.items() if count > 1} - found.keys()
    assert all(any(counted.get(piece + char) == counted[piece] for char in text) for piece in missing)


def test_the_steps_show_the_vocabulary_shrinking(english: bytes) -> None:
    settings = Settings(vocab_size=500, sentencepiece=True)
    steps = list(UNIGRAM.train(UNIGRAM.words(english, settings), settings))
    assert [step.title for step in steps[:4]] == ["seed", "EM round", "EM round", "prune"]
    assert steps[-1].title == "last cut"
    sizes = [step.vocabulary for step in steps]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] == 500
    prunings = [step for step in steps if step.title == "prune"]
    assert all(step.figure("dropped") > 0 and step.pieces for step in prunings)
    assert prunings[-1].figure("least loss kept") > prunings[0].figure("least loss kept")


def test_the_second_round_finds_the_corpus_more_probable(english: bytes) -> None:
    settings = Settings(vocab_size=500, sentencepiece=True)
    steps = list(UNIGRAM.train(UNIGRAM.words(english, settings), settings))
    for first, second in pairwise(steps):
        if first.title == second.title == "EM round":
            assert second.figure("bits per character") < first.figure("bits per character")


def test_the_corpus_is_as_long_as_the_last_step_says(english: bytes) -> None:
    settings = Settings(vocab_size=500, split=Settings().split)
    training = UNIGRAM.train(UNIGRAM.words(english, settings), settings)
    *_, last = training
    assert len(training.model().encode(english)) == last.tokens_after


def test_earlier_steps_keep_their_ids(english: bytes) -> None:
    settings = Settings(vocab_size=400, sentencepiece=True)
    model = run(UNIGRAM.train(UNIGRAM.words(english, settings), settings))
    early = model.tokenize(english[:300], step=4)
    assert len(early.spans) < len(model.tokenize(english[:300]).spans)
    assert b"".join(model.token(token_id) for token_id in early.ids) == english[:300]


def tokens_of_the_peer(lines: list[str], size: int) -> int:
    spm = pytest.importorskip("sentencepiece")
    written = io.BytesIO()
    spm.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=written,
        vocab_size=size,
        normalization_rule_name="identity",
        add_dummy_prefix=False,
        remove_extra_whitespaces=False,
        character_coverage=1.0,
        bos_id=-1,
        eos_id=-1,
        minloglevel=2,
    )
    peer = spm.SentencePieceProcessor(model_proto=written.getvalue())
    return sum(map(len, peer.encode(lines)))


@pytest.mark.parametrize("name", ["english", "alice"])
def test_a_thousand_pieces_compress_no_worse_than_those_of_sentencepiece(
    name: str, request: pytest.FixtureRequest
) -> None:
    """Within three in a hundred, counted on the lines of the text; ours come out better."""
    lines = [line for line in request.getfixturevalue(name).decode().split("\n") if line]
    settings = Settings(vocab_size=1000, sentencepiece=True)
    words: dict[bytes, int] = {}
    for line in lines:
        for word, count in UNIGRAM.words(line.encode(), settings).items():
            words[word] = words.get(word, 0) + count
    model = run(UNIGRAM.train(words, settings))
    assert isinstance(model, UnigramModel)
    assert len(model.ids()) == 1000
    assert sum(len(model.encode(line)) for line in lines) <= 1.03 * tokens_of_the_peer(lines, 1000)


def test_a_text_with_fewer_substrings_than_asked_for_ends_early() -> None:
    training = UNIGRAM.train({b"aaaa": 1}, Settings(vocab_size=50))
    *_, last = training
    assert training.reason == "no other substring is worth a token"
    assert last.vocabulary < 50
