"""The steps of Hugging Face normalizers that a byte-pair tokenizer can have: bytes in, changed bytes out.

Each also says where the changed bytes come from, so that tokens can be drawn over the text as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bpe_play.engine.algorithms.normalizers import Builder, Normalized


class NormalizerStep(Protocol):
    """What all steps have."""

    def apply(self, data: bytes) -> Normalized: ...


@dataclass(frozen=True)
class Replace:
    """Every occurrence of some bytes becomes others.

    >>> Replace(b" ", b"__").apply(b"a b")
    Normalized(data=b'a__b', borders=[0, 1, 2, 2, 3])
    """

    old: bytes
    new: bytes

    def apply(self, data: bytes) -> Normalized:
        if self.old not in data:
            return Normalized(data)
        builder = Builder()
        first, *others = data.split(self.old)
        builder.replace(first, first)
        for part in others:
            builder.replace(self.old, self.new)
            builder.replace(part, part)
        return builder.result(from_start=False)


@dataclass(frozen=True)
class Prepend:
    """Some bytes before every text that is not empty; or only before one that does not begin with them.

    >>> Prepend(b" ").apply(b"a")
    Normalized(data=b' a', borders=[0, 0, 1])
    """

    new: bytes
    if_missing: bool = False

    def apply(self, data: bytes) -> Normalized:
        if not data or (self.if_missing and data.startswith(self.new)):
            return Normalized(data)
        return Normalized(self.new + data, [*[0] * len(self.new), *range(len(data) + 1)])


def apply_all(steps: Sequence[NormalizerStep], data: bytes) -> Normalized:
    """One step after the other."""
    done = Normalized(data)
    for step in steps:
        done = _after(done, step.apply(done.data))
    return done


def _after(first: Normalized, second: Normalized) -> Normalized:
    if first.borders is None or second.borders is None:
        return second if first.borders is None else Normalized(second.data, first.borders)
    return Normalized(second.data, [first.borders[border] for border in second.borders])
