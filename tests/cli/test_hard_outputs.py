"""Files that cannot be written: one line and exit status 2, and the file that was there stays as it was."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]
CHECKOUT = Path(__file__).parents[2]
FULL, READ_ONLY = OSError(28, "No space left on device"), OSError(30, "Read-only file system")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "out" / "tokenizer.json"
    path.parent.mkdir()
    path.write_bytes(b"the old one")
    return path


def words_for(command: str, model: str, path: Path) -> list[str]:
    return {
        "train": ["train", "tiny", "--vocab-size", "300", "-o", str(path)],
        "convert": ["convert", model, str(path)],
    }[command]


@pytest.mark.parametrize("command", ["train", "convert"])
@pytest.mark.parametrize(
    ("place", "error"),
    [("tempfile.mkstemp", READ_ONLY), ("tempfile.mkstemp", FULL), ("os.fsync", FULL), ("os.replace", FULL)],
    ids=lambda value: getattr(value, "strerror", value),
)
def test_a_disk_that_is_full_or_read_only(
    cli: Cli, model: str, old: Path, monkeypatch: pytest.MonkeyPatch, command: str, place: str, error: OSError
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(place, fails)
    ran = cli(*words_for(command, model, old))
    assert ran.status == 2
    assert "cannot be written" in ran.err.splitlines()[-1]
    assert str(error.strerror).lower() in ran.err.splitlines()[-1]
    assert old.read_bytes() == b"the old one"
    assert os.listdir(old.parent) == ["tokenizer.json"]


@pytest.mark.parametrize("command", ["train", "convert"])
def test_a_file_that_may_not_grow(model: str, old: Path, command: str) -> None:
    """A real limit in the place of a full disk: the write itself fails, in the middle."""
    limited = ["sh", "-c", 'ulimit -f 1; exec "$@"', "sh", sys.executable, "-m", "bpe_play"]
    done = subprocess.run(
        [*limited, *words_for(command, model, old)],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(CHECKOUT / ".dev")},
        check=False,
    )
    assert done.returncode == 2
    assert "file too large" in done.stderr.splitlines()[-1]
    assert old.read_bytes() == b"the old one"
    assert os.listdir(old.parent) == ["tokenizer.json"]
