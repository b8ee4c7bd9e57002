"""Loading o200k with the merges that its rank file does not tell, beside tiktoken, which has no merges.

Both find their caches warm. Run as a module, one of them is measured: `python -m tests.bench.load NAME`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from hashlib import sha1
from pathlib import Path

from tests.bench.inside import measured, report
from tests.bench.options import Options
from tests.bench.rounds import Job, run_job, run_rounds
from tests.bench.tables import Target, costs_table

_NAMES = ("bpe-play", "tiktoken")
_URL = "https://openaipublic.blob.core.windows.net/encodings/o200k_base.tiktoken"


def run(options: Options) -> bool:
    jobs = [Job(name, "tests.bench.load", (name, str(options.folder))) for name in _NAMES]
    for job in jobs:  # the first time fills the caches
        run_job(job, options.folder)
    measures = run_rounds(jobs, options.rounds or (1 if options.smoke else 9), options.folder)
    targets = {"tiktoken": [Target("cpu", 1.5), Target("wall", 1.5)]}
    return costs_table("load: o200k_base, caches warm, imports included", measures, targets)


def _ours() -> object:
    from bpe_play.engine.published import load

    return load("o200k_base")


def _tiktoken() -> object:
    import tiktoken

    return tiktoken.get_encoding("o200k_base")


def _fill(folder: Path) -> None:
    """Put the rank file where tiktoken looks for it, so that nothing is downloaded."""
    from bpe_play.engine.published.packed import OFFICIAL

    folder.mkdir(exist_ok=True)
    place = folder / sha1(_URL.encode()).hexdigest()
    if not place.exists():
        place.write_bytes(OFFICIAL[_URL]())


def main(name: str, folder: str) -> None:
    cache = Path(folder, "tiktoken-cache")
    if name == "tiktoken":
        os.environ["TIKTOKEN_CACHE_DIR"] = str(cache)
        if not cache.exists():
            _fill(cache)
    work: Callable[[], object] = {"bpe-play": _ours, "tiktoken": _tiktoken}[name]
    _, cost = measured(work)
    report(cost)


if __name__ == "__main__":
    main(*sys.argv[1:])
