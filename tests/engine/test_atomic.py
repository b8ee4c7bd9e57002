"""A written file is whole: the new one, or after any failure the old one."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from bpe_play.engine.atomic import write_atomically

ROOT = Path(__file__).parents[2]


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    write_atomically(tmp_path / "new", b"data")
    (tmp_path / "usual").write_bytes(b"data")
    modes = {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("new", "usual")}
    assert len(modes) == 1


def test_a_private_file_is_its_owners_only(tmp_path: Path) -> None:
    write_atomically(tmp_path / "new", b"data", mode=0o600)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o600


def test_an_old_file_keeps_its_permissions_and_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.parametrize("failing", ["fsync", "replace", "chmod"])
def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "file"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, failing, full)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, b"new")
    monkeypatch.undo()
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.parametrize("path", ["/dev/null", "/"])
def test_a_device_or_a_folder_is_not_replaced(path: str) -> None:
    with pytest.raises(OSError, match="Not a regular file"):
        write_atomically(path, b"data")
    assert not stat.S_ISREG(os.stat(path).st_mode)


SAVE_FOR_EVER = """
import sys
from bpe_play.engine.atomic import write_atomically
turn = 0
while True:
    turn += 1
    write_atomically(sys.argv[1], b"%d\\n" % turn * 20_000)
    print(turn, flush=True)
"""


def test_a_killed_program_leaves_a_whole_file(tmp_path: Path) -> None:
    """Killed after its first, second, … save, wherever it is by then."""
    path = tmp_path / "file"
    env = os.environ | {"PYTHONPATH": str(ROOT / ".dev")}
    for turns in range(1, 6):
        command = [sys.executable, "-c", SAVE_FOR_EVER, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=env) as process:
            assert process.stdout is not None
            for _ in range(turns):
                process.stdout.readline()
            process.kill()
        lines = path.read_bytes().splitlines()
        assert len(lines) == 20_000
        assert len(set(lines)) == 1
        assert int(lines[0]) >= turns
