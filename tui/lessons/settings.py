"""The settings of a scene as a lesson writes them, and what they are in the lab's State.

One row a setting: its name in a file, its name in State, how its value is read, and what is expected, in
words for an error. Braces use the same names: `{tokens@split=none: text}`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bpe_play.engine import PRETOKENIZERS, EngineError, SpecialMode, TieRule, pre_tokenizer, to_bytes
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.engine.merges import BYTES
from bpe_play.tui.state import TRAINING_FIELDS, State

LARGEST = 1_000_000


@dataclass(frozen=True)
class Setting:
    """One row. `read` raises ValueError for what it cannot take; numbers in braces come to it as text."""

    name: str
    field: str
    read: Callable[[Any], Any]
    expected: str


def _whole(least: int, most: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if isinstance(value, str) and value.isascii() and value.isdigit():
            value = int(value[:12])
        if type(value) is not int or not least <= value <= most:
            raise ValueError(value)
        return value

    return read


def _step(value: Any) -> int | None:
    return None if value == "end" else _whole(0, LARGEST)(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(value)
    return value


def _bytes(value: Any) -> bytes:
    return to_bytes(_text(value))


def _split(value: Any) -> str:
    try:
        pre_tokenizer(_text(value))
    except EngineError as error:
        raise ValueError(str(error)) from error
    return str(value)


def _algorithm(value: Any) -> str:
    return _one_of(*ALGORITHMS)(value)


def _switch(value: Any) -> bool:
    """In braces it is a word."""
    value = {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value
    if not isinstance(value, bool):
        raise ValueError(value)
    return value


def _one_of(*names: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if value not in names:
            raise ValueError(value)
        return str(value)

    return read


def settled(state: State, changes: dict[str, Any]) -> State:
    """A state with other settings; another training or tokenizer is shown at its end, unless a step is named."""
    new = state.after(**changes)
    is_other = new.differs(state) & (TRAINING_FIELDS | {"tokenizer"})
    return new.changed(cursor=changes.get("cursor")) if is_other else new


def is_too_small(state: State) -> bool:
    """Whether the vocabulary has no room for the single bytes that BPE starts from."""
    return state.algorithm == "bpe" and state.vocab_size < BYTES


_SIZE = "a whole number from 256 to 1,000,000, and from 1 for other algorithms than bpe"

SETTINGS: dict[str, Setting] = {
    row.name: row
    for row in [
        Setting("corpus", "source", _text, "the name of a corpus, or a path from the lesson's folder"),
        Setting("algorithm", "algorithm", _algorithm, f"one of {', '.join(ALGORITHMS)}"),
        Setting("sentencepiece", "sentencepiece", _switch, "true or false"),
        Setting("byte_fallback", "byte_fallback", _switch, "true or false"),
        Setting("nfkc", "nfkc", _switch, "true or false"),
        Setting("split", "split", _split, f"one of {', '.join(PRETOKENIZERS)}, or a pattern"),
        Setting("ties", "ties", TieRule, "first-seen or lowest-ids"),
        Setting("vocab_size", "vocab_size", _whole(1, LARGEST), _SIZE),
        Setting("min_count", "min_count", _whole(1, LARGEST), "a whole number from 1 up"),
        Setting("longest_token", "longest_token", _whole(1, LARGEST), "a whole number of bytes, from 1 up"),
        Setting("step", "cursor", _step, 'a whole number from 0 up, or "end"'),
        Setting("tokenizer", "tokenizer", _text, 'the name of a published one, a path, or "" for the lab\'s'),
        Setting("text", "text", _bytes, "a text in quotes"),
        Setting("specials", "specials", SpecialMode, "text, special or error"),
        Setting("bytes", "byte_format", _one_of("hex", "binary", "decimal"), "hex, binary or decimal"),
    ]
}
