"""Imports only go down: the engine knows no screen, the corpora know no engine, the command starts light."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]


def loaded_by(statement: str) -> set[str]:
    """The names of all modules that a fresh Python has loaded after a statement."""
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    path = [str(CHECKOUT / ".dev")]
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {path!r}\n{code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def packages(modules: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in modules}


def test_the_engine_loads_neither_screen_nor_tiktoken() -> None:
    modules = loaded_by("import bpe_play.engine")
    assert not packages(modules) & {"textual", "rich", "tiktoken", "requests", "platformdirs", "numpy"}
    assert not {name for name in modules if name.startswith(("bpe_play.tui", "bpe_play.corpora"))}


def test_the_corpora_load_only_the_standard_library() -> None:
    modules = loaded_by("import bpe_play.corpora")
    assert not packages(modules) & {"textual", "rich", "tiktoken", "regex", "platformdirs"}
    assert not {name for name in modules if name.startswith(("bpe_play.tui", "bpe_play.engine"))}


@pytest.mark.parametrize(
    "module",
    ["lab", "state", "frames", "worker", "training", "runner", "code_state", "learner.run", "learner.child"],
)
def test_the_lab_and_the_trainer_know_no_textual(module: str) -> None:
    assert not packages(loaded_by(f"import bpe_play.tui.{module}")) & {"textual", "rich", "tiktoken"}


def test_the_command_line_loads_no_screen_before_it_needs_one() -> None:
    assert not packages(loaded_by("import bpe_play.tui.cli")) & {
        "textual",
        "rich",
        "tiktoken",
        "platformdirs",
    }


@pytest.mark.parametrize("folder", ["engine", "corpora"])
def test_nothing_below_names_what_is_above(folder: str) -> None:
    for path in (CHECKOUT / folder).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "bpe_play.tui" not in text, path
        assert "import textual" not in text, path
