"""What every algorithm says while it learns and while it explains: steps, moves and their figures.

They are made to be drawn by any list: `title` is our own wording, `pieces` are tokens as the vocabulary
writes them (so they can hold anything), `figures` are names with numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bpe_play.engine.merges import Merge


class Figure(NamedTuple):
    """A number with its name, such as Figure("pair", 13)."""

    name: str
    value: float


class Choice(NamedTuple):
    """A pair that could be merged: the two tokens, how often they stand side by side, and their score.

    The score is what the algorithm decides by. For BPE it is the count itself.
    """

    left: bytes
    right: bytes
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    score: float


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a training.

    step          1, 2, 3 …
    title         what was done: "merge", "new entry", "EM round", "prune" …
    pieces        what it was done with. A merge: left, right, and what they became. A new entry: the token.
                  Pruning: some of the tokens that went.
    vocabulary    how many tokens the vocabulary has after the step
    tokens_after  length of the corpus in tokens after the step
    figures       what else is to be known, the deciding one first
    choices       the next best candidates at that moment, best first, without the winner
    merge         the same as a Merge, where the step is one; ids are those of the model
    most_frequent what BPE would have taken, where the algorithm decides by something else than the count
    """

    step: int
    title: str
    pieces: tuple[bytes, ...]
    vocabulary: int
    tokens_after: int
    figures: tuple[Figure, ...] = ()
    choices: tuple[Choice, ...] = ()
    merge: Merge | None = None
    most_frequent: Choice | None = None

    def figure(self, name: str) -> float:
        """A figure by its name; KeyError when the step has none of that name."""
        return dict(self.figures)[name]


@dataclass(frozen=True, slots=True)
class Move:
    """One step on the way from a word to its tokens.

    title    what happened, in our own words
    pieces   the whole word as it is cut after the move, as the vocabulary writes it
    settled  how many of the pieces, from the left, are final
    """

    title: str
    pieces: tuple[bytes, ...]
    settled: int
    figures: tuple[Figure, ...] = ()
