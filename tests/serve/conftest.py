"""A served lab, and visitors with and without a browser."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

CHECKOUT = Path(__file__).parents[2]


class Served:
    """`bpe-play serve …` as a program of its own. `url` is where it says that the lab is."""

    def __init__(self, words: tuple[str, ...], folder: Path) -> None:
        self._errors = (folder / "errors.txt").open("w+b")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bpe_play", "serve", "--port", "0", *words],
            stdout=subprocess.PIPE,
            stderr=self._errors,
            stdin=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": str(CHECKOUT / ".dev")},
        )
        self.pid = self._process.pid
        assert self._process.stdout is not None
        self.first_line = self._process.stdout.readline().decode()
        self.url = next((word for word in self.first_line.split() if word.startswith("http")), "")

    @property
    def children(self) -> list[int]:
        """The processes that it has started, and those that they have."""
        return _below(self.pid)

    @property
    def errors(self) -> str:
        self._errors.seek(0)
        return self._errors.read().decode()

    def end(self, number: int = signal.SIGINT) -> tuple[int, str]:
        """End it, as Ctrl+C does; its exit status, and what else it has said."""
        if self._process.poll() is None:
            self._process.send_signal(number)
        try:
            out, _ = self._process.communicate(timeout=60)
        finally:
            self._process.kill()
        return self._process.returncode, out.decode() + self.errors

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()
        self._errors.close()


def _below(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    if not path.parent.exists():
        return []
    direct = [int(word) for word in path.read_text().split()]
    return [*direct, *(grandchild for child in direct for grandchild in _below(child))]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """`serve("lowest", "--visitors", "1")`; what is served is ended after the test."""
    started: list[Served] = []

    def begin(*words: str) -> Served:
        started.append(Served(words, tmp_path))
        return started[-1]

    yield begin
    for served in started:
        served.close()


@pytest.fixture(scope="session")
def browser() -> ModuleType:
    """The module that drives a browser."""
    path = Path(__file__).parent / "browser.py"
    spec = importlib.util.spec_from_file_location("serve_browser", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def chromium(browser: Any) -> str:
    """The browser's program."""
    found = browser.find_chromium()
    if found is None:
        pytest.skip(f"no browser on this machine: none of {', '.join(browser.NAMES)}")
    assert isinstance(found, str)
    return found
