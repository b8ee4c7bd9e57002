"""Tokens per word."""

from __future__ import annotations

from bpe_play.engine import Tokenizer, Vocabulary, pre_tokenizer
from bpe_play.engine.measure.fertility import fertility
from bpe_play.engine.published import load

BARE = Tokenizer(pre_tokenizer("gpt2"), Vocabulary())


def test_words_are_counted_with_the_space_before_them() -> None:
    found = fertility(BARE, "to be, or")
    assert found.words == 3
    assert found.pieces == {2: 1, 3: 2}
    assert found.tokens_per_word == 3.0
    assert round(found.pieces_per_word, 2) == 2.67


def test_an_apostrophe_is_inside_a_word_and_a_sign_is_not() -> None:
    assert fertility(BARE, "don't — can’t (well)").words == 3


def test_signs_alone_are_no_words() -> None:
    found = fertility(BARE, "… ?!")
    assert (found.words, found.tokens_per_word, found.pieces_per_word) == (0, 0.0, 0.0)


def test_alice_takes_fewer_tokens_per_word_in_the_newer_vocabulary(alice: bytes) -> None:
    old, new = (fertility(load(name), alice) for name in ("r50k_base", "cl100k_base"))
    assert (old.tokens, new.tokens) == (44_560, 36_958)
    assert old.words == new.words
    assert old.tokens_per_word > new.tokens_per_word > new.pieces_per_word > 1
