"""The encoders that are compared, ours first. One is run as `python -m tests.bench.encoders NAME MODEL TEXT OUT`.

All have the same merges, which our trainer learned from the same text, and GPT-2's split. Each is a function
from a Job to (work, ids): `work()` is timed, `ids(result)` gives the ids, which are written to OUT to be compared.
Building an encoder is not timed, filling its caches is: each text is encoded once, by a new process.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.bench.inside import measured, report
from tests.bench.trainers import GPT2

Encoder = Callable[[Any, bytes], tuple[Callable[[], Any], Callable[[Any], Sequence[int]]]]


def _same(ids: Sequence[int]) -> Sequence[int]:
    return ids


def _ours(model: Any, data: bytes) -> tuple[Callable[[], Any], Callable[[Any], Sequence[int]]]:
    from bpe_play.engine import rapid
    from bpe_play.engine.specials import SpecialMode

    encode = rapid.encoder(model.tokenizer())
    assert encode is not None
    return lambda: encode(data, SpecialMode.TEXT), _same


def _ours_in_python(model: Any, data: bytes) -> tuple[Callable[[], Any], Callable[[Any], Sequence[int]]]:
    tokenizer = model.tokenizer()
    return lambda: tokenizer.encode(data), _same


def _tiktoken(model: Any, data: bytes) -> tuple[Callable[[], Any], Callable[[Any], Sequence[int]]]:
    import tiktoken

    from bpe_play.engine.pretokenizers import GPT2_PATTERN

    encoding = tiktoken.Encoding(
        "bench", pat_str=GPT2_PATTERN, mergeable_ranks=_ranks(model), special_tokens={}
    )
    text = data.decode("utf-8")
    return lambda: encoding.encode_ordinary(text), _same


def _tokenizers(model: Any, data: bytes) -> tuple[Callable[[], Any], Callable[[Any], Sequence[int]]]:
    from tokenizers import Tokenizer, models, pre_tokenizers

    from bpe_play.engine.byte_letters import to_letters

    vocabulary = model.tokenizer().vocabulary
    letters = {token_id: to_letters(token) for token_id, token in vocabulary.tokens.items()}
    entries = {text: token_id for token_id, text in letters.items()}
    merges = [(letters[left], letters[right]) for left, right in vocabulary.pairs]
    tokenizer = Tokenizer(models.BPE(entries, merges))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    text = data.decode("utf-8")
    return lambda: tokenizer.encode(text, add_special_tokens=False), lambda encoding: encoding.ids


def _minibperust(model: Any, data: bytes) -> tuple[Callable[[], Any], Callable[[Any], Sequence[int]]]:
    import MiniBpeRust

    tokenizer = MiniBpeRust.FastRegexTokenizer(GPT2)
    vocabulary = model.tokenizer().vocabulary
    tokenizer.merges = dict(zip(vocabulary.pairs, vocabulary.ids, strict=True))
    tokenizer.vocab = dict(vocabulary.tokens)
    text = data.decode("utf-8")
    return lambda: tokenizer.encode_ordinary(text), _same


def _ranks(model: Any) -> dict[bytes, int]:
    return {token: token_id for token_id, token in model.tokenizer().vocabulary.tokens.items()}


OURS, IN_PYTHON = "bpe-play", "bpe-play, in Python alone"
ENCODERS: dict[str, Encoder] = {
    OURS: _ours,
    IN_PYTHON: _ours_in_python,
    "tiktoken": _tiktoken,
    "tokenizers": _tokenizers,
    "minibperust": _minibperust,
}


def main(name: str, model_path: str, text: str, out: str) -> None:
    from bpe_play.engine.model_file import load

    work, ids = ENCODERS[name](load(model_path), Path(text).read_bytes())
    result, cost = measured(work)
    Path(out).write_bytes(array("I", ids(result)).tobytes())
    report(cost)


def learn(text: str, vocab_size: str, out: str) -> None:
    """Learn the merges that all encoders get, and save them in a model file."""
    from bpe_play.engine.merges import TieRule
    from bpe_play.engine.model import Model
    from bpe_play.engine.model_file import save
    from bpe_play.engine.pretokenizers import pre_tokenizer
    from bpe_play.engine.training import count_words, train

    split = pre_tokenizer("gpt2")
    words = count_words(split, Path(text).read_bytes())
    merges = tuple(merge.pair for merge in train(words, int(vocab_size), runners_up=0))
    save(Model(split, TieRule.FIRST_SEEN, merges), out)
    report({})


if __name__ == "__main__":
    (learn if sys.argv[1] == "learn" else main)(*sys.argv[-3:] if sys.argv[1] == "learn" else sys.argv[1:])
