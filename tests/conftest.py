"""Fixtures that every test may use."""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

# How long an example takes says nothing about whether it is right, and a busy machine must not fail a test.
settings.register_profile("patient", deadline=None, derandomize=True)
settings.load_profile("patient")

SHARED = Path(os.environ.get("BPE_PLAY_SHARED", Path(__file__).parents[2] / "shared"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of published texts and vocabularies that lies beside a developer's checkout."""
    if not SHARED.is_dir():
        pytest.skip(f"no folder {SHARED.name}/ beside the checkout (BPE_PLAY_SHARED can name it)")
    return SHARED


@pytest.fixture(scope="session")
def alice(shared: Path) -> bytes:
    """Alice in Wonderland, 151,191 bytes: the book that the published figures were counted on."""
    path = shared / "texts" / "alice.txt"
    if not path.is_file():
        pytest.skip("texts/alice.txt is not there")
    return path.read_bytes()


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the settings, state or caches of whoever runs it."""
    for variable in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / variable.lower()))


@pytest.fixture
def wait_gone() -> Callable[[int], None]:
    """Wait until a process has ended, whoever started it; fails when it does not."""
    if not hasattr(os, "pidfd_open"):
        pytest.skip("this system cannot wait for processes that others have started")

    def _wait_gone(pid: int, seconds: float = 60) -> None:
        try:
            handle = os.pidfd_open(pid)
        except ProcessLookupError:
            return
        try:
            ended, _, _ = select.select([handle], [], [], seconds)
            assert ended, f"process {pid} is left behind"
        finally:
            os.close(handle)

    return _wait_gone
