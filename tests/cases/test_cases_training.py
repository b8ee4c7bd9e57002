"""Training: no line is too long to be learned from, and pieces are joined with their marks."""

from __future__ import annotations

from pathlib import Path

import pytest

from bpe_play.corpora import describe, open_source
from bpe_play.engine import pre_tokenizer
from bpe_play.engine.algorithms.protocol import run
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.engine.training import train


@pytest.mark.parametrize("split", ["none", "gpt2", "cl100k", "o200k"])
def test_a_long_line_is_learned_from_like_any_other(split: str, tmp_path: Path) -> None:
    """B072: three lines, one of 5,000 characters; every byte is counted."""
    data = b"one\n" + b"xy" * 2_500 + b"\nthree\n"
    (tmp_path / "x").write_bytes(data)
    source = open_source(str(tmp_path / "x"))
    assert (describe(source.data).lines, source.skipped) == (3, ())
    words = pre_tokenizer(split).counts(source.data)
    assert sum(len(word) * count for word, count in words.items()) == len(data)
    assert next(train(words, 257)).token == b"xy"


def test_the_mark_of_a_continuation_stands_once_in_what_is_joined() -> None:
    """B086: ##e and ##x are ##ex."""
    wordpiece = ALGORITHMS["wordpiece"]
    words = {b"aex": 1, b"bex": 1, b"a": 9, b"b": 9}
    first = next(iter(wordpiece.train(words, Settings())))
    assert first.pieces[:3] == (b"##e", b"##x", b"##ex")
    model = run(wordpiece.train(words, Settings()))
    assert b"##ex" in [model.written(token_id) for token_id in model.ids()]
