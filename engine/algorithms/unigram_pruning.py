"""Which pieces of a Unigram vocabulary are missed least? The loss of each, if it were not there."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from bpe_play.engine.algorithms.unigram_units import Unit, with_beginnings


def pieces_as_units(texts: Sequence[str], alive: Sequence[int]) -> dict[int, Unit]:
    """Each piece that is there, as a word to be cut into the others."""
    there = [piece for piece, is_there in enumerate(alive) if is_there]
    numbers = with_beginnings((texts[piece], piece) for piece in there)
    return {piece: Unit.of(texts[piece], 1, numbers, whole=False) for piece in there}


def best_uses(units: Iterable[Unit], scores: Sequence[float]) -> list[int]:
    """How often each piece is used when every word is cut the best way."""
    uses = [0] * len(scores)
    for unit in units:
        for piece in unit.best(scores)[1]:
            uses[piece] += unit.weight
    return uses


def losses_without(
    others: Mapping[int, Unit], uses: Sequence[int], scores: Sequence[float], needed: int
) -> dict[int, float]:
    """How much less probable the corpus gets without a piece, when the best other way takes its place.

    others  each piece as a word to be cut into the others
    needed  the first so many pieces are not asked about

    A piece that the best way never uses, or that is better cut up itself, is not in the result: it can go.
    """
    total = sum(uses)
    losses: dict[int, float] = {}
    for piece, unit in others.items():
        use = uses[piece]
        if piece < needed or not use:
            continue
        score, parts = unit.best(scores)
        if score > scores[piece]:
            continue
        new_total = math.log(total + use * (len(parts) - 1))
        parts_score = sum(math.log(uses[part] + use) - new_total for part in parts)
        losses[piece] = use * (math.log(use / total) - parts_score)
    return losses
