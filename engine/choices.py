"""Choices among equals: where several pairs tie, somebody may take another winner than the tie rule does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bpe_play.engine.errors import EngineError
from bpe_play.engine.merges import Candidate, Pair

Choices = Mapping[int, Pair]
"""The pair that shall win a step, for some steps."""


class ChoiceError(EngineError):
    """A pair was chosen that does not tie at its step."""

    def __init__(self, step: int, pair: Pair) -> None:
        super().__init__(
            f"Step {step:,} cannot merge {pair[0]} and {pair[1]}: other pairs are more frequent there",
            "choose a winner among the pairs that tie, or none",
        )
        self.step = step


def preferred(best: Sequence[Candidate], step: int, pair: Pair, count: int) -> list[Candidate]:
    """The candidates of a step with a chosen pair in front, which occurs `count` times.

    ChoiceError where it is not as frequent as the best: a choice decides a tie and nothing else.

    >>> preferred([Candidate((1, 2), 7), Candidate((3, 4), 7)], 5, (3, 4), 7)
    [Candidate(pair=(3, 4), count=7), Candidate(pair=(1, 2), count=7)]
    """
    if count != best[0].count:
        raise ChoiceError(step, pair)
    return [Candidate(pair, count), *(candidate for candidate in best if candidate.pair != pair)]
