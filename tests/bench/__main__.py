"""`python -m tests.bench SUBJECT`: print its tables. Exit status 1 where tools disagree that must agree."""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from tests.bench.options import Options
from tests.bench.rounds import BenchError

SUBJECTS = ("train", "encode", "load", "start", "screen")
_PACKAGES = (
    "textual", "regex", "tiktoken", "tokenizers", "rustbpe", "bpeasy", "gigabpe", "minibperust", "sentencepiece"
)  # fmt: skip


def main() -> int:
    words = _arguments()
    print(_machine())
    with tempfile.TemporaryDirectory(prefix="bpe-play-bench-") as folder:
        options = Options(Path(words.folder or folder), words.rounds, words.only, words.smoke)
        met = True
        try:
            for subject in [words.subject] if words.subject else SUBJECTS:
                met = importlib.import_module(f"tests.bench.{subject}").run(options) and met
        except BenchError as error:
            print(f"\nFAILED: {error}", file=sys.stderr)
            return 1
    print("\nall targets met" if met else "\nnot all targets met")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("subject", nargs="?", choices=SUBJECTS, help="all of them if none is given")
    parser.add_argument("--rounds", type=int, default=0, help="instead of what each table has")
    parser.add_argument("--only", default="", metavar="TEXT", help="only tables whose title holds TEXT")
    parser.add_argument("--folder", help="where texts are made, to be kept for the next run")
    parser.add_argument("--smoke", action="store_true", help="a few seconds, to see that it runs at all")
    return parser.parse_args()


def _machine() -> str:
    versions = (f"{name} {found}" for name in _PACKAGES if (found := _version(name)))
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    return (
        f"{platform.python_implementation()} {platform.python_version()}, {platform.system()}, "
        f"{len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else os.cpu_count()} cores, load {load}\n"
        f"{', '.join(versions)}\nfigures: median (lowest–highest) of the rounds"
    )


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


if __name__ == "__main__":
    raise SystemExit(main())
