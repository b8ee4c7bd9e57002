"""The program in a pseudo-terminal, with folders of its own for settings and state."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

CHECKOUT = Path(__file__).parents[2]


def _load(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, Path(__file__).parent / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Start `bpe-play ARGUMENTS` in a pseudo-terminal; every one started is ended after the test.

    `piped` is a file that comes in by its standard input, `script` a program of Python to be run instead.
    """
    module = _load("pseudo_terminal")
    started: list[Any] = []

    def begin(
        *arguments: str,
        columns: int = 100,
        rows: int = 30,
        env: dict[str, str] | None = None,
        piped: Path | None = None,
        errors: Path | None = None,
        script: str = "",
    ) -> Any:
        paths = [str(CHECKOUT / ".dev"), os.environ.get("PYTHONPATH", "")]
        environment = {"PYTHONPATH": os.pathsep.join(filter(None, paths)), **(env or {})}
        program = ["-c", script] if script else ["-m", "bpe_play"]
        command = [sys.executable, *program, *arguments]
        if piped is not None:
            command = ["sh", "-c", 'file=$1; shift; cat "$file" | "$@"', "sh", str(piped), *command]
        if errors is not None:
            command = ["sh", "-c", 'log=$1; shift; exec "$@" 2> "$log"', "sh", str(errors), *command]
        screen = module.PseudoTerminal(command, columns=columns, rows=rows, env=environment)
        started.append(screen)
        return screen

    yield begin
    for screen in started:
        screen.close()
