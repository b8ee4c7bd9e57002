"""Numbers: in how many ways numbers of one length are cut, under one or two tokenizers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bpe_play.engine.measure.numbers import Cuts, Length, number_cuts
from bpe_play.tui.measures.inputs import Inputs


@dataclass(frozen=True)
class DigitsOptions:
    """The largest number, and whether a space stands before each."""

    largest: int = 9_999
    space: bool = False


@dataclass(frozen=True)
class DigitsResult:
    """For each tokenizer the lengths in digits, the shortest first."""

    titles: tuple[str, ...]
    lengths: tuple[tuple[Length, ...], ...]


@dataclass(frozen=True)
class DigitsRow:
    """One way to cut numbers of a length; `ways` is how many there are for that length."""

    tokenizer: str
    digits: int
    ways: int
    cut: str
    pattern: tuple[int, ...]
    numbers: int
    share: float
    by_thousands: bool
    lines_up: bool


def measure(inputs: Inputs) -> DigitsResult:
    before = " " if inputs.options.space else ""
    found = []
    for made in inputs.made:
        inputs.tell(f"cutting the numbers up to {inputs.options.largest:,} with {made.title}", 0, 0)
        numbers = range(1, inputs.options.largest + 1)
        found.append(tuple(number_cuts(made.model, numbers, before)))
    return DigitsResult(tuple(made.title for made in inputs.made), tuple(found))


def rows(result: DigitsResult, options: DigitsOptions, part: str = "") -> list[DigitsRow]:
    """Length by length, the tokenizers beside each other."""
    return sorted(_rows(result), key=lambda row: row.digits)


def _rows(result: DigitsResult) -> Iterator[DigitsRow]:
    for title, lengths in zip(result.titles, result.lengths, strict=True):
        for length in lengths:
            yield from (_row(title, length, cut) for cut in length.cuts)


def _row(title: str, length: Length, cut: Cuts) -> DigitsRow:
    return DigitsRow(
        title,
        length.digits,
        len(length.cuts),
        str(cut),
        cut.pattern,
        cut.numbers,
        cut.numbers / length.numbers,
        cut.by_thousands,
        length.lines_up,
    )
