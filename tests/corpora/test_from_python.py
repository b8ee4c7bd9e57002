"""The two texts that come with Python: the same on each call, and a clear error where they are missing."""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path

import pytest

from bpe_play.corpora import CorpusError, corpus
from bpe_play.corpora.from_python import library_files


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path))
    return tmp_path


def test_the_library_is_sorted_and_without_tests_and_installed_packages(library: Path) -> None:
    for name in ("b.py", "a/z.py", "a.py", "site-packages/x.py", "test/x.py", "a/tests/x.py", "a/x.txt"):
        write(library / name, f"# {name}\n")
    write(library / "_sysconfigdata_here.py", "paths\n")
    assert corpus("stdlib").read() == b"# a.py\n# a/z.py\n# b.py\n"


def test_a_file_that_cannot_be_read_is_left_out(library: Path) -> None:
    write(library / "a.py", "a\n")
    os.symlink(library / "nowhere.py", library / "broken.py")
    assert corpus("stdlib").read() == b"a\n"


def test_a_python_without_its_source_says_so(library: Path) -> None:
    with pytest.raises(CorpusError, match="standard library is missing"):
        corpus("stdlib").read()


def test_a_python_without_its_reference_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pydoc_data.topics", None)
    with pytest.raises(CorpusError, match="reference"):
        corpus("python-docs").read()


def test_the_real_library_holds_what_everyone_knows_and_no_tests() -> None:
    root = Path(sysconfig.get_path("stdlib"))
    names = [path.relative_to(root).as_posix() for path in library_files(root)]
    assert {"argparse.py", "json/decoder.py", "ast.py"} <= set(names)
    assert names == sorted(names)
    assert not [name for name in names if {"test", "tests", "site-packages"} & set(name.split("/"))]


def test_the_reference_knows_the_with_statement() -> None:
    assert "context manager" in corpus("python-docs").read().decode("utf-8")
