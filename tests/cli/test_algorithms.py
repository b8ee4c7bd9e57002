"""Every algorithm on the command line: trained, saved, and taken wherever a MODEL is."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bpe_play.engine.algorithms.table import ALGORITHMS

Cli = Callable[..., Any]
TEXT = "the press"


@pytest.fixture
def saved(cli: Cli, tmp_path: Path) -> Callable[[str], str]:
    """The path of a model that an algorithm has learned from the English corpus."""

    def save(key: str) -> str:
        path = str(tmp_path / f"{key}.json")
        ran = cli("train", "english", "--vocab-size", "400", "--algorithm", key, "-o", path)
        assert ran.status == 0, ran.err
        assert f"saved in {path}" in ran.err
        return path

    return save


@pytest.mark.parametrize("key", ALGORITHMS)
def test_a_saved_model_encodes_decodes_and_streams(cli: Cli, saved: Callable[[str], str], key: str) -> None:
    path = saved(key)
    ids = cli("encode", path, "--text", TEXT, "--json").lines[0]["ids"]
    assert cli("decode", path, *map(str, ids)).out == TEXT.encode()
    streamed = cli("stream", path, "--text", TEXT, "--json").lines
    assert "".join(step["sent"]["incremental"] for step in streamed) == TEXT
    assert [step["id"] for step in streamed[:-1]] == ids


@pytest.mark.parametrize("key", [key for key in ALGORITHMS if key != "unigram"])
def test_it_encodes_as_of_a_step(cli: Cli, saved: Callable[[str], str], key: str) -> None:
    path = saved(key)
    first = cli("encode", path, "--text", "THE PRESS the", "--step", "0", "--json").lines[0]["ids"]
    last = cli("encode", path, "--text", "THE PRESS the", "--json").lines[0]["ids"]
    assert first != last
    beyond = cli("encode", path, "--text", TEXT, "--step", "99999")
    assert (beyond.status, beyond.out) == (2, b"")
    assert "is beyond the last" in beyond.err


def test_of_unigram_it_is_said_that_there_are_no_steps(cli: Cli, saved: Callable[[str], str]) -> None:
    ran = cli("encode", saved("unigram"), "--text", TEXT, "--step", "3")
    assert ran.status == 2
    assert "last round" in ran.err


@pytest.mark.parametrize("key", ["char", "word", "bpe-char", "wordpiece", "unigram"])
def test_what_unknown_tokens_swallow_is_said(cli: Cli, saved: Callable[[str], str], key: str) -> None:
    ran = cli("encode", saved(key), "--text", "the 日本")
    assert "unknown token" in ran.err
    assert "swallowed" in ran.err


def test_models_of_algorithms_are_compared(cli: Cli, saved: Callable[[str], str]) -> None:
    word, gpt2 = saved("word"), "gpt2"
    rows = cli("compare", word, gpt2, "--text", "the ñandú", "--json").lines
    assert rows[0]["unknown_characters"] == 6
    assert "unknown_characters" not in rows[1]
    table = cli("compare", word, gpt2, "--text", "the ñandú").out.decode()
    assert "1 unknown token swallowed 6 characters" in table
    assert "unknown(␣ñandú)" in table


@pytest.mark.parametrize("key", ["wordpiece", "unigram"])
def test_a_saved_model_is_measured_as_what_it_is(cli: Cli, saved: Callable[[str], str], key: str) -> None:
    """A model from a file gives the figures of the algorithm trained on the spot."""
    path = saved(key)
    options = ("english", "--part", "words", "--json")
    trained = cli(
        "measure", "sides", *options, "--algorithm", key, "--algorithm", "bpe", "--vocab-size", "400"
    )
    loaded = cli("measure", "sides", *options, "--model", path, "--algorithm", "bpe", "--vocab-size", "400")
    assert loaded.status == 0
    assert loaded.lines == trained.lines


def test_the_fingerprint_is_said_and_stands_in_the_file(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    said = cli("train", "tiny", "--vocab-size", "60", "--algorithm", "wordpiece", "-o", str(path)).err
    mark = json.loads(path.read_bytes())["fingerprint"]
    assert f"fingerprint {mark[:4]}" in said


def test_a_model_that_cannot_be_written_is_refused_before_the_training(cli: Cli, tmp_path: Path) -> None:
    path = str(tmp_path / "nowhere" / "m.json")
    ran = cli("train", "english", "--vocab-size", "400", "--algorithm", "unigram", "-o", path)
    assert (ran.status, ran.out) == (2, b"")
    assert "There is no folder" in ran.err


def test_the_limit_of_wordpiece_for_words_can_be_moved(cli: Cli, tmp_path: Path) -> None:
    """Of 101 letters a, BERT's limit of 100 makes one [UNK]."""
    corpus, model = tmp_path / "a.txt", str(tmp_path / "m.json")
    corpus.write_text("a" * 101 + "\n" + "a" * 101)
    train = ("train", str(corpus), "--algorithm", "wordpiece", "--vocab-size", "20", "-o", model)
    assert "more than 100 characters" in cli(*train).err
    assert "more than" not in cli(*train, "--longest-word", "101").err
    assert (
        "does not heed --longest-word"
        in cli("train", "tiny", "--algorithm", "char", "--vocab-size", "20", "--longest-word", "9").err
    )
