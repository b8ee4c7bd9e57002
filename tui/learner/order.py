"""What a run is asked to do, as it goes to the child."""

from __future__ import annotations

import base64
from dataclasses import asdict, dataclass, field
from typing import Any

from bpe_play.tui.learner.limits import Limits


@dataclass(frozen=True)
class Order:
    """One run of a file.

    source    the file as bytes, so that what runs is what was looked at
    path      its path: the folder from which it may import, and the name of its lines
    merges    how many merges are learned
    split     the lab's pre-tokenizer by name, or its pattern; `for_whole` the one to compare with when the
              file trains by itself and leaves the text in one piece
    words     the corpus as words with counts, where it is that and not a text
    typed     the text that is typed in the lab, for a round trip
    exercise  the key of the exercise that the file is for, or ""
    """

    source: bytes
    path: str
    merges: int = 64
    split: str = "none"
    for_whole: str = "none"
    ties: str = "first-seen"
    words: tuple[tuple[bytes, int], ...] | None = None
    typed: str = ""
    exercise: str = ""
    limits: Limits = field(default_factory=Limits)

    def to_json(self) -> dict[str, Any]:
        words = None if self.words is None else [(word.hex(), count) for word, count in self.words]
        return asdict(self) | {"source": base64.b64encode(self.source).decode("ascii"), "words": words}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Order:
        words = data["words"] and tuple((bytes.fromhex(word), count) for word, count in data["words"])
        source = base64.b64decode(data["source"])
        return cls(**(data | {"source": source, "words": words, "limits": Limits(**data["limits"])}))
