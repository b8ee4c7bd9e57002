"""What a run has found out, as values that go over a pipe: steps, the first difference, round trips."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bpe_play.tui.learner.faults import Fault


@dataclass(frozen=True)
class Step:
    """A merge: the bytes of its two tokens, and how often the pair stood in the corpus at that moment."""

    left: bytes
    right: bytes
    count: int

    @property
    def pair(self) -> tuple[bytes, bytes]:
        return self.left, self.right

    def to_json(self) -> list[Any]:
        return [self.left.hex(), self.right.hex(), self.count]

    @classmethod
    def from_json(cls, data: list[Any]) -> Step:
        left, right, count = data
        return cls(bytes.fromhex(left), bytes.fromhex(right), int(count))


class Reason(StrEnum):
    """Why two lists part."""

    TIE = "both pairs are equally frequent"
    FEWER = "the engine's pair is more frequent"
    GONE = "your pair does not stand in the text any more"
    CUT = "the engine's split keeps your pair apart"
    SHORT = "your list ends"
    LONG = "the engine's list ends"


@dataclass(frozen=True)
class Difference:
    """The first step in which two lists differ.

    yours, engine  the steps there; None after the end of a list
    said           what the program itself counted for its pair, where that is not so
    score          what it chose its pair by, if not by the count
    """

    step: int
    reason: Reason
    yours: Step | None
    engine: Step | None
    said: float | None = None
    score: float | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "step": self.step,
            "reason": self.reason.name,
            "yours": self.yours and self.yours.to_json(),
            "engine": self.engine and self.engine.to_json(),
            "said": self.said,
            "score": self.score,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Difference:
        yours, engine = (data[side] and Step.from_json(data[side]) for side in ("yours", "engine"))
        return cls(data["step"], Reason[data["reason"]], yours, engine, data["said"], data["score"])


@dataclass(frozen=True)
class Trip:
    """A text through the program's encode and decode.

    tokens  how many ids its encode gave
    due     how many the engine gives with the same merges
    wrong   what is wrong with it, in words; empty for a good one
    """

    text: str
    tokens: int
    due: int
    wrong: str = ""


@dataclass(frozen=True)
class Report:
    """Everything about a run that worked.

    made_of   what of the file was used
    split     the pre-tokenizer of the engine's list, by its name, or its pattern
    yours     the program's merges, with true counts; `engine` those of the engine
    fault     what stopped it after learning, in encode or decode
    seconds   that learning took
    """

    made_of: str
    split: str
    corpus_bytes: int
    yours: tuple[Step, ...] = ()
    engine: tuple[Step, ...] = ()
    difference: Difference | None = None
    trips: tuple[Trip, ...] = ()
    notes: tuple[str, ...] = ()
    fault: Fault | None = None
    seconds: float = 0.0
    engine_seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        return vars(self) | {
            "yours": [step.to_json() for step in self.yours],
            "engine": [step.to_json() for step in self.engine],
            "difference": self.difference and self.difference.to_json(),
            "trips": [vars(trip) for trip in self.trips],
            "fault": self.fault and self.fault.to_json(),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Report:
        read = {
            "yours": tuple(map(Step.from_json, data["yours"])),
            "engine": tuple(map(Step.from_json, data["engine"])),
            "difference": data["difference"] and Difference.from_json(data["difference"]),
            "trips": tuple(Trip(**trip) for trip in data["trips"]),
            "notes": tuple(data["notes"]),
            "fault": data["fault"] and Fault.from_json(data["fault"]),
        }
        return cls(**(data | read))


@dataclass(frozen=True)
class Checked:
    """What came of an exercise: how many inputs were right, and the smallest one that was not.

    call      the call that went wrong, as Python writes it
    gave      what it gave, or what stopped it; due: what it should give
    """

    passed: int
    total: int
    call: str = ""
    gave: str = ""
    due: str = ""
    fault: Fault | None = None

    @property
    def good(self) -> bool:
        return self.total > 0 and self.passed == self.total

    def to_json(self) -> dict[str, Any]:
        return vars(self) | {"fault": self.fault and self.fault.to_json()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Checked:
        return cls(**(data | {"fault": data["fault"] and Fault.from_json(data["fault"])}))
