"""Calling a learner's functions: with copies of what they might change, and with a look at what they give.

What is of the wrong kind is a ContractError with the line of the function; that an argument was changed is
a note, since nothing breaks by it here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from numbers import Real
from typing import Any

from bpe_play.engine.merges import Pair
from bpe_play.tui.learner.faults import ContractError, shown
from bpe_play.tui.learner.loading import line_of
from bpe_play.tui.learner.parts import PARTS


class Calls:
    """Calls parts of a program, checks what they give, and collects notes."""

    def __init__(self) -> None:
        self._notes: dict[str, str] = {}

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(self._notes.values())

    def note(self, about: str, sentence: str) -> None:
        """Say something about a matter once."""
        self._notes.setdefault(about, sentence)

    def __call__(self, function: Callable[..., Any], name: str, *arguments: Any) -> Any:
        """What a function gives for copies of the arguments."""
        copies = [_copy(argument) for argument in arguments]
        value = function(*copies)
        for argument, copied, known_as in zip(arguments, copies, PARTS[name].arguments, strict=False):
            if copied != argument:
                where = f"line {line_of(function)}"
                self.note(name, f"{name} changes its argument {known_as} ({where}); it was given a copy")
        return value

    # -- what each part must give

    def pair_counts(self, function: Callable[..., Any], ids: list[int]) -> dict[Pair, float]:
        value = self(function, "pair_counts", ids)
        if not isinstance(value, Mapping):
            raise wrong(function, "pair_counts", value)
        for pair, count in value.items():
            if not is_pair(pair) or not isinstance(count, Real):
                raise wrong(function, "pair_counts", {pair: count}, "with the entry ")
        return dict(value)

    def merge(self, function: Callable[..., Any], ids: list[int], pair: Pair, new_id: int) -> list[int]:
        return id_list(function, "merge", self(function, "merge", ids, pair, new_id))

    def choose(self, function: Callable[..., Any], counts: dict[Pair, float]) -> Pair:
        value = self(function, "choose", counts)
        pair = tuple(value) if isinstance(value, list) else value
        if not is_pair(pair) or pair not in counts:
            raise wrong(function, "choose", value)
        chosen: Pair = pair
        return chosen

    def score(self, function: Callable[..., Any], pair: int, left: int, right: int) -> float:
        value = self(function, "score", pair, left, right)
        if not isinstance(value, Real) or value != value:
            raise wrong(function, "score", value)
        return value  # type: ignore[return-value]

    def pre_tokenize(self, function: Callable[..., Any], text: str) -> list[str]:
        value = self(function, "pre_tokenize", text)
        if isinstance(value, str | bytes) or not isinstance(value, Iterable):
            raise wrong(function, "pre_tokenize", value)
        pieces = [piece.decode("utf-8", "replace") if isinstance(piece, bytes) else piece for piece in value]
        for piece in pieces:
            if not isinstance(piece, str):
                raise wrong(function, "pre_tokenize", piece, "with the piece ")
        if "".join(pieces) != text:
            self.note("lost text", lost_text(text, pieces, line_of(function)))
        return pieces

    def decode(self, function: Callable[..., Any], ids: list[int], *vocab: dict[int, bytes]) -> str:
        value = self(function, "decode", ids, *vocab)
        text = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
        if not isinstance(text, str):
            raise wrong(function, "decode", value)
        return text


def id_list(function: Callable[..., Any], name: str, value: Any) -> list[int]:
    """A list of ids, or ContractError."""
    if not isinstance(value, list | tuple) or not set(map(type, value)) <= {int}:
        raise wrong(function, name, value)
    return list(value)


def merges_of(function: Callable[..., Any], name: str, value: Any) -> dict[Pair, int]:
    """Merges as learners keep them: a dict pair → id, or pairs in order, or (pair, id) in order."""
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], Mapping):
        value = value[0]  # (merges, vocab)
    entries = value.items() if isinstance(value, Mapping) else value
    if isinstance(entries, str | bytes) or not isinstance(entries, Iterable):
        raise _not_merges(function, name, value)
    merges: dict[Pair, int] = {}
    for number, entry in enumerate(entries):
        pair, new_id = entry if _is_numbered(entry) else (entry, 256 + number)
        pair = tuple(pair) if isinstance(pair, list) else pair
        if not is_pair(pair) or type(new_id) is not int:
            raise _not_merges(function, name, entry, "with the entry ")
        if pair in merges:
            raise _not_merges(function, name, pair, "twice the pair ")
        merges[pair] = new_id
    return merges


def _is_numbered(entry: Any) -> bool:
    """Whether it is ((left, right), id)."""
    return isinstance(entry, tuple | list) and len(entry) == 2 and isinstance(entry[0], tuple | list)


def is_pair(value: Any) -> bool:
    return type(value) is tuple and len(value) == 2 and type(value[0]) is int and type(value[1]) is int


def wrong(function: object, name: str, value: Any, about: str = "") -> ContractError:
    """It gave something of the wrong kind."""
    part = PARTS[name]
    gave = "nothing (None): is a return missing?" if value is None else f"{about}{shown(value)}"
    line = line_of(function)
    where = f"Line {line}: " if line else ""
    return ContractError(f"{where}{name} gave {gave}", f"{part.call} should give {part.gives}", line)


def _not_merges(function: object, name: str, value: Any, about: str = "") -> ContractError:
    gave = "nothing (None)" if value is None else f"{about}{shown(value)}"
    line = line_of(function)
    where = f"Line {line}: " if line else ""
    return ContractError(f"{where}{name} gave {gave}", f"merges are {PARTS['train'].gives}", line)


def lost_text(text: str, pieces: list[str], line: int) -> str:
    """Where the pieces of a pre-tokenizer part from the text."""
    at = 0
    for char, other in zip(text, chain.from_iterable(pieces), strict=False):
        if char != other:
            break
        at += 1
    due = text[at : at + 12]
    return f"pre_tokenize (line {line}) changes the text: at character {at:,} {due!r} is due"


def _copy(value: Any) -> Any:
    return value.copy() if isinstance(value, list | dict) else value
