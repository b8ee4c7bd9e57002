"""A trained model of every algorithm can be saved and opened again, exactly; a damaged file says where."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.steps import Step
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.engine.algorithms.trained import TrainedModel
from bpe_play.engine.algorithms.trained_tokenizer import TrainedTokenizer
from bpe_play.engine.errors import EngineError, ModelFileError
from bpe_play.engine.formats import open_tokenizer, save_tokenizer
from bpe_play.engine.model import TrainedOn
from bpe_play.engine.model_file import dumps, loads, save
from bpe_play.engine.specials import SpecialMode

KEYS = [key for key, row in ALGORITHMS.items() if row.keeping is not None]
WAYS: list[dict[str, Any]] = [
    {},
    {"byte_fallback": True, "vocab_size": 600},
    {"sentencepiece": True, "nfkc": True},
]
TEXTS = [
    b"",
    b"the cat at Marrow Lane",
    "ñandú 😀 [UNK] <0x41> ﬁve".encode(),
    b"caf\xe9 \xff\xfe",
    b"x" * 150,
]


def trained(key: str, data: bytes, **chosen: Any) -> TrainedModel:
    row = ALGORITHMS[key]
    settings = row.effective(Settings(**{"vocab_size": 300, "runners_up": 0} | chosen))
    training = row.train(row.words(data, settings), settings)
    return TrainedModel.of(key, settings, training, list(training), TrainedOn("é\x1b", len(data), "ab"))


@pytest.fixture(scope="module")
def data(english: bytes) -> bytes:
    return english[:9_000] + b" stray\xff bytes\xfe"


def facts(step: Step) -> tuple[object, ...]:
    """What a file keeps of a step."""
    return step.step, step.title, step.pieces, step.vocabulary, step.tokens_after, step.figures


@pytest.mark.parametrize("way", range(len(WAYS)))
@pytest.mark.parametrize("key", KEYS)
def test_what_was_saved_cuts_every_text_as_before(key: str, way: int, data: bytes, tmp_path: Path) -> None:
    model = trained(key, data, **WAYS[way])
    path = tmp_path / "m.json"
    save(model, path)
    before, again = model.tokenizer(), open_tokenizer(path)
    assert path.read_bytes().isascii()
    for text in [*TEXTS, data]:
        assert again.tokenize(text) == before.tokenize(text)
        assert again.decode(again.encode(text)) == before.decode(before.encode(text))
    for step in (0, 3, again.vocabulary.step):
        assert again.encode(data, step=step) == before.encode(data, step=step) or not again.vocabulary.step


@pytest.mark.parametrize("key", KEYS)
def test_everything_else_is_kept_too(key: str, data: bytes) -> None:
    model = trained(key, data)
    again = loads(dumps(model))
    assert isinstance(again, TrainedModel)
    assert replace(again.settings, runners_up=0) == replace(model.settings, runners_up=0)
    assert [facts(step) for step in again.steps] == [facts(step) for step in model.steps]
    assert (again.start_tokens, again.trained_on) == (model.start_tokens, model.trained_on)
    assert again.fingerprint() == model.fingerprint()
    assert dumps(again) == dumps(model)


@pytest.mark.parametrize("key", [key for key in KEYS if key != "unigram"])
def test_steps_can_be_gone_back_to(key: str, data: bytes) -> None:
    model = trained(key, data)
    again = loads(dumps(model)).tokenizer()
    assert again.vocabulary.step == len(model.steps)
    assert again.encode(data, step=20) == model.tokenizer().encode(data, step=20)


def test_of_unigram_the_last_round_is_kept_and_that_is_said(data: bytes) -> None:
    model = trained("unigram", data)
    again = loads(dumps(model)).tokenizer()
    assert again.vocabulary.step == 0
    assert any("last round" in note for note in again.notes)
    assert model.tokenizer().notes == ()


@pytest.mark.parametrize("key", KEYS)
def test_special_tokens_are_kept(key: str, data: bytes) -> None:
    model = trained(key, data).with_specials("<|end|>", "<|ñ|>")
    tokenizer = model.tokenizer()
    ids = tokenizer.encode("the<|ñ|>", specials=SpecialMode.SPECIAL)
    again = loads(dumps(model)).tokenizer()
    assert again.specials.ids == tokenizer.specials.ids
    assert again.encode("the<|ñ|>", specials=SpecialMode.SPECIAL) == ids
    assert again.decode(ids[-1:]) == "<|ñ|>".encode()
    assert model.with_specials().fingerprint() == trained(key, data).fingerprint()


@pytest.mark.parametrize("key", KEYS)
def test_other_formats_refuse_it_with_a_reason(key: str, data: bytes, tmp_path: Path) -> None:
    tokenizer = trained(key, data).tokenizer()
    for other in ("minbpe", "tokenizer.json", "id-pairs", "tiktoken"):
        with pytest.raises(EngineError) as caught:
            save_tokenizer(tokenizer, tmp_path / "x", other)
        assert ALGORITHMS[key].title in caught.value.title
    assert list(tmp_path.iterdir()) == []
    save_tokenizer(tokenizer, tmp_path / "m.json", "bpe-play")
    assert isinstance(open_tokenizer(tmp_path / "m.json"), TrainedTokenizer)


def test_one_fingerprint_for_one_tokenizer(data: bytes) -> None:
    model = trained("wordpiece", data)
    assert replace(model, trained_on=None, steps=()).fingerprint() == model.fingerprint()
    assert trained("wordpiece", data, vocab_size=299).fingerprint() != model.fingerprint()
    assert trained("wordpiece", data, nfkc=True).fingerprint() != model.fingerprint()


# -- damaged files -------------------------------------------------------------------------------------

HEAD = {"format": "bpe-play model", "version": 1, "split": {"key": "none", "pattern": None}}


def written(algorithm: str, model: object, **more: object) -> bytes:
    return json.dumps(HEAD | {"algorithm": algorithm, "model": model} | more).encode()


SMALL = {
    "char": {"entries": ["a", "ñ"]},
    "word": {"entries": ["ab", "\udcff"]},
    "bpe-char": {"alphabet": "ab", "merges": [[1, 2], [3, 3]]},
    "wordpiece": {"steps": 1, "vocab": [["[UNK]", 0], ["a", 0], ["##b", 0], ["ab", 1]]},
    "unigram": {"pieces": [["a", -1.5], ["ab", -2.25]]},
}


@pytest.mark.parametrize("key", KEYS)
def test_a_small_file_by_hand_is_enough(key: str) -> None:
    tokenizer = loads(written(key, SMALL[key])).tokenizer()
    assert (
        tokenizer.decode(tokenizer.encode(b"ab")) == (b"[UNK]" if key == "char" else b"ab") or key == "char"
    )
    assert len(tokenizer.history()) == tokenizer.vocabulary.step


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (written("char", {"entries": ["a", "a"]}), "model.entries[1]: this is the same as model.entries[0]"),
        (written("char", {"entries": ["ab"]}), "model.entries[0]: expected one character"),
        (written("char", {"entries": ["\udcff"]}), "model.entries[0]: expected one character"),
        (written("char", {"entries": [""]}), "model.entries[0]: expected the text of a token"),
        (written("char", {"entries": [7]}), "model.entries[0]: expected the text of a token"),
        (written("word", {"entries": ["\ud83d"]}), "model.entries[0]: expected the text of a token"),
        (written("word", {"words": []}), 'model: there is no field "words" here'),
        (written("word", []), "model: expected an object"),
        (
            written("bpe-char", {"alphabet": "aa", "merges": []}),
            "model.alphabet: a character stands there twice",
        ),
        (written("bpe-char", {"alphabet": "ab", "merges": [[0, 1]]}), "model.merges[0][0]: expected a whole"),
        (written("bpe-char", {"alphabet": "ab", "merges": [[1, 3]]}), "model.merges[0][1]: expected a whole"),
        (
            written("bpe-char", {"alphabet": "ab", "merges": [[1]]}),
            "model.merges[0]: expected [left id, right id]",
        ),
        (
            written("bpe-char", {"alphabet": "ab", "merges": [[1, 2], [1, 2]]}),
            "model.merges[1]: this pair was merged before, in merges[0]",
        ),
        (
            written("bpe-char", {"alphabet": "a", "merges": [[n, n] for n in range(1, 60)]}),
            "the tokens up to here have more than",
        ),
        (written("wordpiece", {"steps": 0, "vocab": []}), 'model.vocab: the first token is not "[UNK]"'),
        (
            written("wordpiece", {"steps": 0, "vocab": [["[UNK]", 1]]}),
            "model.vocab[0][1]: expected a whole number",
        ),
        (
            written("wordpiece", {"steps": 0, "vocab": [["[UNK]"]]}),
            "model.vocab[0]: expected a token and the step",
        ),
        (written("unigram", {"pieces": [["a", "b"]]}), "model.pieces[0]: expected a piece and its score"),
        (written("unigram", {"pieces": [["a", True]]}), "model.pieces[0]: expected a piece and its score"),
        (written("unigram", {"pieces": [["a", -1.0], ["a", -2.0]]}), "model.pieces[1]: this is the same as"),
        (written("bpe", SMALL["char"]), 'there is no field "model" here'),
        (written("char", SMALL["char"], merges=[]), 'there is no field "merges" here'),
        (
            written("char", SMALL["char"], split={"key": "custom", "pattern": "["}),
            "'m.json', split.pattern: the pattern does not compile",  # with options, and without
        ),
        (
            written("char", SMALL["char"], split={"key": "custom", "pattern": "["}, options={}),
            "'m.json', split.pattern: the pattern does not compile",
        ),
        (written("char", SMALL["char"], options={"coverage": 2}), "options: a coverage of 2 is no share"),
        (written("char", SMALL["char"], options={"nfkc": 1}), "options.nfkc: expected true or false"),
        (
            written("char", SMALL["char"], options={"vocab_size": 0}),
            "options.vocab_size: expected a whole number",
        ),
        (
            written("char", SMALL["char"], special_tokens={"x": 2}),
            "special_tokens.x: expected a whole number from 3",
        ),
        (written("char", SMALL["char"], steps=[["x"]]), "steps: there are 1 steps, and the model has 2"),
        (written("char", SMALL["char"], steps=[1, 2]), "steps[0]: expected a list"),
        (
            written("char", SMALL["char"], steps=[["\x1b[2J", 1, 1, [], {}]] * 2),
            "steps[0][0]: expected some plain words",
        ),
        (
            written("char", SMALL["char"], steps=[["x", 1, 1, [], {"n": "1"}]] * 2),
            "steps[0][4].n: expected a number",
        ),
        (written("char", SMALL["char"], fingerprint="0000"), "fingerprint: the content was changed"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_damaged_file_says_where_and_what(data: bytes, problem: str) -> None:
    with pytest.raises(ModelFileError) as caught:
        loads(data, "'m.json'")
    assert problem in caught.value.title


@pytest.mark.parametrize("key", KEYS)
def test_bytes_changed_at_random_open_or_are_refused(key: str, data: bytes) -> None:
    """Nothing but a ModelFileError, whatever stands there; the fingerprint is left out so that more gets through."""
    whole = json.loads(dumps(trained(key, data[:600], vocab_size=80)))
    whole.pop("fingerprint")
    text, chance = json.dumps(whole).encode(), random.Random(5)
    for _ in range(120):
        changed = bytearray(text)
        for _ in range(chance.randrange(1, 4)):
            changed[chance.randrange(len(changed))] = chance.choice(b'0129-"[]{},:ae.\\')
        try:
            tokenizer = loads(bytes(changed)).tokenizer()
        except ModelFileError:
            continue
        tokenizer.decode(tokenizer.encode("the cat ñ"))
