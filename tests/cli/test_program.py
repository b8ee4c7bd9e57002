"""The program as a whole, in a process of its own: start, pipes, locales."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bpe_play.engine.model_file import load

Cli = Callable[..., Any]

ROOT = Path(__file__).parents[2]
LATIN = {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}


def test_help_names_every_command(program: Cli) -> None:
    ran = program("--help")
    assert ran.status == 0
    assert all(name.encode() in ran.out for name in ("train", "encode", "decode", "corpora", "vocabularies"))
    assert b"SOURCE is a file, a folder, - for standard input" in program("train", "--help").out


def test_version(program: Cli) -> None:
    ran = program("--version")
    assert (ran.status, ran.out.split()[0]) == (0, b"bpe-play")
    assert ran.out.split()[1][:1].isdigit()


def modules_after(*words: str) -> set[str]:
    """What is imported after a command."""
    script = (
        "import sys; from bpe_play.tui.cli import main; main(sys.argv[1:]); "
        "sys.stderr.write('\\n' + ' '.join(sys.modules))"
    )
    env = os.environ | {"PYTHONPATH": str(ROOT / ".dev")}
    done = subprocess.run(
        [sys.executable, "-c", script, *words], capture_output=True, env=env, timeout=60, check=True
    )
    return set(done.stderr.decode().splitlines()[-1].split())


def test_help_imports_nothing_that_takes_long() -> None:
    assert not modules_after("--help") & {
        "textual",
        "rich",
        "tiktoken",
        "regex",
        "bpe_play.engine",
        "bpe_play.corpora",
    }


@pytest.mark.parametrize(("wanted", "frames"), [({}, 120), ({"TEXTUAL_FPS": "30"}, 30)])
def test_textual_is_told_how_often_to_paint_before_it_is_loaded(wanted: dict[str, str], frames: int) -> None:
    script = (
        "import importlib; from bpe_play.tui import cli; "
        "cli.main = lambda: importlib.import_module('textual.constants').MAX_FPS; "
        "raise SystemExit(cli.program())"
    )
    env = {name: value for name, value in os.environ.items() if name != "TEXTUAL_FPS"}
    env |= {"PYTHONPATH": str(ROOT / ".dev")} | wanted
    assert (
        subprocess.run([sys.executable, "-c", script], env=env, timeout=60, check=False).returncode == frames
    )


def test_encoding_a_text_imports_no_screen_and_no_corpus(model: str) -> None:
    loaded = modules_after("encode", model, "--text", "lo")
    assert "bpe_play.engine.model_file" in loaded
    assert not loaded & {"textual", "tiktoken", "bpe_play.corpora", "bpe_play.engine.published", "tempfile"}


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    env = os.environ | {"PYTHONPATH": str(ROOT / ".dev")}
    command = [sys.executable, "-m", "bpe_play", "train", "english", "--vocab-size", "2000", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b'{"step":1,')
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 141


def test_a_reader_that_goes_away_costs_no_model(tmp_path: Path) -> None:
    env = os.environ | {"PYTHONPATH": str(ROOT / ".dev")}
    path = tmp_path / "m.json"
    command = [sys.executable, "-m", "bpe_play", "train", "english", "--vocab-size", "2000", "-o", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
        assert process.wait(60) == 0
    assert path.read_bytes().endswith(b"]\n}\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize(
    "words", [["corpora"], ["train", "tiny", "--vocab-size", "300"], ["--version"]], ids=str
)
def test_a_full_disk_is_said(words: list[str]) -> None:
    env = os.environ | {"PYTHONPATH": str(ROOT / ".dev")}
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "bpe_play", *words]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=env, timeout=60, check=False)
    assert done.returncode == 2
    assert b"no space left on device" in done.stderr
    assert done.stderr.count(b"\n") == 1


def test_another_locale_changes_no_file_and_no_pattern(program: Cli, tmp_path: Path) -> None:
    """B081: files are UTF-8 everywhere, and so is what is typed."""
    path = str(tmp_path / "m.json")
    train = ["train", "-", "--vocab-size", "300", "--split", "ñ+|[^ñ]+", "-o", path]
    kept = []
    for env in ({}, LATIN):
        assert program(*train, stdin="ññxñxñx".encode(), env=env).status == 0
        kept.append(Path(path).read_bytes())
    assert kept[0] == kept[1]
    assert load(path).split.pattern == "ñ+|[^ñ]+"
    assert program("encode", path, "--text", "ññ", "--json", env=LATIN).out == (
        program("encode", path, "--text", "ññ", "--json").out
    )


def test_a_mark_that_the_locale_lacks_is_escaped(program: Cli, model: str) -> None:
    ran = program("encode", model, stdin=b"lo ", env=LATIN)
    assert (ran.status, ran.out) == (0, b"259  lo\n 32  \\u2423\n")


def test_without_standard_output_it_says_so() -> None:
    script = (
        "import os, sys; os.close(1); os.execv(sys.executable, [sys.executable, '-m', 'bpe_play', 'corpora'])"
    )
    env = os.environ | {"PYTHONPATH": str(ROOT / ".dev")}
    done = subprocess.run(
        [sys.executable, "-c", script], stderr=subprocess.PIPE, env=env, timeout=60, check=False
    )
    assert done.returncode == 2
    assert (
        done.stderr
        == b"bpe-play corpora: There is no standard output: give the command a place to write to\n"
    )
