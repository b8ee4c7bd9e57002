"""Running the command line in this process, and as a program of its own."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bpe_play.tui.cli import main

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Ran:
    """What a command did: exit status, standard output as bytes, standard error as text."""

    status: int
    out: bytes
    err: str

    @property
    def lines(self) -> list[Any]:
        """The JSON of each line."""
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def cli(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """`cli("train", …, stdin=b"…")`: the command line in this process."""

    def run(*words: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = main(words)
        out, err = capsysbinary.readouterr()
        return Ran(status, out, err.decode())

    return run


@pytest.fixture
def program() -> Callable[..., Ran]:
    """`program("train", …, stdin=b"…", env={…})`: the command line as a program of its own."""

    def run(*words: str, stdin: bytes = b"", env: dict[str, str] | None = None) -> Ran:
        whole = os.environ | {"PYTHONPATH": str(ROOT / ".dev")} | (env or {})
        command = [sys.executable, "-m", "bpe_play", *words]
        done = subprocess.run(command, input=stdin, capture_output=True, env=whole, timeout=60, check=False)
        return Ran(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))

    return run


@pytest.fixture
def model(cli: Callable[..., Ran], tmp_path: Path) -> str:
    """A model file: lower ×5, lowest ×2, newest ×6, split gpt2."""
    path = tmp_path / "model.json"
    assert cli("train", "lowest", "--vocab-size", "300", "-o", str(path)).status == 0
    return str(path)
