"""The state of a lab: what a person has chosen, as one value that can be kept, compared and undone.

It holds no results: the same state gives the same merges, tokens and figures on every machine.
"""

from __future__ import annotations

import base64
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from bpe_play.engine import SpecialMode, TieRule
from bpe_play.engine.merges import BYTES, Pair

FIRST_TEXT = "How many r's are in strawberry? ñ 🍓"

Choice = tuple[int, Pair]  # a step at which pairs tie, and the one that wins it

# What each field is called on the screen.
NAMES = {
    "source": "corpus",
    "algorithm": "algorithm",
    "split": "split",
    "ties": "tie rule",
    "vocab_size": "vocabulary size",
    "min_count": "minimum frequency",
    "longest_token": "longest token",
    "sentencepiece": "SentencePiece",
    "byte_fallback": "byte fallback",
    "nfkc": "NFKC",
    "choices": "chosen winner",
    "tokenizer": "tokenizer",
    "text": "text",
    "specials": "special tokens",
    "byte_format": "bytes",
    "cursor": "step",
}

# A change of one of these makes another list of merges.
TRAINING_FIELDS = frozenset(
    {
        "source",
        "algorithm",
        "split",
        "ties",
        "vocab_size",
        "min_count",
        "longest_token",
        "sentencepiece",
        "byte_fallback",
        "nfkc",
        "choices",
    }
)

# A change of one of these makes other merges from the first step on, to which no choice was meant.
_ENDS_CHOICES = TRAINING_FIELDS - {"choices", "vocab_size", "min_count"}


@dataclass(frozen=True)
class State:
    """Everything that a person has chosen.

    source         a built-in corpus by key, or a path
    algorithm      the key of one
    split          a pre-tokenizer by name, or a pattern
    sentencepiece, byte_fallback, nfkc   switches of algorithms other than BPE over bytes
    cursor         the step that the screen shows; None follows the newest
    tokenizer      "" for the one that is being learned, else the name of a published one, or a path
    text           the typed text, as bytes
    byte_format    how the ruler writes bytes: hex, binary or decimal
    choices        winners that were chosen at ties instead of those of the tie rule, by step
    """

    source: str = "english"
    algorithm: str = "bpe"
    split: str = "gpt2"
    ties: TieRule = TieRule.FIRST_SEEN
    vocab_size: int = 1024
    min_count: int = 1
    longest_token: int | None = None
    sentencepiece: bool = False
    byte_fallback: bool = False
    nfkc: bool = False
    cursor: int | None = None
    tokenizer: str = ""
    text: bytes = FIRST_TEXT.encode()
    specials: SpecialMode = SpecialMode.TEXT
    byte_format: str = "hex"
    choices: tuple[Choice, ...] = ()

    def changed(self, **changes: Any) -> State:
        """With other values in some fields, and nothing else."""
        return replace(self, **changes)

    def after(self, **changes: Any) -> State:
        """What it is once a person has changed this: choices that were made for other merges are gone.

        >>> State(choices=((1, (97, 98)),)).after(split="none").choices
        ()
        """
        new = self.changed(**changes)
        is_other = bool(new.differs(self) & _ENDS_CHOICES) and "choices" not in changes
        return new.changed(choices=()) if is_other else new

    def differs(self, other: State) -> frozenset[str]:
        """The names of the fields in which two states differ."""
        names = (field.name for field in fields(self))
        return frozenset(name for name in names if getattr(self, name) != getattr(other, name))

    def to_json(self) -> dict[str, Any]:
        text = base64.b64encode(self.text).decode("ascii")
        return asdict(self) | {"text": text, "choices": rows_of(self.choices)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> State:
        """A state that was kept before; what it lacks or what is of the wrong kind is as at the first start."""
        first = cls()
        kept = {}
        for field in fields(cls):
            try:
                kept[field.name] = _read(field.name, data[field.name])
            except (KeyError, TypeError, ValueError):
                kept[field.name] = getattr(first, field.name)
        return cls(**kept)


def _read(name: str, value: Any) -> Any:
    match name:
        case "text":
            return base64.b64decode(value, validate=True)
        case "ties":
            return TieRule(value)
        case "specials":
            return SpecialMode(value)
        case "vocab_size" | "min_count":
            return _number(value)
        case "cursor" | "longest_token":
            return None if value is None else _number(value)
        case "sentencepiece" | "byte_fallback" | "nfkc":
            return _switch(value)
        case "choices":
            return choices_of(value)
        case "algorithm" if not _is_algorithm(value):
            raise ValueError(value)
        case "byte_format" if value not in ("hex", "binary", "decimal"):
            raise ValueError(value)
        case _ if not isinstance(value, str):
            raise TypeError(value)
    return value


def rows_of(choices: tuple[Choice, ...]) -> list[list[int]]:
    """Choices as JSON has them: step, left id, right id.

    >>> rows_of(((12, (32, 116)),))
    [[12, 32, 116]]
    """
    return [[step, *pair] for step, pair in choices]


def choices_of(rows: Any) -> tuple[Choice, ...]:
    """What `rows_of` made. ValueError unless steps go up and each id is there before its step."""
    if not isinstance(rows, list):
        raise TypeError(rows)
    choices: list[Choice] = []
    for row in rows:
        step, left, right = map(_number, row)
        if step <= (choices[-1][0] if choices else 0) or max(left, right) >= BYTES + step - 1:
            raise ValueError(row)
        choices.append((step, (left, right)))
    return tuple(choices)


def _is_algorithm(key: Any) -> bool:
    if key == "bpe":
        return True
    from bpe_play.engine.algorithms.table import ALGORITHMS  # late: BPE over bytes does without

    return isinstance(key, str) and key in ALGORITHMS


def _switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(value)
    return value
