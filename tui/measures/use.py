"""The vocabulary in use: which of its tokens a text takes, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bpe_play.engine.measure.usage import SHARES, Group, Usage, by_length, by_script, usage
from bpe_play.tui.measures.inputs import Inputs

MOST, NEVER, SCRIPT, LENGTH = "most used", "never used", "script", "length"
PARTS = (MOST, NEVER, SCRIPT, LENGTH)


@dataclass(frozen=True)
class UnusedToken:
    """A token that the text does not take."""

    id: int
    token: bytes


@dataclass(frozen=True)
class UseResult:
    """The uses, and the tokens in groups.

    never   the tokens of the ids in `found.never`: bare bytes, because there may be 200,000
    needed  how many tokens make up each of SHARES of the text
    """

    title: str
    text: str
    size: int
    found: Usage
    never: tuple[bytes, ...]
    scripts: tuple[Group, ...]
    lengths: tuple[Group, ...]
    needed: tuple[int, ...]


def measure(inputs: Inputs) -> UseResult:
    (made,) = inputs.made
    text = inputs.text
    inputs.tell(f"cutting {inputs.text_name}", 0, 0)
    found = usage(made.model, made.model.ids(), text)
    inputs.tell("sorting the tokens", 0, 0)
    return UseResult(
        made.title,
        inputs.text_name,
        len(text),
        found,
        tuple(map(made.model.token, found.never)),
        tuple(by_script(made.model, found)),
        tuple(by_length(made.model, found)),
        tuple(found.needed(share) for share in SHARES),
    )


def rows(result: UseResult, options: None, part: str) -> Sequence[Any]:
    """The rows of a part."""
    return {
        MOST: result.found.uses,
        NEVER: [UnusedToken(*pair) for pair in zip(result.found.never, result.never, strict=True)],
        SCRIPT: result.scripts,
        LENGTH: result.lengths,
    }[part]
