"""How the cost of training and encoding grows: text ×10, vocabulary ×10, length of one piece ×10.

A factor of 10 is linear; n log n is 10 × (log of the larger ÷ log of the smaller). A text that is made by variation
has more than ten times as many different words where it has ten times the size, and merging is done in these: its n
is the bytes of its different pieces. Run as a module, one cell of the tables is measured:
`python -m tests.bench.growth WORK TEXT SIZE SPLIT FOLDER`.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from pathlib import Path

from tests.bench.inside import measured, report
from tests.bench.options import Options
from tests.bench.rounds import Job, run_rounds
from tests.bench.tables import print_table, spread
from tests.bench.texts import bytes_of, text_file

_NOISE = 1.25  # as much above n log n is still called that

Cell = tuple[str, str, int, str]  # work, text, vocabulary, split
ROWS: list[tuple[str, list[Cell], str]] = [
    ("text ×10", [("train", f"stdlib-{size}kB", 4096, "gpt2") for size in (300, 3000, 30_000)], "text"),
    (
        "text ×10, made by variation",
        [("train", f"stdlib-{size}MB", 4096, "gpt2") for size in (10, 100)],
        "different pieces",
    ),
    ("text ×10, no split", [("train", f"stdlib-{size}MB", 1024, "none") for size in (1, 10)], "text"),
    ("vocabulary ×10", [("train", "stdlib-10MB", size, "gpt2") for size in (556, 3256, 30256)], "vocabulary"),
    (
        "vocabulary ×10, no split",
        [("train", "stdlib-1MB", size, "none") for size in (556, 3256)],
        "vocabulary",
    ),
    (
        "one piece ×10, train",
        [("train", f"unbroken-{size}kB", 1024, "gpt2") for size in (10, 100, 1000)],
        "piece",
    ),
    (
        "one piece ×10, encode",
        [("encode", f"unbroken-{size}kB", 1024, "gpt2") for size in (10, 100, 1000)],
        "piece",
    ),
    ("^ ×10, train", [("train", f"carets-{size}kB", 1024, "gpt2") for size in (2, 20, 200)], "piece"),
    ("^ ×10, encode", [("encode", f"carets-{size}kB", 1024, "gpt2") for size in (2, 20, 200)], "piece"),
]
_QUICK = [("one piece ×10", [("encode", f"unbroken-{size}kB", 300, "gpt2") for size in (1, 10)], "piece")]


def growth_tables(options: Options) -> bool:
    """Print the table; whether nothing grows worse than n log n."""
    rows, met = [], True
    for title, cells, what in options.chosen(
        _QUICK if options.smoke else ROWS, lambda row: f"growth: {row[0]}"
    ):
        seconds = _seconds(cells, options)
        for at, (cell, all_turns) in enumerate(zip(cells, seconds, strict=True)):
            label = f"{cell[1]}, {cell[2]:,} entries"
            factor, allowed = _factor(seconds, cells, at, what, options.folder)
            within = factor <= allowed * _NOISE
            met = met and within
            figures = (
                [f"×{factor:.1f}", f"×{allowed:.1f}", "" if within else "MISSED"] if at else ["", "", ""]
            )
            rows.append([title if at == 0 else "", label, spread(all_turns, 3), *figures])
    if rows:
        print_table("growth", ["", "", "CPU s", "grows", "n log n", ""], rows)
    return met


def _seconds(cells: list[Cell], options: Options) -> list[list[float]]:
    jobs = [
        Job(
            f"growth {cell}",
            "tests.bench.growth",
            (cell[0], cell[1], str(cell[2]), cell[3], str(options.folder)),
        )
        for cell in cells
    ]
    return [one.all("cpu") for one in run_rounds(jobs, options.rounds or 3, options.folder)]


def _factor(
    seconds: list[list[float]], cells: list[Cell], at: int, what: str, folder: Path
) -> tuple[float, float]:
    """How much dearer than the cell before, and how much dearer n log n would be."""
    if at == 0:
        return 0.0, 0.0
    least, most = (_amount(cells[number], what, folder) for number in (at - 1, at))
    growth = most / least * math.log(most) / math.log(least)
    return min(seconds[at]) / max(min(seconds[at - 1]), 1e-3), growth


def _amount(cell: Cell, what: str, folder: Path) -> int:
    if what == "vocabulary":
        return cell[2] - 256
    if what == "different pieces":
        path = text_file(cell[1], folder)
        assert path is not None
        return _bytes_of_pieces(path.read_bytes(), cell[3])
    return bytes_of(cell[1].partition("-")[2])


def _bytes_of_pieces(data: bytes, split: str) -> int:
    from bpe_play.engine.pretokenizers import pre_tokenizer
    from bpe_play.engine.training import count_words

    return sum(map(len, count_words(pre_tokenizer(split), data)))


def _train(data: bytes, vocab_size: int, split: str) -> Callable[[], object]:
    from bpe_play.engine.pretokenizers import pre_tokenizer
    from bpe_play.engine.training import count_words, train

    return lambda: sum(1 for _ in train(count_words(pre_tokenizer(split), data), vocab_size))


def _encode(data: bytes, vocab_size: int, split: str) -> Callable[[], object]:
    from bpe_play.engine.pretokenizers import pre_tokenizer
    from bpe_play.engine.tokenizer import Tokenizer
    from bpe_play.engine.training import train
    from bpe_play.engine.vocabulary import Vocabulary

    vocabulary = Vocabulary.of(merge.pair for merge in train({data[:5000]: 1}, vocab_size))
    return lambda: Tokenizer(pre_tokenizer(split), vocabulary).encode(data)


def main(work: str, text: str, vocab_size: str, split: str, folder: str) -> None:
    path = text_file(text, Path(folder))
    assert path is not None
    prepare = {"train": _train, "encode": _encode}[work]
    _, cost = measured(prepare(path.read_bytes(), int(vocab_size), split))
    report(cost)


if __name__ == "__main__":
    main(*sys.argv[1:])
