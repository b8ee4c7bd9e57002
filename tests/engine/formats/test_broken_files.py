"""Broken files: which file, which place, what was expected. Each way to be broken is told apart."""

from __future__ import annotations

import json
import random
from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bpe_play.engine.byte_letters import LETTERS
from bpe_play.engine.errors import EngineError
from bpe_play.engine.formats import FORMATS, open_tokenizer, save_tokenizer
from bpe_play.engine.merges import SINGLE_BYTES
from bpe_play.engine.published import packed
from bpe_play.engine.tokenizer import Tokenizer

WRITTEN = [known.key for known in FORMATS.values() if known.save]
Trained = Callable[[str], Tokenizer]
BYTE_LINES = [b64encode(byte) + b" %d" % rank for rank, byte in enumerate(SINGLE_BYTES)]
RANKS = [*BYTE_LINES, b64encode(b"ab") + b" 256", b64encode(b"abc") + b" 257"]


def lines(*of: bytes) -> bytes:
    return b"".join(line + b"\n" for line in of)


def broken(path: Path, data: bytes, message: str) -> None:
    """The file does not open, and the message begins with its name."""
    path.write_bytes(data)
    with pytest.raises(EngineError, match=message) as caught:
        open_tokenizer(path)
    assert path.name in caught.value.title
    assert caught.value.hint


WRONG: list[tuple[str, bytes, str]] = [
    ("nothing", b"", "the file is empty"),
    ("a mark and no text", b"\xef\xbb\xbf \n", "the file is empty"),
    ("a web page", b"\n<!DOCTYPE html>\n<html>", "this is a web page"),
    ("a pointer", b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "pointer to a large file"),
    ("an archive", b"PK\x03\x04....", "this is an archive"),
    ("a compressed file", b"\x1f\x8b\x08....", "this is an archive"),
    ("a pickle", b"\x80\x04\x95....", "this is a pickle"),
    ("half a sentencepiece model", b"\n\x0e\n\x05<unk>\x15\x00", "or a damaged one: it ends too early"),
    ("prose", b"Alice was beginning to get very tired", "no tokenizer file that is known here"),
    ("another JSON", b'{"error": "not found"}', "is JSON, but no tokenizer"),
    ("a number", b"17", "no tokenizer file that is known here"),
    ("half a JSON", b'{"model": {"type": "BPE", "vo', "line 1, column 2.: the file ends in the middle"),
    ("bad JSON", b'{"model": }', "line 1, column 11: this is not JSON"),
    ("a field twice", b'{"model": 1, "model": 2}', 'the field "model" stands twice'),
    ("deep JSON", b"[" * 100_000 + b"]" * 100_000, "nested too deeply"),
    ("not UTF-8", b'{"model": "\xff"}', "byte 11 is not UTF-8"),
    ("half a character", b'{"model": {"x": "\\ud800"}}', "half a character"),
    ("a huge number", b"[[" + b"9" * 5000 + b", 1]]", "integer"),
]


@pytest.mark.parametrize(("data", "message"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_files_that_are_something_else(data: bytes, message: str, tmp_path: Path) -> None:
    broken(tmp_path / "x.json", data, message)


RANK_FILES: list[tuple[str, bytes, str]] = [
    (
        "one rank, two tokens",
        lines(*RANKS, b64encode(b"xy") + b" 256"),
        "line 259: the rank 256 belongs to .* line 257",
    ),
    (
        "one token, two ranks",
        lines(*RANKS, b64encode(b"ab") + b" 300"),
        "line 259: this token stands in line 257",
    ),
    ("a missing byte", lines(*RANKS[:65], *RANKS[66:]), "no token for the byte 0x41"),
    ("missing bytes", lines(*RANKS[2:]), "the byte 0x00 and 1 others"),
    ("cut in a token", lines(*RANKS) + b"eHl6", "line 259: the file ends in the middle of this line"),
    (
        "cut in a rank",
        lines(*RANKS) + b64encode(b"xyz") + b" 25",
        "line 259: the file ends in the middle of the rank 258",
    ),
    ("no Base64", lines(*RANKS, b"e!!= 300"), 'line 259: expected a token in Base64.*found "e!!= 300"'),
    ("bad padding", lines(*RANKS, b"eHl6e 300"), "line 259: expected a token in Base64"),
    ("no rank", lines(*RANKS, b64encode(b"xy")), "line 259: expected a token"),
    ("a negative rank", lines(*RANKS, b64encode(b"xy") + b" -1"), "line 259: expected a token"),
    ("a rank too high", lines(*RANKS, b64encode(b"xy") + b" 9999999999"), "line 259: expected a token"),
]


@pytest.mark.parametrize(
    ("data", "message"), [row[1:] for row in RANK_FILES], ids=[row[0] for row in RANK_FILES]
)
def test_rank_files(data: bytes, message: str, tmp_path: Path) -> None:
    broken(tmp_path / "x.tiktoken", data, message)


def test_a_published_file_downloaded_by_half(tmp_path: Path) -> None:
    data = packed.rank_file("r50k_base")
    cut = data.rindex(b"\n", 0, len(data) // 2) + 4
    broken(tmp_path / "x.tiktoken", data[:cut], "the file ends in the middle of this line")


MINBPE: list[tuple[str, bytes, str]] = [
    ("another version", lines(b"minbpe v2", b"", b"0"), 'line 1: expected "minbpe v1", found "minbpe v2"'),
    ("cut", b"minbpe v1\n", "line 2: the file ends where the pattern should stand"),
    ("no count", lines(b"minbpe v1", b"", b"many"), "line 3: expected how many special tokens"),
    (
        "specials missing",
        lines(b"minbpe v1", b"", b"2", b"<a> 300"),
        "line 5: the file ends where a special token",
    ),
    ("a bad special", lines(b"minbpe v1", b"", b"1", b"<a>"), "line 4: expected a special token and its id"),
    ("a bad pair", lines(b"minbpe v1", b"", b"0", b"97 98", b"97"), 'line 5: expected two ids, found "97"'),
    ("cut in a pair", b"minbpe v1\n\n0\n97 98\n97", "line 5: the file ends in the middle of a pair"),
    (
        "an id too early",
        lines(b"minbpe v1", b"", b"0", b"97 256"),
        "line 4: there is no id 256 before this pair",
    ),
    ("a pair twice", lines(b"minbpe v1", b"", b"0", b"97 98", b"97 98"), "line 5: the pair .* in line 4"),
    ("a bad pattern", lines(b"minbpe v1", b"[", b"0"), "line 2: The pattern does not compile"),
    (
        "a clash",
        lines(b"minbpe v1", b"", b"1", b"<a> 97"),
        "The id 97 is both a special token and a learned one",
    ),
]


@pytest.mark.parametrize(("data", "message"), [row[1:] for row in MINBPE], ids=[row[0] for row in MINBPE])
def test_minbpe_models(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "x.model"
    path.write_bytes(data)
    with pytest.raises(EngineError, match=message):
        open_tokenizer(path)


PAIRS: list[tuple[str, str]] = [
    ("[[97, 98], [97]]", r"pair 1: expected a list of two ids, found \[97\]"),
    ("[[97, true]]", "pair 0: expected a list of two ids"),
    ("[[97, 300]]", "pair 0: there is no id 300 before this pair makes 256"),
    ("[[-1, 97]]", "pair 0: there is no id -1"),
    ("[[97, 98], [97, 98]]", "pair 1: the pair .* stood before, in pair 0"),
    (json.dumps([[97, 97]] + [[256 + n, 256 + n] for n in range(40)]), "more than 256 MB"),
]


@pytest.mark.parametrize(("text", "message"), PAIRS)
def test_lists_of_pairs(text: str, message: str, tmp_path: Path) -> None:
    broken(tmp_path / "x.json", text.encode(), message)


MERGES: list[tuple[str, list[Any], str]] = [
    ("no texts", [["a", 7]], r"model\.merges\[0\]: expected two tokens"),
    ("numbers", [["a", "b"], [1, 2]], r"model\.merges\[1\]: expected two tokens"),
    ("lists", [[["a"], ["b"]]], r"model\.merges\[0\]: expected two tokens"),
    ("three, and then one", [["a", "b", "a"], ["b"]], r"model\.merges\[0\]: expected two tokens"),
    ("two spaces, and then none", ["a b a", "b"], r"model\.merges\[0\]: expected two tokens"),
    ("both ways", ["a b", ["ab", "a", "b"]], r"model\.merges\[1\]: expected two tokens"),
    ("no token", [["a", "b"], ["a", "zzz"]], r"model\.merges\[1\]: the vocabulary has no token 'zzz'"),
    ("no joined token", [["a", "b"], ["b", "a"]], r"model\.merges\[1\]: the vocabulary has no token 'ba'"),
    (
        "twice",
        [["a", "b"], ["a", "b"]],
        r"model\.merges\[1\]: this merge stood before, in model\.merges\[0\]",
    ),
]


@pytest.mark.parametrize(("merges", "message"), [row[1:] for row in MERGES], ids=[row[0] for row in MERGES])
def test_merges_of_hugging_face(merges: list[Any], message: str, tmp_path: Path) -> None:
    vocab = {**{letter: value for value, letter in enumerate(LETTERS)}, "ab": 256}
    document = {
        "model": {"type": "BPE", "vocab": vocab, "merges": merges},
        "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False},
    }
    broken(tmp_path / "x.json", json.dumps(document).encode(), message)


def test_one_of_two_files(trained: Trained, tmp_path: Path) -> None:
    save_tokenizer(trained("gpt2"), tmp_path / "vocab.json", "gpt2")
    assert open_tokenizer(tmp_path / "merges.txt").encode("ab") == open_tokenizer(tmp_path).encode("ab")
    (tmp_path / "merges.txt").write_bytes(b"#version: 0.2\na b c\n")
    broken_at = pytest.raises(EngineError, match=r"merges\.txt, line 2: expected two tokens")
    with broken_at:
        open_tokenizer(tmp_path / "vocab.json")
    (tmp_path / "merges.txt").unlink()
    with pytest.raises(EngineError, match=r"there is no merges\.txt beside it"):
        open_tokenizer(tmp_path / "vocab.json")


@pytest.mark.parametrize("name", ["missing.json", "fol\0der", ""])
def test_paths_that_lead_nowhere(name: str, tmp_path: Path) -> None:
    with pytest.raises(EngineError):
        open_tokenizer(tmp_path / name)


def test_a_pattern_where_the_file_has_its_own(trained: Trained, tmp_path: Path) -> None:
    save_tokenizer(trained("gpt2"), tmp_path / "tokenizer.json", "tokenizer.json")
    with pytest.raises(EngineError, match="has its own split"):
        open_tokenizer(tmp_path / "tokenizer.json", pattern="none")


@pytest.mark.parametrize("key", WRITTEN)
def test_changed_bytes_open_or_are_refused_but_nothing_else(
    key: str, trained: Trained, tmp_path: Path
) -> None:
    """No file content may end in anything but a tokenizer or an EngineError."""
    path = tmp_path / ("vocab.json" if key == "gpt2" else "file")
    save_tokenizer(trained("gpt2"), path, key)
    target = tmp_path / "merges.txt" if key == "gpt2" else path
    whole, rng = target.read_bytes(), random.Random(key)
    for _ in range(150):
        target.write_bytes(mutated(whole, rng))
        with suppress(EngineError):
            open_tokenizer(target).encode("abc <|end|> 123")


def mutated(data: bytes, rng: random.Random) -> bytes:
    """Some bytes changed, a part cut out, doubled, or the end lost."""
    start, end = sorted(rng.sample(range(len(data)), 2))
    kinds: list[Callable[[], bytes]] = [
        lambda: data[:start],
        lambda: data[:start] + data[start + rng.randint(1, 9) :],
        lambda: data[:start] + bytes([rng.randrange(256)]) + data[start + 1 :],
        lambda: (
            data[:start]
            + rng.choice([b'"', b"}", b"null", b"-1", b"\n", b" ", b"[", b"\\u0000"])
            + data[start:]
        ),
        lambda: data[:end] + data[start:],
    ]
    return rng.choice(kinds)()


def test_wrong_types_anywhere_in_a_tokenizer_json(
    byte_level: Callable[..., Any], changed: Callable[..., Path]
) -> None:
    """Every value, at every depth, replaced by a value of another type."""
    from tokenizers import pre_tokenizers as pre

    theirs = byte_level(pre.Sequence([pre.Split("a", "isolated"), pre.Digits(), pre.ByteLevel()]), size=300)
    document = json.loads(theirs.to_str())
    for place in places(document):
        for value in (None, 7, "x", [], {}, [1], {"type": 1}):

            def put(changing: Any, place: tuple[Any, ...] = place, value: Any = value) -> None:
                for step in place[:-1]:
                    changing = changing[step]
                changing[place[-1]] = value

            with suppress(EngineError):
                open_tokenizer(changed(theirs, put)).encode("a 1")


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where the values of a document are; of long lists and objects, the first two."""
    items = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    found = []
    for key, inner in items if len(items) < 20 else items[:2]:
        found.append((*path, key))
        if isinstance(inner, dict | list):
            found += places(inner, (*path, key))
    return found
