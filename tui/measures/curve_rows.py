"""The rows of the curve: what each size of the vocabulary brings, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass

from bpe_play.engine.measure.entry_cost import EntryCost, tokens_of_request, window_in_characters
from bpe_play.tui.measures.curve import CurveOptions, CurveResult
from bpe_play.tui.measures.size_curve import SizeCurve


@dataclass(frozen=True)
class CurveRow:
    """One size of the vocabulary: how long texts are with it, and what it costs.

    gain  bytes per token more than with half as many entries; None where that size is not known. What
          depends on a text is None for a size that was only priced.
    """

    vocabulary: int
    tokens: int | None
    bytes_per_token: float | None
    gain: float | None
    other_bytes_per_token: float | None
    embedding: int
    parameters: int
    memory: int
    window_characters: float | None
    request_tokens: float | None


def shown_sizes(result: CurveResult, options: CurveOptions) -> list[int]:
    """The sizes a table shows: the first, each doubling, the last, and the one to price."""
    if not result.points:
        return [options.priced]
    size, last = result.points[0].vocabulary, result.points[-1].vocabulary
    sizes = {last, options.priced}
    while size <= last:
        sizes.add(size)
        size *= 2
    return sorted(sizes)


def rows(result: CurveResult, options: CurveOptions, part: str) -> list[CurveRow]:
    """Every size of the curve, for a file."""
    return [row_of(result, options, point.vocabulary) for point in result.points]


def row_of(result: CurveResult, options: CurveOptions, size: int) -> CurveRow:
    """All figures of one size."""
    cost = EntryCost(size, options.width, options.tied)
    point, other = result.points.at(size), result.other.at(size)
    tokens, characters = (point.tokens if point else 0), result.characters
    return CurveRow(
        size,
        point.tokens if point else None,
        point.bytes_per_token if point else None,
        _gain(result.points, size),
        other.bytes_per_token if other else None,
        cost.embedding,
        cost.parameters,
        cost.memory,
        window_in_characters(options.window, tokens, characters) if point else None,
        tokens_of_request(options.request, tokens, characters) if point else None,
    )


def _gain(curve: SizeCurve, size: int) -> float | None:
    """Against half the size."""
    whole, half = curve.at(size), curve.at(size // 2)
    if whole is None or half is None or size % 2:
        return None
    return whole.bytes_per_token - half.bytes_per_token
