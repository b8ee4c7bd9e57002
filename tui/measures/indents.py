"""Indentation: which tokens stand for which depth, under one or two tokenizers, in spaces and in tabs."""

from __future__ import annotations

from dataclasses import dataclass

from bpe_play.engine.measure.indentation import CODE, Depth, distinct, indentation
from bpe_play.tui.measures.inputs import Inputs

SPACES, TABS = "spaces", "tabs"
PARTS = (SPACES, TABS)
_SIGNS = {SPACES: " ", TABS: "\t"}


@dataclass(frozen=True)
class IndentsOptions:
    """The deepest indentation, and the code behind it."""

    deepest: int = 16
    code: str = CODE


@dataclass(frozen=True)
class IndentsResult:
    """For spaces and for tabs, and for each tokenizer, the depths from 0 on."""

    titles: tuple[str, ...]
    depths: dict[str, tuple[tuple[Depth, ...], ...]]


@dataclass(frozen=True)
class IndentsRow:
    """One depth under one tokenizer: tokens of indentation alone, and how many signs the code takes along."""

    tokenizer: str
    sign: str
    depth: int
    before: tuple[bytes, ...]
    joined: int
    tokens: int


def measure(inputs: Inputs) -> IndentsResult:
    options, models = inputs.options, [made.model for made in inputs.made]
    depths = {
        part: tuple(
            tuple(indentation(model, range(options.deepest + 1), sign, options.code)) for model in models
        )
        for part, sign in _SIGNS.items()
    }
    return IndentsResult(tuple(made.title for made in inputs.made), depths)


def outcome(result: IndentsResult, part: str) -> list[str]:
    """How well each tokenizer tells the depths apart, in a sentence each."""
    return [
        f"{title.removesuffix('_base')}: {len(depths)} depths are {distinct(depths)} rows of tokens."
        for title, depths in zip(result.titles, result.depths[part], strict=True)
    ]


def rows(result: IndentsResult, options: IndentsOptions, part: str) -> list[IndentsRow]:
    """Depth by depth, the tokenizers beside each other."""
    return [
        IndentsRow(title, part, depth.depth, depth.before, depth.joined, depth.tokens)
        for row in zip(*result.depths[part], strict=True)
        for title, depth in zip(result.titles, row, strict=True)
    ]
