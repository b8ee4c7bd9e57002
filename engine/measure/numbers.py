"""How numbers are cut: in how many ways, and whether the places of their digits line up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bpe_play.engine.algorithms.protocol import Coder

# Digits in each token of a number, from the left: 1234 as 123|4 is (3, 1).
Pattern = tuple[int, ...]


@dataclass(frozen=True)
class Cuts:
    """Numbers of one length that are cut in one way: how many there are, and the first of them."""

    pattern: Pattern
    numbers: int
    example: int

    @property
    def by_thousands(self) -> bool:
        """Whether every border stands where one writes a comma: groups of three, counted from the right."""
        return all(digits == 3 for digits in self.pattern[1:]) and self.pattern[0] <= 3

    def __str__(self) -> str:
        """The example as it is cut, such as `123|4`."""
        digits, start, parts = str(self.example), 0, []
        for length in self.pattern:
            parts.append(digits[start : start + length])
            start += length
        return "|".join(parts)


@dataclass(frozen=True)
class Length:
    """All numbers with so many digits, the most frequent way to cut them first."""

    digits: int
    cuts: tuple[Cuts, ...]

    @property
    def numbers(self) -> int:
        return sum(cut.numbers for cut in self.cuts)

    @property
    def lines_up(self) -> bool:
        """Whether all are cut alike, so that a place is at the same position of the same token in all."""
        return len(self.cuts) == 1


def number_cuts(coder: Coder, numbers: Iterable[int] = range(1, 10_000), before: str = "") -> list[Length]:
    """How numbers are cut, by their number of digits.

    before  text in front of each number, such as a space; a token that holds some of it counts only digits
    """
    ways: dict[int, dict[Pattern, list[int]]] = {}
    for number in numbers:
        pattern = number_pattern(coder, number, before)
        ways.setdefault(len(str(number)), {}).setdefault(pattern, []).append(number)
    return [
        Length(digits, tuple(sorted(_cuts(found), key=lambda cut: (-cut.numbers, cut.pattern))))
        for digits, found in sorted(ways.items())
    ]


def number_pattern(coder: Coder, number: int, before: str = "") -> Pattern:
    """How many digits each token of a number has; tokens without a digit are left out."""
    start = len(before.encode())
    spans = coder.tokenize(f"{before}{number}").spans
    lengths = (span.end - max(span.start, start) for span in spans)
    return tuple(length for length in lengths if length > 0)


def _cuts(found: dict[Pattern, list[int]]) -> list[Cuts]:
    return [Cuts(pattern, len(numbers), numbers[0]) for pattern, numbers in found.items()]
