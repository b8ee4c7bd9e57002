"""Whatever a user gets wrong is one line on standard error and exit status 2, never a traceback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]

TRAIN = ["train", "tiny", "--vocab-size", "300"]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["train", "tiny"], "--vocab-size"),
        (["train", "--vocab-size", "300"], "SOURCE"),
        (["train", "tiny", "--vocab-size", "255"], "'255' is not a whole number from 256 to 1,000,000"),
        (["train", "tiny", "--vocab-size", "1000001"], "'1000001' is not a whole number"),
        (["train", "tiny", "--vocab-size", "many"], "'many' is not a whole number"),
        (["train", "tiny", "--vocab-size", "1_000"], "'1_000' is not a whole number"),
        (["train", "tiny", "--vocab", "300"], "--vocab"),
        ([*TRAIN, "--min-count", "0"], "'0' is not a whole number from 1 up"),
        ([*TRAIN, "--ties", "random"], "invalid choice: 'random'"),
        ([*TRAIN, "--algorithm", "huffman"], "invalid choice: 'huffman'"),
        ([*TRAIN, "--split", "gpt3"], "There is no split named 'gpt3'"),
        ([*TRAIN, "--split", ""], "There is no split named ''"),
        ([*TRAIN, "--split", "["], "The pattern does not compile"),
        ([*TRAIN, "--split", r"\p{Nope}"], "The pattern does not compile"),
        ([*TRAIN, "--split", "a{1000000000}"], "The pattern is too large"),
        ([*TRAIN, "--split", "a(?R)?b"], "The pattern calls itself"),
        ([*TRAIN, "-o", "/no/such/folder/m.json"], "There is no folder '/no/such/folder'"),
        ([*TRAIN, "-o", "/dev/null"], "'/dev/null' is a folder or a device"),
        ([*TRAIN, "-o", "/"], "'/' is a folder or a device"),
        ([*TRAIN, "more"], "unrecognized arguments: more"),
        (["train", "tinny", "--vocab-size", "300"], "Did you mean tiny?"),
        (["train", "./tinny", "--vocab-size", "300"], "cannot be read"),
        (["train", "/dev/zero", "--vocab-size", "300"], "is a device or a socket"),
        (["train", "a\0b", "--vocab-size", "300"], "cannot be read"),
        (["encode"], "MODEL"),
        (["encode", "nowhere", "--text", "x"], "no file and no published vocabulary named 'nowhere'"),
        (["encode", "/", "--text", "x"], "There is no tokenizer in the folder /"),
        (["encode", "/dev/zero", "--text", "x"], "'/dev/zero' is a folder or a device"),
        (["encode", "a\0b", "--text", "x"], "a\\x00b"),
        (["decode", "nowhere", "1"], "no file and no published vocabulary named 'nowhere'"),
        (["corpora", "english"], "unrecognized arguments: english"),
        (["nofile.txt"], "There is no file and no corpus named 'nofile.txt'"),
        (["--split", "(", "tiny"], "The pattern does not compile"),
        (["--no-mouse", "train"], "The command train stands after options"),
        (["--theme", "pink"], "invalid choice: 'pink'"),
        (["--frobnicate"], "unrecognized arguments: --frobnicate"),
    ],
    ids=str,
)
def test_one_line_and_status_2(cli: Cli, words: list[str], problem: str) -> None:
    ran = cli(*words)
    assert (ran.status, ran.out) == (2, b"")
    assert problem in ran.err
    assert ran.err.startswith("bpe-play")
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    "words",
    [
        ["train", "x\x1b]0;title\x07\n\u202ey", "--vocab-size", "300"],
        ["encode", "x\x1b[2J\u202e\udcff", "--text", "a"],
        ["train", "tiny", "--vocab-size", "\x1b[31m9"],
        ["train", "tiny", "--vocab-size", "300", "--\x1b[31m\u202e"],
        ["train", "tiny", "--vocab-size", "300", "--split", "(\x1b[31m\u202e"],
        ["decode", "gpt2", "\x1b[2J\u202e"],
        ["\x1b[2J\u202e"],
    ],
    ids=str,
)
def test_hostile_words_come_back_harmless(cli: Cli, words: list[str]) -> None:
    ran = cli(*words)
    assert ran.status == 2
    assert ran.err.endswith("\n")
    assert ran.err[:-1].isprintable()


def test_both_a_source_and_a_text_are_one_too_many(cli: Cli, model: str) -> None:
    assert "both a SOURCE and a --text" in cli("encode", model, "tiny", "--text", "a").err


def test_a_damaged_model_says_where(cli: Cli, model: str, tmp_path: Path) -> None:
    path = tmp_path / "cut.json"
    with open(model, encoding="ascii") as stream:
        path.write_text(stream.read()[:-20])
    ran = cli("encode", str(path), "--text", "x")
    assert (ran.status, ran.out) == (2, b"")
    assert f"{str(path)!r}, line " in ran.err
    assert "the file ends in the middle: it was cut off" in ran.err


def test_a_file_that_cannot_be_written_is_said(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("bpe_play.engine.atomic.write_atomically", full)
    ran = cli("train", "tiny", "--vocab-size", "257", "-o", str(tmp_path / "m.json"))
    assert ran.status == 2
    assert "cannot be written: no space left on device" in ran.err


def test_a_fault_of_the_program_is_one_line_too(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bpe_play.tui.commands.corpora.CORPORA", None)
    ran = cli("corpora")
    assert ran.status == 2
    assert "a fault in the program, TypeError" in ran.err
    assert ran.err.count("\n") == 1
    monkeypatch.setenv("BPE_PLAY_DEBUG", "1")
    with pytest.raises(TypeError):
        cli("corpora")
