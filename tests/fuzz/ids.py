"""Our ids against those of tiktoken and of Hugging Face's tokenizers, on texts that neither has seen."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import tiktoken
import tokenizers

from bpe_play.engine import EngineError, Tokenizer, pre_tokenizer
from bpe_play.engine.encoder import Encoder
from bpe_play.engine.formats import open_tokenizer, save_tokenizer
from bpe_play.engine.merges import SINGLE_BYTES
from bpe_play.engine.published import load
from bpe_play.engine.published.offline import encoding
from bpe_play.engine.ranks import vocabulary_of
from bpe_play.engine.training import train
from bpe_play.engine.unicode16 import unicode16
from bpe_play.engine.vocabulary import Vocabulary
from tests.fuzz import draws, others
from tests.fuzz.campaign import Campaign, same
from tests.fuzz.formats import folder

_load, _encoding = cache(load), cache(encoding)


def published(name: str, rng: Random) -> None:
    text = draws.text(rng, 20)
    ours = _load(name)
    ids = ours.encode(text)
    same(ids, _encoding(name).encode_ordinary(text), text)
    same(ours.decode(ids), text.encode(), text)


def ranks(rng: Random) -> None:
    """A list of ranks drawn by lot, which no training need have made."""
    letters = rng.choice(["ab", "abc", "añ日"])
    tokens = {"".join(rng.choices(letters, k=rng.randint(2, 5))).encode() for _ in range(rng.randrange(14))}
    listed = [*SINGLE_BYTES, *rng.sample(sorted(tokens), len(tokens))]
    by_rank = {token: rank for rank, token in enumerate(dict.fromkeys(listed))}
    theirs = tiktoken.Encoding("drawn", pat_str=r"[\s\S]+", mergeable_ranks=by_rank, special_tokens={})
    ours = Encoder(vocabulary_of(by_rank))
    for _ in range(4):
        text = "".join(rng.choices(letters, k=rng.choice([3, 12, 100])))
        same(ours.encode(text.encode()), theirs.encode_ordinary(text), by_rank, text)


@cache
def _theirs() -> list[tuple[Tokenizer, Any]]:
    """Tokenizers that their library trained, opened here too, as far as they are supported."""
    found = []
    for number, theirs in enumerate([*others.byte_level(), *others.other_kinds()]):
        path = folder() / f"their-{number}.json"
        path.write_text(json.dumps(json.loads(theirs.to_str())), "utf-8")
        with suppress(EngineError):
            found.append((open_tokenizer(path), _their(path)))
    assert len(found) > 5
    return found


@cache
def _ours() -> list[tuple[Tokenizer, Any]]:
    """Tokenizers that were trained here, saved in their form."""
    found = []
    for split in ("none", "gpt2", "cl100k", "o200k", r" ?\p{L}+|\s+", r"\p{N}{1,3}|\D"):
        cut = unicode16(pre_tokenizer(split))
        words = cut.counts("".join(others.CORPUS).encode())
        made = Tokenizer(cut, Vocabulary.of(merge.pair for merge in train(words, 600)))
        path = folder() / "ours" / "tokenizer.json"
        path.parent.mkdir(exist_ok=True)
        with suppress(EngineError):
            save_tokenizer(made, path, "tokenizer.json")
            found.append((made, _their(path)))
    assert len(found) > 3
    return found


def _their(path: Path) -> Any:
    theirs = tokenizers.Tokenizer.from_file(str(path))
    theirs.encode_special_tokens = True
    return theirs


def hugging_face(trained_there: bool, rng: Random) -> None:
    ours, theirs = rng.choice(_theirs() if trained_there else _ours())
    text = draws.text(rng, 20)
    same(ours.encode(text), theirs.encode(text, add_special_tokens=False).ids, ours.name, text)


CAMPAIGN = Campaign(
    "ids",
    "ids against tiktoken and Hugging Face",
    {
        **{name: partial(published, name) for name in ("r50k_base", "cl100k_base", "o200k_base")},
        "ranks": ranks,
        "hugging face, made there": partial(hugging_face, True),
        "hugging face, made here": partial(hugging_face, False),
    },
    short=40,
)
