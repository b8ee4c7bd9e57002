"""The lab with files that nobody would choose, and on disks that take nothing: said, and the last state stays."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from bpe_play.corpora import reading
from bpe_play.tui import settings as kept
from bpe_play.tui.lab import Lab, Phase
from bpe_play.tui.learner import kept as kept_code
from bpe_play.tui.runner import Runner
from bpe_play.tui.settings import Settings, load_settings, load_state
from bpe_play.tui.state import State

SitDown = Callable[..., AbstractAsyncContextManager[Any]]
SECONDS = 60


@pytest.fixture
async def learned(tmp_path: Path) -> AsyncIterator[Callable[[], Any]]:
    """Have a lab learn from the file `tmp_path / "it"`."""
    runner = Runner(Lab(State(source="tiny", vocab_size=260)))

    async def learn() -> Lab:
        runner.lab.change(source=str(tmp_path / "it"))
        await runner.run(runner.lab.training)
        if runner._process is not None:
            await asyncio.to_thread(runner._process._listener.join, SECONDS)
        runner.drain()
        return runner.lab

    yield learn
    runner.close()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        b"\xef\xbb\xbfab",
        "ñandú".encode("utf-16"),
        "ñ".encode("latin-1"),
        bytes(range(256)),
        b"a" * 90_000,
    ],
    ids=["empty", "one byte", "BOM", "UTF-16", "Latin-1", "binary", "a long line"],
)
async def test_any_bytes_are_a_corpus(learned: Callable[[], Any], tmp_path: Path, data: bytes) -> None:
    (tmp_path / "it").write_bytes(data)
    lab = await learned()
    assert lab.training.phase is Phase.DONE
    assert lab.history.start_tokens == len(data)
    assert lab.source.data == data


async def test_a_pipe_is_a_corpus(learned: Callable[[], Any], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "it")
    threading.Thread(target=(tmp_path / "it").write_bytes, args=(b"abab",), daemon=True).start()
    assert (await learned()).source.data == b"abab"


BROKEN: dict[str, tuple[Callable[[Path], object], str]] = {
    "nothing": (lambda path: None, "no such file"),
    "an empty folder": (Path.mkdir, "holds no file to read"),
    "a link to itself": (lambda path: path.symlink_to(path), "too many levels of symbolic links"),
    "a device without end": (lambda path: path.symlink_to("/dev/zero"), "is a device or a socket"),
    "two gigabytes": (lambda path: _sparse(path, 2 << 30), "larger than 1,073,741,824 bytes"),
}


def _sparse(path: Path, size: int) -> None:
    with path.open("wb") as stream:
        stream.truncate(size)


@pytest.mark.parametrize(("make", "says"), BROKEN.values(), ids=BROKEN)
async def test_a_corpus_that_cannot_be_read_is_said(
    learned: Callable[[], Any], tmp_path: Path, make: Callable[[Path], object], says: str
) -> None:
    make(tmp_path / "it")
    lab = await learned()
    assert lab.training.phase is Phase.FAILED
    assert says in lab.training.ending


async def test_a_corpus_without_permission_is_said(
    learned: Callable[[], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also as root, whom no permission stops."""

    def refuses(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "it").write_bytes(b"abab")
    monkeypatch.setattr(reading, "open", refuses, raising=False)
    lab = await learned()
    assert "permission denied" in lab.training.ending


async def test_a_tokenizer_that_cannot_be_opened_leaves_what_was_shown(
    sit_down: SitDown, tmp_path: Path
) -> None:
    files = {
        "empty.json": b"",
        "deep.json": b"[" * 1_000_000,
        "cut.json": b'{"format": "bpe-play model", "version": 1, "mer',
        "hostile \x1b[2J\u202e.json": b'{"model": {"type": "\\u001b[2J"}}',
        "pickle": b"\x80\x04\x95",
        "binary": bytes(range(256)) * 9,
    }
    async with sit_down() as person:
        before = person.lab.state, person.lab.tokenization()
        for name, data in files.items():
            (tmp_path / name).write_bytes(data)
            told = len(person.told)
            person.app.show_tokenizer(str(tmp_path / name))
            await person.until(lambda told=told: len(person.told) > told)
            assert (person.lab.state, person.lab.tokenization()) == before
            assert person.told[-1].isprintable()


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), OSError(30, "Read-only file system")]
)
async def test_a_disk_that_takes_nothing(
    sit_down: SitDown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError
) -> None:
    """Saving, the state, figures and hand-outs: each says so, the old files stay, and the lab goes on."""
    model = tmp_path / "model.json"
    model.write_bytes(b"the old one")
    monkeypatch.chdir(tmp_path)

    def takes_nothing(*_: object, **__: object) -> None:
        raise error

    async with sit_down(keep=True) as person:
        with monkeypatch.context() as full:
            full.setattr("tempfile.mkstemp", takes_nothing)
            await person.press("ctrl+s")
            await person.answer(str(model))
            await person.is_told(str(error.strerror).lower())
            await person.press("left")
            person.app._save()
            await person.is_told(f"The state cannot be kept: {error.strerror}")
            assert person.lab.cursor == 8
        person.app._save()  # there is room again
        assert load_state().cursor == 8
    assert model.read_bytes() == b"the old one"


async def test_the_folder_one_is_in_may_vanish(
    sit_down: SitDown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    async with sit_down() as person:
        here.rmdir()
        for keys in (
            ["o", "escape"],
            ["ctrl+s", "escape"],
            ["k", "escape"],
            ["5", "x"],
            ["1", "left"],
            ["6"],
        ):
            await person.press(*keys)
        await person.until(lambda: person.lab.cursor == 8 and person.app.screen.PLACE == "code")


@pytest.mark.parametrize(
    "make", [os.mkfifo, lambda path: os.symlink("/dev/zero", path), lambda path: _sparse(path, 2 << 30)]
)
def test_what_lies_in_the_place_of_kept_files_holds_no_start_up(make: Callable[[Any], object]) -> None:
    for path in (kept.state_path(), kept.settings_path(), kept_code.kept_path()):
        path.parent.mkdir(parents=True, exist_ok=True)
        make(path)
    assert (load_state(), load_settings(), kept_code.load()) == (State(), Settings(), kept_code.Kept())
