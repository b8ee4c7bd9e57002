"""What is kept between two runs: whole or not at all, for its owner's eyes only, and never in the way."""

from __future__ import annotations

import asyncio
import json
import os
import stat
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from bpe_play.tui import settings as kept
from bpe_play.tui.settings import Settings, load_settings, load_state, save_settings, save_state
from bpe_play.tui.state import State

STATE = State(source="tiny", cursor=3, text="señor".encode())


def test_nothing_kept_is_as_at_the_first_start() -> None:
    assert load_state() == State()
    assert load_settings() == Settings()


def test_what_is_kept_comes_back() -> None:
    save_state(STATE)
    save_settings(Settings("bpe-light", 4))
    assert load_state() == STATE
    assert load_settings() == Settings("bpe-light", 4)


def test_settings_and_state_lie_in_the_users_own_folders(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert kept.settings_path() == tmp_path / "config" / "bpe-play" / "settings.json"
    assert kept.state_path() == tmp_path / "state" / "bpe-play" / "state.json"


def test_only_the_owner_can_read_what_was_typed() -> None:
    save_state(STATE)
    path = kept.state_path()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_file_that_others_could_read_is_private_once_it_is_written_again() -> None:
    save_state(STATE)
    kept.state_path().chmod(0o644)
    save_state(STATE)
    assert stat.S_IMODE(kept.state_path().stat().st_mode) == 0o600


@pytest.mark.parametrize("broken", ["fsync", "replace"])
def test_a_save_that_fails_leaves_the_old_file_whole_and_no_other(
    monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    save_state(STATE)

    def fails(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, broken, fails)
    with pytest.raises(OSError, match="No space"):
        save_state(STATE.changed(source="english"))
    assert load_state() == STATE
    assert [path.name for path in kept.state_path().parent.iterdir()] == ["state.json"]


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"source": 7}',
        b"[" * 100_000,
        b'{"theme": [], "speed": "x"}',
    ],
    ids=lambda data: data[:12].decode("latin-1"),
)
def test_a_damaged_file_is_as_if_it_were_not_there(damaged: bytes) -> None:
    for path in (kept.state_path(), kept.settings_path()):
        path.parent.mkdir(parents=True)
        path.write_bytes(damaged)
    assert load_state() == State()
    assert load_settings() == Settings()


def test_every_beginning_of_a_kept_state_can_be_read() -> None:
    save_state(STATE)
    path = kept.state_path()
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        assert load_state() in (State(), STATE)


def test_a_folder_in_the_place_of_the_file_is_as_if_nothing_were_kept() -> None:
    kept.state_path().mkdir(parents=True)
    assert load_state() == State()
    with pytest.raises(OSError, match="Not a regular file"):
        save_state(STATE)


def test_the_files_are_plain_ascii_json() -> None:
    save_state(STATE)
    text = kept.state_path().read_text("ascii")
    assert json.loads(text)["source"] == "tiny"


async def test_a_folder_that_cannot_be_written_is_said_once_and_the_lab_goes_on(
    sit_down: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "a file, no folder"
    blocked.write_bytes(b"")
    monkeypatch.setenv("XDG_STATE_HOME", str(blocked))
    async with sit_down(keep=True) as person:
        person.app._save()
        await person.press("left")
        person.app._save()
        await person.press("left")
        person.app._save()
        assert [sentence for sentence in person.told if "cannot be kept" in sentence] == [
            "The state cannot be kept: Not a directory"
        ]
        assert person.lab.cursor == 7


async def test_the_lab_keeps_its_state_when_it_is_left(sit_down: Callable[..., Any]) -> None:
    async with sit_down(keep=True) as person:
        await person.press("left", "left", "d", "plus")
    assert load_state().cursor == 7
    assert load_state().source == "lowest"
    assert load_settings() == Settings("bpe-light", Settings().speed + 1)


async def test_a_lab_that_keeps_nothing_writes_nothing(sit_down: Callable[..., Any]) -> None:
    async with sit_down(keep=False) as person:
        await person.press("left")
    assert not kept.state_path().exists()


async def test_the_state_is_kept_though_the_thread_that_was_to_keep_it_never_began(
    sit_down: Callable[..., Any],
) -> None:
    """All threads are at work when the lab is left, so that what was asked of them is taken back."""
    room = threading.Event()
    with ThreadPoolExecutor(1) as threads:
        asyncio.get_running_loop().set_default_executor(threads)
        threads.submit(room.wait)
        async with sit_down(keep=True) as person:
            await person.press("left", "left")
            person.app._save_meanwhile()
            await person.pilot.pause()
        room.set()
    assert load_state().cursor == 7


async def test_what_a_thread_could_not_keep_is_tried_again_when_the_lab_is_left(
    sit_down: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sit_down(keep=True) as person:
        await person.press("left", "left")
        with monkeypatch.context() as full:
            full.setattr("tempfile.mkstemp", _no_space_left)
            await asyncio.to_thread(person.app._write)  # nobody hears of it: the program ends
    assert load_state().cursor == 7


def _no_space_left(*_: object, **__: object) -> None:
    raise OSError(28, "No space left on device")
