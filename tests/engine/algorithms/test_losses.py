"""Losses are visible: a red light where text does not come back, and how much an unknown token swallowed."""

from __future__ import annotations

import pytest

from bpe_play.engine.algorithms.losses import Loss, loss
from bpe_play.engine.algorithms.protocol import Model, run
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.table import ALGORITHMS


def trained(key: str, text: str, **chosen: object) -> Model:
    row, settings = ALGORITHMS[key], Settings(**chosen)  # type: ignore[arg-type]
    return run(row.train(row.words(text.encode(), settings), settings))


@pytest.mark.parametrize("text", ["💩", "💩💩💩"])
def test_wordpiece_cannot_tell_one_unknown_character_from_three(text: str) -> None:
    model = trained("wordpiece", "hello world")
    report = loss(model, text)
    assert model.encode(text) == [0]
    assert not report.round_trips
    assert report.unknown_characters == len(text)
    assert report.decoded == b"[UNK]"


@pytest.mark.parametrize("key", ["bpe-char", "unigram", "wordpiece"])
def test_two_unknown_characters_are_one_unknown_token(key: str) -> None:
    report = loss(trained(key, "hello world"), "😀😀")
    assert (len(report.unknown), report.unknown_characters) == (1, 2)
    assert str(report).endswith("1 unknown token swallowed 2 characters.")


@pytest.mark.parametrize("key", ["char", "bpe-char", "unigram"])
def test_an_unknown_letter_is_never_dropped(key: str) -> None:
    model = trained(key, "abc abc")
    assert model.decode(model.encode("abx")) == b"ab[UNK]"
    assert loss(model, "abx").first_difference == 2


@pytest.mark.parametrize("key", ["char", "bpe-char", "unigram"])
def test_byte_fallback_loses_nothing(key: str) -> None:
    model = trained(key, "abc abc", byte_fallback=True)
    report = loss(model, "abx 日😀")
    assert report.round_trips
    assert [model.written(token_id) for token_id in model.encode("日")] == [b"<0xE6>", b"<0x97>", b"<0xA5>"]


def test_a_word_that_is_not_among_the_most_frequent_is_lost() -> None:
    model = trained("word", "to be or not to be", vocab_size=3)
    assert [model.token(token_id) for token_id in model.ids()] == [b"[UNK]", b" be", b"to"]
    assert loss(model, "to be or not").unknown == (b" or", b" not")


@pytest.mark.parametrize("key", ["char", "bpe-char", "unigram", "wordpiece", "word"])
def test_what_becomes_of_unknown_text_is_said_before_training(key: str) -> None:
    row = ALGORITHMS[key]
    training = row.train({b"aaaa": 1, b" aaaa": 1}, Settings())
    assert any("[UNK]" in note for note in training.notes)


def test_normalizing_is_off_unless_asked_for() -> None:
    text = "ﬁ ５ ŉ ︰"
    assert loss(trained("unigram", text), text).round_trips
    report = loss(trained("unigram", text, nfkc=True), text)
    assert not report.round_trips
    assert report.was_changed
    assert report.seen.decode() == "fi 5 ʼn .."
    assert "normalizing changed the text" in str(report)


def test_the_same_bytes_by_chance_are_a_loss_all_the_same() -> None:
    assert str(loss(trained("char", "abc"), "abc")) == "Decoding gives the same bytes."
    report = Loss(b"[UNK]", b"[UNK]", b"[UNK]", (b"[UNK]",))
    assert not report.round_trips
    assert str(report) == "The same bytes come back by chance: 1 unknown token swallowed 5 characters."


def test_a_text_that_spells_the_unknown_token_does_not_become_one() -> None:
    text = "[UNK] [UNK] [UNK]"
    for key in ("wordpiece", "unigram", "bpe-char"):
        model = trained(key, text * 5)
        assert loss(model, text).round_trips, key


def test_spaces_are_written_as_marks_and_come_back_exactly() -> None:
    text = "  two  spaces ▁ a real mark \n\n and lines "
    for key in ("char", "bpe-char", "wordpiece", "unigram"):
        model = trained(key, text * 3, sentencepiece=True)
        assert loss(model, text).round_trips, key
        assert any("▁".encode() in model.written(token_id) for token_id in model.ids())
        assert not any(b" " in model.written(token_id) for token_id in model.ids())
