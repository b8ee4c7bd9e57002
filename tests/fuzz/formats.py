"""Files: what is written is read back equal, and what was damaged is read or refused, and nothing else.

A file that is not refused must then be of use: its tokenizer cuts a text, and gives no fault but an EngineError.
"""

from __future__ import annotations

import json
import tempfile
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

from bpe_play.corpora.errors import CorpusError
from bpe_play.corpora.word_counts import parse_counts
from bpe_play.engine import EngineError, SpecialMode, SpecialTokens, Tokenizer, model_file
from bpe_play.engine.formats import FORMATS, open_tokenizer, save_tokenizer
from bpe_play.engine.model import Model, TrainedOn
from bpe_play.engine.unicode16 import as_unicode16
from bpe_play.tui import settings as kept
from bpe_play.tui.state import State
from tests.fuzz import draws, others
from tests.fuzz.campaign import Campaign, Case, same

NAMES = {
    "bpe-play": "model.json",
    "minbpe": "x.model",
    "tokenizer.json": "tokenizer.json",
    "id-pairs": "pairs.json",
    "gpt2": "vocab.json",
    "tiktoken": "x.tiktoken",
}
_POOL = 24  # files of each format to be damaged


@cache
def _memory() -> tempfile.TemporaryDirectory[str]:
    """A folder for this process, in memory where there is one: it is written to a million times."""
    memory = Path("/dev/shm")
    return tempfile.TemporaryDirectory(prefix="bpe-play-fuzz-", dir=memory if memory.is_dir() else None)


def folder() -> Path:
    return Path(_memory().name)


def _tokenizer(rng: Random, key: str) -> Tokenizer:
    vocabulary = draws.vocabulary(rng)
    split = draws.split(rng) if key != "gpt2" else draws.PRETOKENIZERS["gpt2"]
    names = rng.sample(["<|end|>", "<s>", "ñ<é>", "<|a b|>", "\n", "[/red]", "<unk>"], rng.randrange(3))
    specials = {name: 256 + vocabulary.step + at for at, name in enumerate(names)}
    return Tokenizer(split, vocabulary, SpecialTokens(specials), "drawn")


def written(key: str, rng: Random) -> None:
    """Either there is a reason why a format cannot hold a tokenizer, or it comes back as it was.

    Letters younger than Unicode 16 are cut otherwise in other people's formats, which is said when one saves.
    """
    tokenizer, path = _tokenizer(rng, key), folder() / NAMES[key]
    path.unlink(missing_ok=True)
    try:
        lost = save_tokenizer(tokenizer, path, key)
    except EngineError:
        assert not path.exists(), "refused, and written all the same"
        return
    split = tokenizer.pre_tokenizer
    own = split.key if split.key in draws.PRETOKENIZERS else split.pattern
    again = open_tokenizer(path, pattern=own if any("split" in said for said in lost) else None)
    about = tokenizer.vocabulary.pairs, split
    same(again.vocabulary.tokens, tokenizer.vocabulary.tokens, *about)
    same(again.vocabulary.pairs, tokenizer.vocabulary.pairs, *about)
    keeps_specials = not any("special" in said for said in lost)
    if keeps_specials:
        same(again.specials.ids, tokenizer.specials.ids, *about)
    mode = SpecialMode.SPECIAL if keeps_specials else SpecialMode.TEXT
    text = as_unicode16(draws.text(rng)) + "".join(
        rng.choices(list(tokenizer.specials.ids), k=1) if tokenizer.specials.ids else ""
    )
    same(again.encode(text, specials=mode), tokenizer.encode(text, specials=mode), *about, text)


def model_written(rng: Random) -> None:
    """A model of our own with everything that it can hold."""
    vocabulary = draws.vocabulary(rng)
    corpus = TrainedOn(draws.text(rng), rng.randrange(1 << 40), rng.randbytes(32).hex())
    model = Model(
        draws.split(rng),
        draws.ties(rng),
        tuple(vocabulary.pairs),
        tuple(sorted((rng.randint(1, 99) for _ in vocabulary.pairs), reverse=True))
        if rng.random() < 0.7
        else None,
        {name: 1000 + at for at, name in enumerate(rng.sample(draws.BITS, rng.randrange(4)))},
        rng.choice([None, 256 + vocabulary.step, 2000]),
        rng.randint(1, 5),
        rng.choice([None, 64, 1000]),
        corpus if rng.random() < 0.5 else None,
    )
    try:
        text = model_file.dumps(model)
        again = model_file.loads(text)
    except EngineError as error:
        raise AssertionError(f"{error}, from {model}") from None
    same(again, replace(model, counts=model.counts or None))  # no merges: nothing to be known of them
    same(model_file.dumps(again), text)


def state_written(rng: Random) -> None:
    state = State(
        source=draws.text(rng),
        cursor=rng.choice([None, rng.randrange(99)]),
        vocab_size=rng.randint(256, 9999),
        text=draws.data(rng),
        tokenizer=draws.text(rng),
    )
    same(State.from_json(json.loads(json.dumps(state.to_json()))), state)


# -- damaged files


@cache
def pool(key: str) -> list[bytes]:
    """Whole files of a format."""
    if key in others.MAKERS:
        return others.MAKERS[key]()
    found: list[bytes] = []
    rng = Random(key)
    while len(found) < _POOL:
        path = folder() / NAMES[key]
        with suppress(EngineError):
            save_tokenizer(_tokenizer(rng, key), path, key)
            found.append((path.with_name("merges.txt") if key == "gpt2" and found else path).read_bytes())
    return found


def damaged(key: str, rng: Random) -> None:
    whole = rng.choice(pool(key))
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        whole = draws.changed(whole, rng)
    use(
        whole,
        folder() / ("merges.txt" if key == "gpt2" and not whole.lstrip().startswith(b"{") else _name(key)),
    )


def _name(key: str) -> str:
    return NAMES.get(key, "x.model" if key == "sentencepiece" else "tokenizer.json")


def values_replaced(rng: Random) -> None:
    """A tokenizer.json that is good JSON, with one or two values of another kind in it."""
    document = json.loads(rng.choice(pool("hugging face") + pool("tokenizer.json")))
    for _ in range(rng.randint(1, 2)):
        replace_one(document, rng)
    use(json.dumps(document).encode(), folder() / "tokenizer.json")


def replace_one(value: Any, rng: Random) -> None:
    """Walk down to a value somewhere, and put another one in its place."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = rng.choice(keys)
        if not isinstance(value[key], dict | list) or rng.random() < 0.2:
            value[key] = rng.choice(
                [None, True, 0, 7, -1, 2**70, 0.5, 1e308, "", "x", "Ġ", [], {}, [1], {"type": "BPE"}]
            )
            return
        value = value[key]


def use(file: bytes, path: Path) -> None:
    path.write_bytes(file)
    with suppress(EngineError):
        tokenizer = open_tokenizer(path)
        ids = tokenizer.encode("abc <|end|> 123 ñ日")
        tokenizer.decode(ids)
        tokenizer.tokenize(b"a\xff b", step=0)


def model_damaged(rng: Random) -> None:
    with suppress(EngineError):
        model_file.loads(draws.changed(rng.choice(pool("bpe-play")), rng)).tokenizer().encode("abc 123 ñ日")


def counts_damaged(rng: Random) -> None:
    whole = b"\xef\xbb\xbflower\t5\r\nlowest\t2\nn\xff\t 6\n"
    with suppress(CorpusError):
        assert all(count > 0 for count in parse_counts(draws.changed(whole, rng), "x").values())


def kept_damaged(rng: Random) -> None:
    """What was kept from the last time never stops a start."""
    document = json.loads(json.dumps(State(text=b"abc", cursor=3).to_json()))
    replace_one(document, rng)
    file = json.dumps(document).encode()
    path = folder() / "state.json"
    path.write_bytes(draws.changed(file, rng) if rng.random() < 0.5 else file)
    state = State.from_json(kept._read(path))
    assert state.vocab_size >= 0, state
    assert isinstance(state.text, bytes)


def _kinds() -> dict[str, Case]:
    found: dict[str, Case] = {"model written": model_written, "state written": state_written}
    found |= {f"{key} written": partial(written, key) for key in NAMES}
    found |= {"model damaged": model_damaged, "counts damaged": counts_damaged, "state damaged": kept_damaged}
    found |= {f"{key} damaged": partial(damaged, key) for key in (*NAMES, *others.MAKERS)}
    return found | {"values replaced": values_replaced}


assert set(NAMES) == {known.key for known in FORMATS.values() if known.save}
CAMPAIGN = Campaign("formats", "files: written and read, damaged and read or refused", _kinds(), short=12)
