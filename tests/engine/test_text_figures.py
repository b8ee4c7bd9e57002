"""The figures of a text are counted piece by piece, and are those that tokenizing all of it would give."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_play.engine import SpecialMode, SpecialTokens, Tokenizer, Vocabulary, bpe, pre_tokenizer, to_bytes
from bpe_play.engine import text_figures as module
from bpe_play.engine.errors import EngineError
from bpe_play.engine.text_figures import GaveUpError, TextCounter, TextFigures
from bpe_play.engine.window import Windows

SPLITS = ["none", "gpt2", "cl100k", "o200k", r"\w+", "[a-z]+|[A-Z]"]
SPECIALS = SpecialTokens({"<|e|>": 900, "<|e|>x": 901})
PARTS = [
    "a",
    "A",
    "1",
    " ",
    "\n",
    "'s",
    "-",
    "\u0301",
    "日",
    "\udcff",
    "ab",
    "abc",
    " the",
    "<|e|>",
    "<|e|>x",
    "|>",
]

texts = st.lists(st.sampled_from(PARTS), max_size=40).map(lambda parts: to_bytes("".join(parts)))


def trained(split: str, data: bytes) -> Tokenizer:
    pre = pre_tokenizer(split)
    merges = bpe.train(pre.counts(data), 276)
    return Tokenizer(pre, Vocabulary.of(merge.pair for merge in merges), SPECIALS)


@settings(max_examples=200, deadline=None)
@given(texts, st.sampled_from(SPLITS), st.sampled_from([SpecialMode.TEXT, SpecialMode.SPECIAL]), st.data())
def test_counting_equals_tokenizing(
    data: bytes, split: str, specials: SpecialMode, more: st.DataObject
) -> None:
    tokenizer = trained(split, data)
    counter = TextCounter(tokenizer, data, specials)
    for _ in range(2):
        step = more.draw(st.integers(0, tokenizer.vocabulary.step))
        whole = tokenizer.tokenize(data, step=step, specials=specials)
        assert counter.count(step) == TextFigures.of(whole, round_trip=True)


@settings(max_examples=100, deadline=None)
@given(texts, st.sampled_from(SPLITS), st.integers(1, 9))
def test_long_pieces_are_counted_in_windows(data: bytes, split: str, section: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "LONG_PIECE", 2)
        patch.setattr(module, "_SECTION", section)
        tokenizer = trained(split, data)
        figures = TextCounter(tokenizer, data).count(tokenizer.vocabulary.step)
        assert figures == TextFigures.of(tokenizer.tokenize(data), round_trip=True)


@settings(max_examples=200, deadline=None)
@given(texts.filter(bool), st.sampled_from(SPLITS), st.data())
def test_a_window_keeps_special_tokens_whole(data: bytes, split: str, more: st.DataObject) -> None:
    tokenizer = trained(split, data)
    start = more.draw(st.integers(0, len(data) - 1))
    end = more.draw(st.integers(start + 1, len(data)))
    window = Windows(tokenizer, data, SpecialMode.SPECIAL).cut(start, end)
    whole = tokenizer.tokenize(data, specials=SpecialMode.SPECIAL).spans
    first, last = window.spans[0].start, window.spans[-1].end
    assert window.exact
    assert first <= start
    assert last >= end
    assert window.spans == tuple(span for span in whole if first <= span.start and span.end <= last)


def test_who_counts_can_be_told_to_give_up() -> None:
    asked = count()
    counter = TextCounter(trained("gpt2", b"ab ab"), b"ab ab " * 10_000)
    with pytest.raises(GaveUpError):
        counter.count(1, lambda: next(asked) < 2)
    assert counter.count(1).tokens == counter.count(1).tokens, "and can count later"


def test_a_special_token_that_is_refused_is_an_error() -> None:
    with pytest.raises(EngineError, match="byte 3"):
        TextCounter(trained("gpt2", b"ab"), b"ab <|e|>", SpecialMode.ERROR).count(0)


def test_a_huge_piece_without_a_certain_cut_is_counted_about() -> None:
    """One letter over and over: nothing tells where one could begin in the middle of it."""
    data = b"a" * 300_000
    figures = TextCounter(trained("none", b"aaaa"), data).count(2)
    assert not figures.exact
    assert abs(figures.tokens - len(trained("none", b"aaaa").encode(data))) < 300


def test_the_empty_text_has_no_tokens() -> None:
    assert TextCounter(trained("none", b"ab"), b"").count(0) == TextFigures(0, 0, 0, 0, round_trip=True)
