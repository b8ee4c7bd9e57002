"""What a killed save has left goes at the next save of the same file; nothing else does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bpe_play.engine import leftovers
from bpe_play.engine.atomic import write_atomically

AN_HOUR = 3_600


@pytest.fixture(scope="module")
def dead() -> int:
    """The number of a process that is gone."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    return gone.pid


def left(folder: Path, name: str, age: float = AN_HOUR) -> Path:
    path = folder / name
    path.write_bytes(b"half")
    when = path.stat().st_mtime - age
    os.utime(path, (when, when))
    return path


def test_what_a_killed_save_has_left_goes_at_the_next_one(tmp_path: Path, dead: int) -> None:
    left(tmp_path, f".state.json.{dead}.ab12_xyz.tmp")
    write_atomically(tmp_path / "state.json", b"whole")
    assert os.listdir(tmp_path) == ["state.json"]


def test_a_save_in_progress_stays(tmp_path: Path, dead: int) -> None:
    """Of a process that lives, or of one that may live on another machine."""
    alive = left(tmp_path, f".state.json.{os.getppid()}.ab12_xyz.tmp")
    fresh = left(tmp_path, f".state.json.{dead}.ab12_xyz.tmp", age=0)
    write_atomically(tmp_path / "state.json", b"whole")
    assert sorted(os.listdir(tmp_path)) == sorted([alive.name, fresh.name, "state.json"])


@pytest.mark.parametrize(
    "name",
    [
        ".state.json.{dead}.ab12_xyz.tmp.bak",
        ".state.json.ab12_xyz.tmp",
        ".other.json.{dead}.ab12_xyz.tmp",
        "state.json.{dead}.ab12_xyz.tmp",
        ".state.json.{dead}..tmp",
        ".state.json.{dead}.ab12 xyz.tmp",
        ".stateXjson.{dead}.ab12_xyz.tmp",
    ],
)
def test_what_is_not_named_as_ours_stays(tmp_path: Path, dead: int, name: str) -> None:
    path = left(tmp_path, name.format(dead=dead))
    write_atomically(tmp_path / "state.json", b"whole")
    assert path.read_bytes() == b"half"


def test_a_folder_or_a_link_of_that_name_stays(tmp_path: Path, dead: int) -> None:
    folder = tmp_path / f".state.json.{dead}.a.tmp"
    folder.mkdir()
    os.utime(folder, (0, 0))
    link = tmp_path / f".state.json.{dead}.b.tmp"
    link.symlink_to(tmp_path)
    write_atomically(tmp_path / "state.json", b"whole")
    assert folder.is_dir()
    assert link.is_symlink()


def test_what_a_save_names_its_file_is_what_is_looked_for(
    tmp_path: Path, dead: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that is long and odd, too: it is cut off, and is no pattern."""
    name = "a+(b)\n" + "long" * 30
    with monkeypatch.context() as killed:
        killed.setattr(os, "getpid", lambda: dead)
        killed.setattr(os, "replace", lambda *_: os.kill(dead, 0))  # as if it ended here …
        killed.setattr(os, "unlink", lambda *_: None)  # … and tidied nothing up
        with pytest.raises(ProcessLookupError):
            write_atomically(tmp_path / name, b"half")
    (half,) = tmp_path.iterdir()
    os.utime(half, (0, 0))
    write_atomically(tmp_path / name, b"whole")
    assert os.listdir(tmp_path) == [name]


def test_a_process_looks_once_for_each_file(tmp_path: Path, dead: int) -> None:
    write_atomically(tmp_path / "state.json", b"whole")
    later = left(tmp_path, f".state.json.{dead}.ab12_xyz.tmp")
    write_atomically(tmp_path / "state.json", b"whole")
    assert later.exists()


def test_a_folder_that_cannot_be_read_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", denied)
    leftovers.sweep(str(tmp_path), "state.json")
    write_atomically(tmp_path / "other.json", b"whole")
    assert (tmp_path / "other.json").read_bytes() == b"whole"
