"""No network, and no harm to anybody's files."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import types
from collections.abc import Callable
from hashlib import sha1
from pathlib import Path

import pytest

from bpe_play.engine.errors import EngineError
from bpe_play.engine.published import load, published_names
from bpe_play.engine.published import packed as packed_data

URL = "https://openaipublic.blob.core.windows.net/encodings/r50k_base.tiktoken"
KEY = sha1(URL.encode()).hexdigest()


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any attempt to open a connection or to look up a name is a failure."""

    def refuse(*args: object, **more: object) -> None:
        raise AssertionError("the network was used")

    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.delenv("TIKTOKEN_CACHE_DIR", raising=False)
    monkeypatch.delenv("DATA_GYM_CACHE_DIR", raising=False)


@pytest.fixture
def our_cache(tmp_path: Path) -> Path:
    return tmp_path / "xdg_cache_home" / "bpe-play" / "tiktoken"


@pytest.fixture
def plug_in(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], dict[str, object]]], None]:
    """A package that registers the vocabulary `visitor` with tiktoken."""
    from tiktoken import registry

    def install(constructor: Callable[[], dict[str, object]]) -> None:
        module = types.ModuleType("tiktoken_ext.visitor")
        module.__dict__["ENCODING_CONSTRUCTORS"] = {"visitor": constructor}
        monkeypatch.setitem(sys.modules, "tiktoken_ext.visitor", module)
        names = ["tiktoken_ext.openai_public", "tiktoken_ext.visitor"]
        monkeypatch.setattr(registry, "_available_plugin_modules", lambda: names)
        monkeypatch.setattr(registry, "ENCODING_CONSTRUCTORS", None)
        monkeypatch.setattr("bpe_play.engine.published.table._has_plug_ins", lambda: True)

    return install


def toy(ranks: dict[bytes, int]) -> dict[str, object]:
    return {
        "name": "visitor",
        "pat_str": r"\S+|\s+",
        "mergeable_ranks": ranks,
        "special_tokens": {"<|v|>": 60_000},
    }


def test_every_vocabulary_loads_with_an_empty_cache_and_no_network() -> None:
    for info in published_names():
        tokenizer = load(info.name)
        assert tokenizer.decode(tokenizer.encode("ñ 1234")) == "ñ 1234".encode()


def test_the_cache_is_filled_in_our_folder(our_cache: Path) -> None:
    load("r50k_base")
    assert [path.name for path in our_cache.iterdir()] == [KEY]


def test_a_damaged_file_in_our_cache_is_replaced(our_cache: Path) -> None:
    our_cache.mkdir(parents=True)
    (our_cache / KEY).write_bytes(b"half a fi")
    assert load("r50k_base").encode("Hello, world!") == [15496, 11, 995, 0]
    assert len((our_cache / KEY).read_bytes()) == 835_554


@pytest.mark.parametrize("variable", ["TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"])
def test_a_users_cache_is_left_alone(
    variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, our_cache: Path
) -> None:
    """tiktoken would delete the wrong file and write the right one in its place."""
    folder = tmp_path / "theirs"
    folder.mkdir()
    (folder / KEY).write_bytes(b"something else")
    monkeypatch.setenv(variable, str(folder))
    before = dict(os.environ)
    load("r50k_base")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {KEY: b"something else"}
    assert dict(os.environ) == before


def test_no_cache_at_all_where_the_user_wants_none(monkeypatch: pytest.MonkeyPatch, our_cache: Path) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
    load("r50k_base")
    assert not our_cache.exists()


def test_a_cache_folder_that_cannot_be_made_is_done_without(our_cache: Path) -> None:
    our_cache.parent.mkdir(parents=True)
    our_cache.write_text("a file stands where the folder should be")
    assert load("r50k_base").encode("Hello, world!") == [15496, 11, 995, 0]


def test_the_packed_files_are_the_official_ones(shared: Path) -> None:
    for name in packed_data.PARTS:
        assert packed_data.rank_file(name) == (shared / "vocabularies" / f"{name}.tiktoken").read_bytes()


def test_a_name_that_is_not_there_names_those_that_are() -> None:
    with pytest.raises(EngineError, match=r"no published vocabulary 'gpt5'.*cl100k_base"):
        load("gpt5")


def test_a_vocabulary_of_another_package(plug_in: Callable[..., None]) -> None:
    ranks = {bytes([value]): value for value in range(256)} | {b"ab": 256}
    plug_in(lambda: toy(ranks))
    assert published_names()[-1].name == "visitor"
    assert load("visitor").encode("abc ab") == [256, 99, 32, 256]


def test_a_file_of_another_package_is_read_from_the_users_cache(
    plug_in: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tiktoken.load import load_tiktoken_bpe

    url = "https://example.org/visitor.tiktoken"
    plug_in(lambda: toy(load_tiktoken_bpe(url)))
    place = tmp_path / sha1(url.encode()).hexdigest()
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    with pytest.raises(EngineError, match=f"not on this machine.*nothing is ever downloaded.*{place.name}"):
        load("visitor")
    place.write_bytes(packed_data.rank_file("r50k_base"))
    assert load("visitor").vocabulary.step == 50_000


def test_a_package_that_fails_gives_one_clear_line(plug_in: Callable[..., None]) -> None:
    def fail() -> dict[str, object]:
        raise KeyError("weights")

    plug_in(fail)
    with pytest.raises(EngineError, match="visitor cannot be built: KeyError: 'weights'"):
        load("visitor")


def test_importing_the_engine_loads_neither_tiktoken_nor_what_it_pulls_in() -> None:
    code = (
        "import sys, bpe_play.engine, bpe_play.engine.published as p; p.published_names();"
        "print([m for m in ('tiktoken', 'requests', 'platformdirs') if m in sys.modules])"
    )
    path = os.pathsep.join(sys.path)
    run = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True
    )
    assert (run.stdout, run.stderr) == ("[]\n", "")


def test_temporary_folders_are_tidied_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
    load("r50k_base")
    assert list(tmp_path.glob("bpe-play-*")) == []
