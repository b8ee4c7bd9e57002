"""Invariants: what must hold for BPE, checked on the corpus, with a proof or a counter-example.

Two of them can be checked for any tokenizer, the others only where the training is at hand: for the lab's
own, which is trained again for this, and for algorithms.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bpe_play.engine.measure.invariants import (
    Light,
    byte_count,
    facts_of_steps,
    never_rising,
    round_trip,
    same_as_training,
    saving,
)
from bpe_play.engine.merges import BYTES
from bpe_play.tui.measures.inputs import Inputs
from bpe_play.tui.measures.picks import Kind, Made, Recipe

# Beside the corpus: an accent, two scripts, an emoji of several code points, a stray byte, and nothing.
HARD_TEXTS = ("naïve café".encode(), "日本語 и 한국어".encode(), "👩‍👧 🍓".encode(), b"\xff ab \xc3", b"")
_MOST_WORDS = 1_000_000
NOT_HERE = "Its training is not at hand."
NO_MERGES = "It does not merge pairs."
_OF_MERGES = ("counts never rise", "saved = count, unless a = b")
_OF_TRAINING = (*_OF_MERGES, "encode(corpus) = result of training")


@dataclass(frozen=True)
class LightsResult:
    """For each invariant the light of each tokenizer."""

    titles: tuple[str, ...]
    rows: tuple[tuple[LightRow, ...], ...]


@dataclass(frozen=True)
class LightRow:
    """One invariant for one tokenizer; `holds` is None where it cannot be checked."""

    tokenizer: str
    invariant: str
    holds: bool | None
    proof: str
    example: bytes


def measure(inputs: Inputs) -> LightsResult:
    columns = []
    for recipe in inputs.order.recipes:
        made = _made(inputs, recipe)
        columns.append(tuple(_lights(inputs, made)))
    return LightsResult(
        tuple(recipe.title for recipe in inputs.order.recipes), tuple(zip(*columns, strict=True))
    )


def _made(inputs: Inputs, recipe: Recipe) -> Made:
    if recipe.pick.kind is Kind.LAB and recipe.trained is None:
        settings = replace(inputs.order.settings, vocab_size=BYTES + len(recipe.pairs), runners_up=0)
        return inputs.trained(recipe, settings)
    return inputs.make(recipe)


def _lights(inputs: Inputs, made: Made) -> Iterator[LightRow]:
    inputs.tell(f"checking {made.title}", 0, 0)
    texts = [inputs.corpus, *HARD_TEXTS]
    yield _row(made, round_trip(made.model, texts))
    yield _row(made, byte_count(made.model, texts))
    if not made.steps:
        yield from (LightRow(made.title, name, None, NOT_HERE, b"") for name in _OF_TRAINING)
        return
    facts = list(facts_of_steps(made.steps))
    if facts:
        yield _row(made, never_rising(facts))
        yield _row(made, saving(facts))
    else:
        yield from (LightRow(made.title, name, None, NO_MERGES, b"") for name in _OF_MERGES)
    yield _as_trained(inputs, made)


def _row(made: Made, light: Light) -> LightRow:
    return LightRow(made.title, light.name, light.holds, light.proof, light.example)


def _as_trained(inputs: Inputs, made: Made) -> LightRow:
    """Words with counts are encoded as often as they count, if there is time for that."""
    words = inputs.order.words or {}
    if sum(words.values()) > _MOST_WORDS:
        return LightRow(made.title, _OF_TRAINING[-1], None, "The corpus has too many words for this.", b"")
    corpus = [word for word, count in words.items() for _ in range(count)] or [inputs.corpus]
    return _row(made, same_as_training(made.model, corpus, made.steps[-1].tokens_after))


def rows(result: LightsResult, options: None, part: str = "") -> list[LightRow]:
    """Invariant by invariant, the tokenizers beside each other."""
    return [light for row in result.rows for light in row]
