"""A program that is killed while it saves leaves the old file or the new one, whole.

A case starts a program that saves without end (saver.py), or two of them that save in one place, kills them at
a moment drawn by lot, and reads what is there. What was said to be saved is there, or something newer; nothing
is ever half there, and nothing of two programs is mixed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from unittest.mock import patch

from tests.fuzz.campaign import Campaign
from tests.fuzz.saver import SAVED

CHECKOUT = Path(__file__).parents[2]
_SPINS = 200_000  # some milliseconds, in which it saves once or twice


def killed(kind: str, programs: int, rng: Random) -> None:
    with tempfile.TemporaryDirectory(prefix="bpe-play-kill-") as name:
        environment = {
            "PYTHONPATH": os.pathsep.join([str(CHECKOUT / ".dev"), str(CHECKOUT)]),
            "XDG_STATE_HOME": name,
            "XDG_CONFIG_HOME": name,
        }
        with patch.dict(os.environ, environment):
            said = _save_and_die(kind, programs, Path(name), rng)
            found = SAVED[kind][1](Path(name))
        assert found >= min(said), (found, said)


def _save_and_die(kind: str, programs: int, folder: Path, rng: Random) -> list[int]:
    """The number of the last save that each program said was done."""
    command = [sys.executable, "-m", "tests.fuzz.saver", kind, str(folder)]
    with ExitStack() as stack:
        started = [
            stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, cwd=CHECKOUT))
            for _ in range(programs)
        ]
        said = [_lines(program, rng.randint(1, 3)) for program in started]
        for _ in range(rng.randrange(_SPINS)):
            pass
        for program in started:
            program.kill()
        said = [lines + _rest(program) for lines, program in zip(said, started, strict=True)]
    return [int(lines[: lines.rfind(b"\n")].split(b"\n")[-1]) for lines in said]


def _lines(program: subprocess.Popen[bytes], count: int) -> bytes:
    assert program.stdout is not None
    return b"".join(program.stdout.readline() for _ in range(count))


def _rest(program: subprocess.Popen[bytes]) -> bytes:
    assert program.stdout is not None
    return program.stdout.read()


CAMPAIGN = Campaign(
    "kills",
    "programs that are killed while they save",
    {
        **{kind: partial(killed, kind, 1) for kind in SAVED},
        **{f"{kind}, two at once": partial(killed, kind, 2) for kind in ("state", "model")},
    },
    short=1,
    long=200,
)
