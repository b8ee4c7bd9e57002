"""Files that nobody would choose, as corpus and as model: learned from, or one line and exit status 2."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bpe_play.corpora import reading

Cli = Callable[..., Any]
CHECKOUT = Path(__file__).parents[2]
MEGABYTES = 1 << 20

TEXTS: dict[str, bytes] = {
    "empty": b"",
    "one byte": b"\xff",
    "a byte order mark": b"\xef\xbb\xbf" + "ñandú".encode(),
    "UTF-16": "ñandú ñandú".encode("utf-16"),
    "Latin-1": "ñandú ñandú".encode("latin-1"),
    "binary": bytes(range(256)) * 4,
    "NUL": b"\0" * 1000,
    "a long line": b"ab" * 20_000,
    "line ends of all kinds": b"a\r\nb\rc\n\x85\x0b\x0c" + "\u2028\u2029".encode(),
}


@pytest.mark.parametrize("split", ["none", "gpt2", r"\w+"])
@pytest.mark.parametrize("data", TEXTS.values(), ids=TEXTS)
def test_any_bytes_are_a_corpus(cli: Cli, tmp_path: Path, data: bytes, split: str) -> None:
    path, model = tmp_path / "text", tmp_path / "m.json"
    path.write_bytes(data)
    ran = cli("train", str(path), "--vocab-size", "262", "--split", split, "--json", "-o", str(model))
    assert ran.status == 0
    tokens = ran.lines[-1]["tokens_after"] if ran.lines else len(data)
    ran = cli("encode", str(model), str(path), "--json")
    (encoded,) = ran.lines
    assert len(encoded["ids"]) == tokens
    assert bytes.fromhex("".join(encoded["tokens"])) == data


def test_a_name_with_a_line_end_and_escape_sequences(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "a\nb\x1b[2J\x1b]0;x\x07\u202e[red]\udcff"
    path.write_bytes(b"abab abab")
    trained = cli("train", str(path), "--vocab-size", "258", "-o", str(path) + ".json")
    assert trained.status == 0
    assert not {"\x1b", "\x07", "\u202e"} & set(trained.err)
    assert cli("encode", str(path) + ".json", str(path), "--json").status == 0
    damaged = cli("encode", str(path), "--text", "x")
    assert damaged.status == 2
    assert damaged.err[:-1].isprintable()


def test_a_pipe_is_read_to_its_end(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(b"abab abab",))
    writer.start()
    ran = cli("train", str(path), "--vocab-size", "257", "--split", "none", "--json")
    writer.join()
    assert [step["tokens_after"] for step in ran.lines] == [5]


def _loop(path: Path) -> None:
    path.symlink_to(path)


def _two_gigabytes(path: Path) -> None:
    with path.open("wb") as stream:
        stream.truncate(2 << 30)


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))


UNREADABLE: dict[str, tuple[Callable[[Path], object], str, str]] = {
    "a link to itself": (_loop, "too many levels of symbolic links", "too many levels"),
    "a link to nothing": (lambda path: path.symlink_to("nowhere"), "no such file", "no such file"),
    "an empty folder": (Path.mkdir, "holds no file to read", "no tokenizer in the folder"),
    "two gigabytes": (_two_gigabytes, "larger than 1,073,741,824 bytes", "larger than 256 MB"),
    "a socket": (_socket, "is a device or a socket", "a folder or a device"),
}


@pytest.mark.parametrize(("make", "as_corpus", "as_model"), UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read_is_one_line(
    cli: Cli, tmp_path: Path, make: Callable[[Path], object], as_corpus: str, as_model: str
) -> None:
    path = tmp_path / "it"
    make(path)
    for words, says in (
        (["train", str(path), "--vocab-size", "300"], as_corpus),
        (["encode", str(path), "--text", "a"], as_model),
        (["encode", "gpt2", str(path)], as_corpus),
    ):
        ran = cli(*words)
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, b"", 1)
        assert says in ran.err


@pytest.mark.parametrize(
    "error", [PermissionError(13, "Permission denied"), OSError(116, "Stale file handle")]
)
def test_what_fails_when_it_is_opened_is_one_line(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError
) -> None:
    """Also as root, whom no permission stops."""
    path = tmp_path / "it"
    path.write_bytes(b"abab")

    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(reading, "open", fails, raising=False)
    ran = cli("train", str(path), "--vocab-size", "300")
    assert (ran.status, ran.out) == (2, b"")
    assert str(error.strerror).lower() in ran.err


def test_a_file_that_vanishes_or_shrinks_while_it_is_read(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was there when its size was asked for; what is left of it is what is read."""
    path = tmp_path / "it"
    path.write_bytes(b"ab" * 5_000)
    fstat = os.fstat

    def shrinks(handle: int) -> os.stat_result:
        found = fstat(handle)
        path.write_bytes(b"abab")
        path.unlink()
        return found

    monkeypatch.setattr(reading.os, "fstat", shrinks)
    ran = cli("train", str(path), "--vocab-size", "257", "--split", "none", "--json")
    assert [step["tokens_after"] for step in ran.lines] == [2]
    assert cli("train", str(path), "--vocab-size", "257").status == 2


class TestMemory:
    """What a file can make the program take is bounded, whatever is in it: it runs with no more than that."""

    @staticmethod
    def within(memory: int, *words: str) -> tuple[int, str]:
        """Exit status and what was said, by a program that gets so many bytes of memory."""
        command = ["sh", "-c", 'ulimit -v "$1"; shift; exec "$@"', "sh", str(memory // 1024)]
        done = subprocess.run(
            [*command, sys.executable, "-m", "bpe_play", *words],
            capture_output=True,
            text=True,
            env=os.environ | {"PYTHONPATH": str(CHECKOUT / ".dev")},
            check=False,
        )
        return done.returncode, done.stderr

    @pytest.mark.parametrize(
        ("data", "says"),
        [
            (b"[" * (50 * MEGABYTES), "more than 4,000,000 lists"),
            (b'{"a":' * (10 * MEGABYTES), "more than 4,000,000 lists"),
            (b"[" * 3_000_000, "nested too deeply"),
            (b'{"a":[' + b"100," * (12 * MEGABYTES) + b"1]}", "more than 12,000,000 values"),
            (b'{"a":[' + b"1000," * (11 * MEGABYTES) + b"1]}", "is JSON, but no tokenizer"),
            (b'{"format": "bpe-play model", "merges": ' + b"[" * (25 * MEGABYTES), "1,001,000 lists"),
        ],
        ids=["lists", "objects", "deep", "too many numbers", "numbers", "a model of ours"],
    )
    def test_fifty_megabytes_of_json_are_no_model(self, tmp_path: Path, data: bytes, says: str) -> None:
        path = tmp_path / "m.json"
        path.write_bytes(data)
        status, said = self.within(1_200 * MEGABYTES, "encode", str(path), "--text", "a")
        assert (status, said.count("\n")) == (2, 1)
        assert says in said

    @pytest.mark.parametrize("split", ["none", "gpt2", r"\w+"])
    def test_one_long_line(self, tmp_path: Path, split: str) -> None:
        path = tmp_path / "line"
        path.write_bytes(b"abcdefgh" * (MEGABYTES // 4))
        words = ("train", str(path), "--vocab-size", "260", "--split", split)
        assert self.within(200 * MEGABYTES, *words)[0] == 0

    def test_what_does_not_fit_is_said(self, tmp_path: Path) -> None:
        path = tmp_path / "line"
        path.write_bytes(b"abcdefgh" * (16 * MEGABYTES))
        status, said = self.within(
            200 * MEGABYTES, "train", str(path), "--vocab-size", "260", "--split", "none"
        )
        assert status == 2
        assert "there is not enough memory: take a smaller text" in said
