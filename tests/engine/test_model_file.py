"""A saved model is the model, exactly; a damaged one says where, and nothing else can happen."""

from __future__ import annotations

import json
import os
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bpe_play.engine import ModelFileError, TieRule, pre_tokenizer
from bpe_play.engine.bpe import train
from bpe_play.engine.model_file import Model, TrainedOn, dumps, is_model, load, loads, save
from bpe_play.engine.pretokenizers import PreTokenizer

SMALL = Model(
    split=pre_tokenizer(r" ?\p{L}+|(?i:'s)|\s+"),
    ties=TieRule.LOWEST_IDS,
    merges=((97, 98), (256, 99), (257, 256)),
    counts=(5, 4, 3),
    specials={"<|ñ|>": 300, "x": 301},
    vocab_size=300,
    min_count=2,
    longest_token=12,
    trained_on=TrainedOn("é\x1b", 12, "ab"),
)
MINIMAL = {
    "format": "bpe-play model",
    "version": 1,
    "algorithm": "bpe",
    "split": {"key": "none", "pattern": None},
    "ties": "first-seen",
    "merges": [[97, 98], [256, 99]],
}


def written(**changes: Any) -> bytes:
    """A small file by hand, with other values in some of its fields."""
    return json.dumps(MINIMAL | changes).encode()


# -- there and back ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "split", ["none", "gpt2", "cl100k", "o200k", r"ñ+|\s+(?!\S)", "(ab|cd)+", "x\u2028\x00"]
)
def test_a_saved_model_is_the_model(split: str, tmp_path: Path) -> None:
    model = replace(SMALL, split=pre_tokenizer(split))
    path = tmp_path / "m.json"
    save(model, path)
    assert load(path) == model
    assert load(path).made_by == model.made_by
    assert load(path).fingerprint() == model.fingerprint()


@pytest.mark.parametrize("key", ["none", "gpt2", "o200k"])
def test_a_pattern_that_reads_like_a_name_stays_a_pattern(key: str) -> None:
    model = replace(SMALL, split=PreTokenizer("custom", "a pattern of your own", key))
    assert loads(dumps(model)).split.pattern == key


def test_what_is_optional_may_be_missing() -> None:
    model = loads(written())
    assert model == Model(pre_tokenizer("none"), TieRule.FIRST_SEEN, ((97, 98), (256, 99)))
    assert model.tokenizer().encode("abc") == [257]


def test_encoding_is_the_same_before_and_after() -> None:
    text = "the cat sat on the mat, señor — 日本語\xff".encode()
    split = pre_tokenizer("gpt2")
    merges = tuple(merge.pair for merge in train(split.counts(text * 2), 290))
    model = Model(split, TieRule.FIRST_SEEN, merges)
    assert loads(dumps(model)).tokenizer().encode(text) == model.tokenizer().encode(text)


def test_a_merge_is_a_line_and_everything_is_ascii() -> None:
    """B081: no locale can write or read it otherwise."""
    text = dumps(SMALL)
    assert text.isascii()
    assert [line for line in text.splitlines() if line.startswith("  [")] == [
        "  [97, 98, 5],",
        "  [256, 99, 4],",
        "  [257, 256, 3]",
    ]
    assert dumps(replace(SMALL, merges=(), counts=None)).endswith(' "merges": []\n}\n')


def test_merges_with_spaces_and_line_ends_are_kept(tmp_path: Path) -> None:
    """B077, B079: whoever writes tokens as text between spaces loses these; ids have no spaces."""
    data = b"a b a b\n c\n c"
    merges = tuple(merge.pair for merge in train({data: 1}, 270))
    model = Model(pre_tokenizer("none"), TieRule.FIRST_SEEN, merges)
    save(model, tmp_path / "m.json")
    tokenizer = load(tmp_path / "m.json").tokenizer()
    assert any(b" " in token and b"\n" in token for token in tokenizer.vocabulary.tokens.values())
    assert tokenizer.decode(tokenizer.encode(data)) == data


def test_a_byte_order_mark_and_other_line_ends_do_no_harm() -> None:
    data = dumps(SMALL).encode()
    assert loads(b"\xef\xbb\xbf" + data) == SMALL
    assert loads(data.replace(b"\n", b"\r\n")) == SMALL


def test_what_was_made_elsewhere_is_mentioned() -> None:
    """B042: what a letter is depends on the version of the regex module, so the file names it."""
    assert SMALL.notices() == []
    older = replace(SMALL, made_by=replace(SMALL.made_by, regex="2020.1.1"))
    assert "made with regex 2020.1.1" in older.notices()[0]
    assert replace(older, split=pre_tokenizer("none")).notices() == []


def test_a_known_name_with_another_pattern_is_that_pattern() -> None:
    """A later program may know gpt2 by another pattern; the model keeps the one it was trained with."""
    model = loads(written(split={"key": "gpt2", "pattern": "a+"}))
    assert (model.split.key, model.split.pattern) == ("custom", "a+")


# -- what is refused -----------------------------------------------------------------------------------

ROWS = [[97, 98], [256, 99]]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "is empty"),
        (b" \n ", "is empty"),
        (b"\xff\xfe{", "not UTF-8 at byte 0"),
        (written().replace(b"none", b"n\xe9"), "not UTF-8 at byte"),
        (b"{", "line 1, column 2: the file ends in the middle"),
        (b'{\n"format" 1}', "line 2, column 10: this is not JSON"),
        (b"[]", "expected an object {…}, found []"),
        (b"7", "expected an object {…}, found 7"),
        (b'{"a": NaN}', "NaN is no number"),
        (b'{"format": 1, "format": 2}', 'the field "format" stands twice'),
        (b'{"a": ' + b"9" * 5000 + b"}", "is not proper JSON"),
        (b"{}", 'the field "format" is missing'),
        (written(format="gpt2"), 'format: expected "bpe-play model", found "gpt2"'),
        (written(version=2), "version: version 2 is not known here, only version 1"),
        (written(version=True), "version: version true is not known here"),
        (written(version="1"), 'version: version "1" is not known here'),
        (written(algorithm="huffman"), 'algorithm: expected "char" or "word" or "bpe" or'),
        (written(colour="red"), 'there is no field "colour" here'),
        (written(ties="random"), 'ties: expected "first-seen" or "lowest-ids", found "random"'),
        (written(split="gpt2"), "split: expected an object"),
        (written(split={"key": "gpt2"}), 'split: the field "pattern" is missing'),
        (written(split={"key": "gpt2", "pattern": None}), "split.pattern: expected a text"),
        (written(split={"key": "x", "pattern": "["}), "split.pattern: the pattern does not compile"),
        (written(split={"key": "x", "pattern": "a{1000000000}"}), "split.pattern: the pattern is too large"),
        (written(split={"key": "x", "pattern": "(" * 9000}), "split.pattern: the pattern is too large"),
        (written(merges={}), "merges: expected a list […], found an object of 0"),
        (written(merges=[[97, 98], 7]), "merges[1]: expected a list […], found 7"),
        (written(merges=[[97, 98], [97]]), "merges[1]: expected [left id, right id], found [97]"),
        (written(merges=[[97, 98, 5], [97, 99]]), "merges[1]: expected [left id, right id, count]"),
        (written(merges=[[1, 2, 3, 4]]), "merges[0]: expected [left id, right id"),
        (
            written(merges=[[97, 98], [97, -1]]),
            "merges[1][1]: expected a whole number from 0 to 256, found -1",
        ),
        (
            written(merges=[[97, 98], [97, True]]),
            "merges[1][1]: expected a whole number from 0 to 256, found true",
        ),
        (written(merges=[[97, 98], [97, 1.0]]), "merges[1][1]: expected a whole number"),
        (
            written(merges=[[97, 98], [97, 257]]),
            "merges[1]: id 257 is used before it is made, this makes 257",
        ),
        (written(merges=[[256, 97]]), "merges[0]: id 256 is used before it is made, this makes 256"),
        (written(merges=[[97, 98], [97, 98]]), "merges[1]: this pair was merged before, in merges[0]"),
        (written(merges=[[97, 98, -1]]), "merges[0][2]: expected a whole number from 0, found -1"),
        (written(special_tokens={"x": 257}), "special_tokens.x: expected a whole number from 258"),
        (written(special_tokens={"": 300}), 'special_tokens[""]: a special token has no text'),
        (written(special_tokens={"<x>": 300, "y": 300}), 'special_tokens.y: this is the same as "<x>"'),
        (written(special_tokens={"ñ": 300, "\udcc3\udcb1": 301}), 'this is the same as "\\u00f1"'),
        (written(options={"min_count": 0}), "options.min_count: expected a whole number from 1, found 0"),
        (written(options={"colour": 1}), 'options: there is no field "colour" here'),
        (written(corpus={"name": "x", "bytes": "1", "sha256": ""}), "corpus.bytes: expected a whole number"),
        (written(made_by={"regex": 1}), "made_by.regex: expected a text"),
        (written(fingerprint="0000"), "fingerprint: the content was changed since it was saved"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_damaged_file_says_where_and_what(data: bytes, problem: str) -> None:
    with pytest.raises(ModelFileError) as caught:
        loads(data, "'m.json'")
    assert problem in caught.value.title
    assert caught.value.title.startswith("'m.json'")
    assert caught.value.hint
    assert str(caught.value).isprintable()


def test_a_changed_digit_is_noticed_by_the_fingerprint() -> None:
    data = dumps(SMALL)
    with pytest.raises(ModelFileError, match="was changed since it was saved"):
        loads(data.replace("[256, 99, 4]", "[256, 98, 4]"))
    by_hand = "\n".join(line for line in data.split("\n") if "fingerprint" not in line)
    assert loads(by_hand.replace("[256, 99, 4]", "[256, 98, 4]")).merges[1] == (256, 98)


def test_what_is_too_large_is_refused_before_it_is_read() -> None:
    for data in (b"[" * (50 << 20), b'{"merges": [' + b"[]," * 1_100_000):
        with pytest.raises(ModelFileError, match="no model of ours is so large"):
            loads(data)


@pytest.mark.parametrize("opening", [b"[", b'{"a":', b"[1,"], ids=repr)
def test_deep_nesting_is_refused(opening: bytes) -> None:
    with pytest.raises(ModelFileError, match="nested too deeply"):
        loads(opening * 200_000)


def test_tokens_that_double_forever_are_refused() -> None:
    doubling = [[97, 97], *([256 + step, 256 + step] for step in range(60))]
    with pytest.raises(ModelFileError, match=r"merges\[27\]: the tokens up to here have more than"):
        loads(written(merges=doubling))


# -- damage of every kind ------------------------------------------------------------------------------


def outcome(data: bytes) -> str:
    """What comes of some bytes: the model, another valid one, or our own error; nothing else may."""
    try:
        model = loads(data)
    except ModelFileError as error:
        return "error" if str(error).isprintable() else "an error that is not harmless"
    model.tokenizer().decode(model.tokenizer().encode("ab abc's"))
    return "the model" if model == SMALL else "another"


def test_every_truncation_is_an_error() -> None:
    data = dumps(SMALL).encode().rstrip()
    assert {outcome(data[:length]) for length in range(len(data))} == {"error"}


@pytest.mark.parametrize("fingerprint", [True, False])
def test_changed_bytes_give_an_error_or_a_valid_model(fingerprint: bool) -> None:
    lines = dumps(SMALL).split("\n")
    data = "\n".join(line for line in lines if fingerprint or "fingerprint" not in line).encode()
    chance = random.Random(20)
    outcomes = set()
    for _ in range(5_000):
        damaged = bytearray(data)
        at = chance.randrange(len(data))
        damaged[at : at + chance.randrange(2)] = bytes([chance.randrange(256)][: chance.randrange(2)])
        outcomes.add(outcome(bytes(damaged)))
    assert outcomes == {"error", "the model", "another"}


# -- files ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/dev/zero", "missing/m.json", "a\0b"], ids=repr)
def test_what_is_no_file_is_said(path: str) -> None:
    with pytest.raises(ModelFileError) as caught:
        load(path)
    assert caught.value.title.startswith(repr(path))


def test_a_link_that_leads_to_itself_is_said(tmp_path: Path) -> None:
    path = tmp_path / "loop"
    path.symlink_to(path)
    with pytest.raises(ModelFileError, match="cannot be read"):
        load(path)


def test_saving_replaces_the_file_whole_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text("old")
    save(SMALL, path)
    assert load(path) == SMALL
    assert os.listdir(tmp_path) == ["m.json"]


def test_a_model_that_could_not_be_loaded_is_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text("old")
    with pytest.raises(ModelFileError, match="the model to be saved"):
        save(replace(SMALL, merges=((97, 300),), counts=None), path)
    assert path.read_text() == "old"


def test_a_folder_that_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="cannot be written: no such file or directory"):
        save(SMALL, tmp_path / "missing" / "m.json")


def test_ours_are_told_from_other_files(tmp_path: Path) -> None:
    assert is_model(dumps(SMALL).encode()[:100])
    assert not is_model(b'{"version": "1.0", "model": {"type": "BPE"}}')
