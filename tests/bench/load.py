"""Opening the largest vocabularies: the published o200k, and the same as a file of somebody else.

The published one stands beside tiktoken, which has no merges; both find their caches warm. Files stand beside
Hugging Face's own loader, each until the ids of a first text are there, so that nothing is put off. A rank
file is one that is not known by its content, so that its merges must be found.
Run as a module, one of them is measured: `python -m tests.bench.load NAME FOLDER`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha1
from pathlib import Path

from tests.bench.inside import measured, report
from tests.bench.options import Options
from tests.bench.rounds import Job, run_job, run_rounds
from tests.bench.tables import Target, costs_table

_URL = "https://openaipublic.blob.core.windows.net/encodings/o200k_base.tiktoken"
_JSON, _RANKS = "tokenizer.json", "ranks.tiktoken"
_TEXT = "How many r's are there in strawberry?"


@dataclass(frozen=True)
class Case:
    """What is opened, by whom (ours is the first), and what is asked of ours."""

    title: str
    names: tuple[str, ...]
    targets: dict[str, list[Target]]


_CASES = [
    Case(
        "load: o200k_base, caches warm, imports included",
        ("bpe-play", "tiktoken"),
        {"tiktoken": [Target("cpu", 1.5), Target("wall", 1.5)]},
    ),
    Case(
        "load: a tokenizer.json of 200,000 entries, with a first text",
        ("bpe-play json", "tokenizers"),
        {"tokenizers": [Target("cpu", 1.15, 1.0), Target("wall", 1.15, 1.0)]},
    ),
    Case(
        "load: a rank file of 200,000 entries, beside the same as tokenizer.json",
        ("bpe-play ranks", "tokenizers"),
        {"tokenizers": [Target("cpu", 2.0, 1.0), Target("wall", 2.0, 1.0)]},
    ),
]


def run(options: Options) -> bool:
    met = True
    for case in options.chosen(_CASES, lambda case: case.title):
        jobs = [Job(name, "tests.bench.load", (name, str(options.folder))) for name in case.names]
        for job in jobs:  # the first time fills the caches, and makes the files
            run_job(job, options.folder)
        measures = run_rounds(jobs, options.rounds or (1 if options.smoke else 9), options.folder)
        met = costs_table(case.title, measures, case.targets) and met
    return met


def _ours() -> object:
    from bpe_play.engine.published import load

    return load("o200k_base")


def _tiktoken() -> object:
    import tiktoken

    return tiktoken.get_encoding("o200k_base")


def _opened(path: Path) -> Callable[[], object]:
    from bpe_play.engine.formats import open_tokenizer

    return lambda: open_tokenizer(path).encode(_TEXT)


def _tokenizers(path: Path) -> Callable[[], object]:
    from tokenizers import Tokenizer

    return lambda: Tokenizer.from_file(str(path)).encode(_TEXT)


def _fill(folder: Path) -> None:
    """Put the rank file where tiktoken looks for it, so that nothing is downloaded."""
    from bpe_play.engine.published.packed import OFFICIAL

    folder.mkdir(exist_ok=True)
    place = folder / sha1(_URL.encode()).hexdigest()
    if not place.exists():
        place.write_bytes(OFFICIAL[_URL]())


def _make_files(folder: Path) -> None:
    """o200k as other people's files; the rank file lacks the last token."""
    if (folder / _RANKS).exists():
        return
    from bpe_play.engine.formats import save_tokenizer
    from bpe_play.engine.published import load
    from bpe_play.engine.published.packed import rank_file

    save_tokenizer(load("o200k_base"), folder / _JSON, "tokenizer.json")
    lines = rank_file("o200k_base").splitlines(keepends=True)
    (folder / _RANKS).write_bytes(b"".join(lines[:-1]))


def _work(name: str, folder: Path) -> Callable[[], object]:
    if name == "bpe-play":
        return _ours
    if name == "tiktoken":
        cache = folder / "tiktoken-cache"
        os.environ["TIKTOKEN_CACHE_DIR"] = str(cache)
        if not cache.exists():
            _fill(cache)
        return _tiktoken
    _make_files(folder)
    if name == "tokenizers":
        return _tokenizers(folder / _JSON)
    return _opened(folder / (_RANKS if name == "bpe-play ranks" else _JSON))


def main(name: str, folder: str) -> None:
    _, cost = measured(_work(name, Path(folder)))
    report(cost)


if __name__ == "__main__":
    main(*sys.argv[1:])
