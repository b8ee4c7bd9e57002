"""How the packed data were made: `python -m bpe_play.engine.published.recover FOLDER`, by hand.

FOLDER holds the official rank files. Needed again only when a vocabulary is added to packed.PARTS.
"""

from __future__ import annotations

import sys
from base64 import b64decode
from pathlib import Path

from bpe_play.engine.published.packed import PARTS, pack
from bpe_play.engine.ranks import recover_merges


def main(folder: Path) -> None:
    """Write data/*.merges.xz from the rank files in a folder."""
    for name, parts in PARTS.items():
        pairs, ids, orphans = recover_merges(_ranks((folder / f"{name}.tiktoken").read_bytes()))
        assert not orphans, f"{name}: {len(orphans)} tokens come from no pair"
        own, first = parts[-1]
        packed = pack(pairs[ids.index(first) :])
        Path(__file__).with_name("data").joinpath(f"{own}.merges.xz").write_bytes(packed)
        print(f"{name}: {len(pairs):,} merges, {own}.merges.xz has {len(packed):,} bytes")


def _ranks(data: bytes) -> dict[bytes, int]:
    lines = (line.split() for line in data.split(b"\n") if line)
    return {b64decode(token): int(rank) for token, rank in lines}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
