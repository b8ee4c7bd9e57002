"""`bpe-play encode` and `decode`: there and back, as of any step, with any bytes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bpe_play.engine import pre_tokenizer
from bpe_play.engine.merges import TieRule
from bpe_play.engine.model_file import Model, load, save

Cli = Callable[..., Any]

HOSTILE = [
    b"",
    b"lowest newest lower",
    "café — naïve — 日本語 👩‍👧".encode(),
    b"\xff\xfe a \xe2\x80",
    b"a\x00b\x1b[2J\r\n\x85 \xe2\x80\xa8",
    b"hello\nworld\n\n a  b \t",
]


@pytest.mark.parametrize("data", HOSTILE, ids=range(len(HOSTILE)))
def test_there_and_back_through_json(cli: Cli, model: str, data: bytes) -> None:
    encoded = cli("encode", model, "--json", stdin=data)
    value = encoded.lines[0]
    assert list(value) == ["ids", "tokens"]
    assert b"".join(map(bytes.fromhex, value["tokens"])) == data
    assert value["ids"] == load(model).tokenizer().encode(data)
    assert cli("decode", model, stdin=encoded.out).out == data
    assert cli("decode", model, *map(str, value["ids"])).out == data


def test_the_exact_json(cli: Cli, model: str) -> None:
    assert cli("encode", model, "--json", "--text", "lo ñ").out == (
        b'{"ids":[259,32,195,177],"tokens":["6c6f","20","c3","b1"]}\n'
    )


def test_as_of_a_step(cli: Cli, model: str) -> None:
    encode = ["encode", model, "--text", "west", "--json", "--step"]
    assert cli(*encode, "0").lines[0]["ids"] == [119, 101, 115, 116]
    assert cli(*encode, "1").lines[0]["ids"] == [256, 115, 116]
    assert cli(*encode, "3").lines[0]["ids"] == [258]
    ran = cli(*encode, "10")
    assert ran.status == 2
    assert ran.err == "bpe-play encode: --step 10 is beyond the last merge: the model has 9 merges\n"


def test_options_may_stand_anywhere(cli: Cli, model: str, tmp_path: Path) -> None:
    source = tmp_path / "text"
    source.write_bytes(b"lo")
    orders = [[model, "--json", str(source)], ["--json", model, str(source)], [model, str(source), "--json"]]
    assert {cli("encode", *words).out for words in orders} == {b'{"ids":[259],"tokens":["6c6f"]}\n'}


def test_a_table_for_people_shows_each_token_and_nothing_raw(cli: Cli, model: str) -> None:
    ran = cli("encode", model, "--text", "lo\x1b ñ")
    assert ran.out.decode().splitlines() == ["259  lo", " 27  \\x1b", " 32  ␣", "195  ⟨C3⟩", "177  ⟨B1⟩"]


def test_an_argument_that_is_not_utf8_is_the_bytes_it_was(cli: Cli, model: str) -> None:
    assert cli("encode", model, "--json", "--text", "a\udcff").lines[0]["ids"] == [97, 255]


def test_special_tokens_in_three_ways(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    specials = {"<|e|>": 300, "<|e|>x": 301}
    save(Model(pre_tokenizer("none"), TieRule.FIRST_SEEN, ((60, 124),), specials=specials), path)
    encode = ["encode", str(path), "--json", "--text", "<|e|>x", "--special"]
    assert cli(*encode, "special").lines[0] == {"ids": [301], "tokens": ["3c7c657c3e78"]}
    assert cli(*encode, "text").lines[0]["ids"] == [256, 101, 124, 62, 120]
    assert cli(*encode[:-1]).lines[0]["ids"] == [256, 101, 124, 62, 120]
    ran = cli(*encode, "error")
    assert (ran.status, ran.out) == (2, b"")
    assert "spells the special token <|e|>x at byte 0" in ran.err


@pytest.mark.parametrize("ids", ["72,105", "[72, 105]", " 72\t105 ", '{"ids":[72,105]}'])
def test_ids_may_be_written_in_several_ways(cli: Cli, model: str, ids: str) -> None:
    assert cli("decode", model, ids).out == b"Hi"
    assert cli("decode", model, stdin=ids.encode() + b"\n").out == b"Hi"


def test_decoded_bytes_are_written_as_they_are(cli: Cli, model: str) -> None:
    assert cli("decode", model, "13", "10", "27", "255", "0").out == b"\r\n\x1b\xff\x00"


@pytest.mark.parametrize(
    ("ids", "problem"),
    [
        ("x", "'x' in line 2 is no token id"),
        ("-1", "'-1' in line 2 is no token id"),
        ("1.5", "'1.5' in line 2 is no token id"),
        ("٣", "'٣' in line 2 is no token id"),
        ("9" * 5000, "is no token id"),
        ('{"tokens":[]}', "There is no list of ids in line 2"),
        ('{"ids":[true]}', "'True' in line 2 is no token id"),
        ('{"ids":' + "[" * 100_000, "There is no list of ids in line 2"),
        ("999", "No token has the id 999"),
    ],
)
def test_what_is_no_id_is_said_and_nothing_is_written(cli: Cli, model: str, ids: str, problem: str) -> None:
    ran = cli("decode", model, stdin=b"72\n" + ids.encode())
    assert (ran.status, ran.out) == (2, b"")
    assert problem in ran.err
    assert ran.err.count("\n") == 1


def test_the_pattern_of_the_model_is_used_after_loading(cli: Cli, tmp_path: Path) -> None:
    """B039, B045: a model cannot be used with another pattern by mistake, since its own is in the file."""
    path = str(tmp_path / "m.json")
    cli("train", "-", "--vocab-size", "258", "--split", r"\p{N}{1,3}", "-o", path, stdin=b"123 123")
    assert cli("encode", path, "--text", "123", "--json").lines[0]["ids"] == [257]
    pattern = r" ?\p{L}+|\s+"
    cli("train", "-", "--vocab-size", "258", "--split", pattern, "-o", path, stdin=b" ab ab ab")
    assert load(path).split.pattern == pattern
    assert cli("encode", path, "--text", " ab ab", "--json").lines[0]["tokens"] == ["206162", "206162"]


@pytest.mark.parametrize(
    ("case", "pattern", "text"),
    [
        ("B040", "none", b"it's  two"),
        ("B040", "gpt2", b"it's  two"),
        ("B043", "(ab|cd)+", b"abcdabcd"),
        ("B044", r"\w+", b"ab cd!"),
    ],
)
def test_nothing_is_lost_between_the_matches_of_a_pattern(
    cli: Cli, tmp_path: Path, case: str, pattern: str, text: bytes
) -> None:
    """Groups and gaps do no harm, and "no split" is a choice that has a name and is kept as such."""
    path = str(tmp_path / "m.json")
    cli("train", "-", "--vocab-size", "270", "--split", pattern, "-o", path, stdin=text * 3)
    assert load(path).split == pre_tokenizer(pattern), case
    assert cli("decode", path, stdin=cli("encode", path, "--json", stdin=text).out).out == text, case


def test_a_model_may_come_through_a_pipe(program: Cli, model: str, tmp_path: Path) -> None:
    with open(model, "rb") as stream:
        ran = program("encode", "/dev/stdin", "--text", "lo", "--json", stdin=stream.read())
    assert json.loads(ran.out)["ids"] == [259]


def test_a_published_vocabulary_by_name(cli: Cli) -> None:
    ran = cli("encode", "gpt2", "--json", "--text", "Hello, world!")
    assert ran.lines[0]["ids"] == [15496, 11, 995, 0]
    assert cli("decode", "gpt2", "15496", "11", "995", "0").out == b"Hello, world!"


def test_a_file_of_another_program(cli: Cli, shared: Path) -> None:
    path = str(shared / "vocabularies" / "r50k_base.tiktoken")
    assert cli("encode", path, "--json", "--text", "Hello, world!").lines[0]["ids"] == [15496, 11, 995, 0]


def test_a_file_that_is_no_tokenizer_is_said(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(b"<!doctype html><p>\x1b[2J")
    ran = cli("encode", str(path), "--text", "x")
    assert (ran.status, ran.out) == (2, b"")
    assert "page.html" in ran.err
    assert ran.err[:-1].isprintable()


def test_another_regex_module_is_mentioned_where_it_may_cut_otherwise(
    cli: Cli, model: str, tmp_path: Path
) -> None:
    path = tmp_path / "older.json"
    with open(model, encoding="ascii") as stream:
        value = json.load(stream)
    value["made_by"]["regex"] = "2020.1.1"
    path.write_text(json.dumps(value))
    ascii_text = cli("encode", str(path), "--text", "lo", "--json")
    assert (ascii_text.lines[0]["ids"], ascii_text.err) == ([259], "")
    assert "made with regex 2020.1.1" in cli("encode", str(path), "--text", "ló").err
    assert "made with regex 2020.1.1" in cli("encode", str(path), stdin=b"lo").err
