"""Files, folders, pipes and standard input as bytes, and what is said of what was left out."""

from __future__ import annotations

import io
import os
import socket
import sys
import threading
from pathlib import Path

import pytest

from bpe_play.corpora import CorpusError, Skipped, open_source, read_source


class Stdin:
    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


def make(root: Path, **files: bytes) -> None:
    for name, data in files.items():
        path = root / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbfa\r\nb\rc\n", bytes(range(256)), b"\0\xff<|endoftext|>"])
def test_bytes_are_never_changed(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "f").write_bytes(data)
    source = read_source(tmp_path / "f")
    assert (source.name, source.data, source.skipped, source.words) == ("f", data, (), None)


def test_a_folder_is_its_files_in_sorted_order_with_nothing_between(tmp_path: Path) -> None:
    make(tmp_path, b=b"3", a__z=b"2\n", a__b__c=b"1", z=b"4")
    source = read_source(tmp_path)
    assert (source.data, source.name, source.skipped) == (b"12\n34", tmp_path.name, ())


def test_what_is_left_out_of_a_folder_is_told(tmp_path: Path) -> None:
    make(tmp_path, kept=b"kept", _dot_hidden=b"no", _dot_git__config=b"no", sub__kept=b"!")
    os.symlink(tmp_path, tmp_path / "sub" / "loop")
    os.symlink("itself", tmp_path / "itself")
    os.symlink("nowhere", tmp_path / "broken")
    os.symlink("kept", tmp_path / "linked")
    os.mkfifo(tmp_path / "pipe")
    source = read_source(tmp_path)
    assert source.data == b"keptkept!"
    told = {entry.path: entry.why for entry in source.skipped}
    assert list(told) == [".git", ".hidden", "broken", "itself", "pipe", "sub/loop"]
    assert told[".git"] == told[".hidden"] == "hidden"
    assert told["sub/loop"] == "link to a folder"
    assert told["broken"] == "no such file or directory"
    assert told["pipe"] == "not a regular file"
    assert "symbolic links" in told["itself"]


def test_a_file_without_permission_is_told_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, a=b"a", secret=b"s")
    refuse(monkeypatch, "secret")
    source = read_source(tmp_path)
    assert (source.data, source.skipped) == (b"a", (Skipped("secret", "permission denied"),))
    with pytest.raises(CorpusError, match="permission denied") as caught:
        read_source(tmp_path / "secret")
    assert "right to read" in caught.value.hint


def refuse(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """As the system refuses a file; the mode of a file would not stop root."""
    from bpe_play.corpora import reading

    def refusing(path: Path, *args: object, **options: object) -> object:
        if Path(path).name == name:
            raise PermissionError(13, "Permission denied", str(path))
        return open(path, *args, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(reading, "open", refusing, raising=False)


def test_a_folder_with_nothing_to_read_is_an_error_that_says_why(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="It is empty"):
        read_source(tmp_path)
    make(tmp_path, _dot_x=b"x")
    with pytest.raises(CorpusError, match=r"Left out: 1, the first is '\.x' \(hidden\)"):
        read_source(tmp_path)


@pytest.mark.parametrize("name", ["missing", "a\0b", "x" * 5000, "file/below", "~nobody-here/x", "new\nline"])
def test_a_path_that_leads_nowhere_is_one_clear_line(tmp_path: Path, name: str) -> None:
    make(tmp_path, file=b"")
    path = name if name.startswith("~") else f"{tmp_path}/{name}"
    with pytest.raises(CorpusError) as caught:
        read_source(path)
    assert "cannot be read" in caught.value.title
    assert str(caught.value).isprintable()


def test_a_device_and_a_socket_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s")
        for path in ("/dev/zero", "s"):
            with pytest.raises(CorpusError, match="device or a socket"):
                read_source(path)


def test_a_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=(b"through the pipe",))
    writer.start()
    assert read_source(tmp_path / "pipe").data == b"through the pipe"
    writer.join()


def test_a_text_of_exactly_the_limit_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    make(tmp_path, a=b"12345", b=b"12345")
    assert len(read_source(tmp_path, limit=10).data) == 10
    with pytest.raises(CorpusError, match=r"larger than 9 bytes \(at 'b'\)"):
        read_source(tmp_path, limit=9)


def test_an_input_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    with open("/dev/zero", "rb") as zeros:
        endless = Stdin(b"")
        endless.buffer = zeros  # type: ignore[assignment]
        monkeypatch.setattr(sys, "stdin", endless)
        with pytest.raises(CorpusError, match="larger than 1,000 bytes"):
            read_source("-", limit=1000)


def test_standard_input_is_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Stdin(b"\xff\r\n"))
    source = read_source("-")
    assert (source.name, source.data) == ("standard input", b"\xff\r\n")


def test_no_standard_input_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(CorpusError, match="no standard input"):
        read_source("-")


def test_a_file_called_minus_is_reached_by_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    make(tmp_path, **{"-": b"minus"})
    assert read_source("./-").data == b"minus"


def test_reading_can_be_watched_and_stopped(tmp_path: Path) -> None:
    make(tmp_path, a=b"123", b=b"45")
    seen: list[int] = []
    read_source(tmp_path, progress=seen.append)
    assert seen == [3, 5]

    def stop(total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        read_source(tmp_path, progress=stop)


def test_a_word_is_a_corpus_first_and_a_path_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    make(tmp_path, tiny=b"mine", other=b"other")
    assert open_source("tiny").data.startswith(b"Nan")
    assert open_source("./tiny").data == b"mine"
    assert open_source("other").data == b"other"
    assert open_source("lowest").words == {b"lower": 5, b"lowest": 2, b"newest": 6}


def test_a_word_that_is_neither_gets_near_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CorpusError) as caught:
        open_source("spanisch")
    assert caught.value.title == "There is no file and no corpus named 'spanisch'."
    assert caught.value.hint == "Did you mean spanish?"
