"""Unigram training beside sentencepiece's: seconds and tokens. To be run by hand; no test depends on a clock.

PYTHONPATH=.dev python tests/engine/algorithms/against_sentencepiece.py
"""

from __future__ import annotations

import io
import time
from collections import Counter

import sentencepiece

from bpe_play.corpora.table import corpus
from bpe_play.engine.algorithms.protocol import run
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.table import ALGORITHMS

MEGABYTE = 1_000_000


def peer(lines: list[str], size: int) -> tuple[float, int]:
    """Seconds of training, and length of the text in tokens."""
    begun, written = time.perf_counter(), io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
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
    seconds = time.perf_counter() - begun
    model = sentencepiece.SentencePieceProcessor(model_proto=written.getvalue())
    return seconds, sum(map(len, model.encode(lines)))


def ours(lines: list[str], size: int) -> tuple[float, int]:
    row, settings = ALGORITHMS["unigram"], Settings(vocab_size=size, sentencepiece=True)
    begun, words = time.perf_counter(), Counter[bytes]()
    for line in lines:
        words.update(row.words(line.encode(), settings))
    model = run(row.train(words, settings))
    seconds = time.perf_counter() - begun
    return seconds, sum(len(model.encode(line)) for line in lines)


def main() -> None:
    megabyte = corpus("python-docs").read() + corpus("stdlib").read()
    texts = {"english": (corpus("english").read(), 1_000), "1 MB": (megabyte[:MEGABYTE], 4_000)}
    for name, (data, size) in texts.items():
        lines = [line for line in data.decode("utf-8", "replace").split("\n") if line]
        (their_time, their_tokens), (our_time, our_tokens) = peer(lines, size), ours(lines, size)
        print(
            f"{name}, {size:,} pieces: {their_time:.2f} s and {our_time:.2f} s, "
            f"{our_time / their_time:.1f} times as long"
        )
        print(f"    {their_tokens:,} and {our_tokens:,} tokens, ratio {our_tokens / their_tokens:.3f}")


if __name__ == "__main__":
    main()
