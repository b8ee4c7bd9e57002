"""The learner's file: made from a template, watched, read and written without surprises; and what is kept."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bpe_play.engine.errors import EngineError
from bpe_play.tui.learner import kept as keeping
from bpe_play.tui.learner.kept import Kept
from bpe_play.tui.learner.template import (
    LARGEST,
    TEMPLATE,
    learners_file,
    read_file,
    read_or_create,
    write_file,
)
from bpe_play.tui.learner.watch import FileWatch


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "my_bpe.py"
    made.write_text("one = 1\n")
    return made


def changed(watch: FileWatch) -> list[bool]:
    return [watch.has_changed() for _ in range(3)]


def test_a_file_that_rests_has_not_changed(path: Path) -> None:
    assert changed(FileWatch(path)) == [False, False, False]


def test_a_change_counts_when_it_has_come_to_rest(path: Path) -> None:
    watch = FileWatch(path)
    path.write_text("two = 22\n")
    assert changed(watch) == [False, True, True]
    watch.accept()
    assert changed(watch) == [False, False, False]


def test_a_file_that_is_still_being_written_is_left_alone(path: Path) -> None:
    watch = FileWatch(path)
    for length in range(1, 4):
        path.write_text("x" * length)
        assert not watch.has_changed()
    assert watch.has_changed()


def test_a_save_by_renaming_is_seen_even_with_the_same_time_and_size(path: Path) -> None:
    watch, status = FileWatch(path), path.stat()
    other = path.with_name("other")
    other.write_text("two = 2\n")
    os.utime(other, ns=(status.st_atime_ns, status.st_mtime_ns))
    other.rename(path)
    assert changed(watch)[-1]


def test_a_file_that_is_gone_is_on_its_way_back(path: Path) -> None:
    watch = FileWatch(path)
    path.unlink()
    assert changed(watch) == [False, False, False]
    path.write_text("back = 1\n")
    assert changed(watch) == [False, True, True]


def test_a_new_file_is_made_from_a_template_that_runs(tmp_path: Path, run_file: Callable[..., Any]) -> None:
    made = tmp_path / "new.py"
    assert read_or_create(made) == TEMPLATE.encode() == made.read_bytes()
    assert read_or_create(made) == TEMPLATE.encode()
    assert run_file(TEMPLATE).report.difference is None


def test_the_command_line_makes_the_file_it_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert learners_file("mine.py") == tmp_path / "mine.py"
    assert (tmp_path / "mine.py").read_text() == TEMPLATE


def test_a_file_that_is_there_is_never_touched(path: Path) -> None:
    assert learners_file(str(path)) == path
    assert path.read_text() == "one = 1\n"


def test_what_cannot_be_a_learners_file(tmp_path: Path) -> None:
    (tmp_path / "large.py").write_bytes(b"#" * (LARGEST + 1))
    os.mkfifo(tmp_path / "pipe")
    for name, says in [
        (".", "is a folder"),
        ("large.py", "larger than 1 MB"),
        ("pipe", "a device or a pipe"),
        ("missing.py", "cannot be read: No such file"),
        ("x" * 300, "cannot be read: File name too long"),
    ]:
        with pytest.raises(EngineError, match=says):
            read_file(tmp_path / name)
    with pytest.raises(EngineError, match="cannot be written"):
        write_file(tmp_path / "no folder" / "x.py", b"")


def test_what_is_kept_comes_back() -> None:
    kept = Kept("/a/b.py", "count", 99, "gpt2", ["count", "merge"], {"count": 2}, {"/a/b.py": "ñ\udcff\n"})
    keeping.save(kept)
    assert keeping.load() == kept


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "7",
        "{}",
        '{"merges": true, "done": 5, "hints": [], "drafts": {"x": 3}, "exercise": "none", "path": 3}',
    ],
)
def test_what_is_damaged_is_as_at_the_first_start(text: str) -> None:
    keeping.make_folder(keeping.folder())
    keeping.kept_path().write_text(text)
    assert keeping.load() == Kept()
