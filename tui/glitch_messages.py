"""What the glitch screen and its worker say to each other, as values that JSON can carry.

The tokenizer itself is not sent back and forth: an order says how it can be had again, and results name
tokens by their ids.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bpe_play.engine.anatomy import Anatomy, Kind
from bpe_play.engine.glitch import GlitchReport, UnusedToken
from bpe_play.engine.merges import Pair
from bpe_play.engine.pretokenizers import pre_tokenizer
from bpe_play.engine.reach import Reach
from bpe_play.engine.specials import SpecialTokens
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.toy_model import MovedRow
from bpe_play.engine.vocabulary import Vocabulary

_BYTES_PER_PAIR = 128


@dataclass(frozen=True)
class TokenizerOrder:
    """How a tokenizer can be had: by a published name, from a file, from the text of a model file of ours, or
    from its merges.

    `split` is the name of a pre-tokenizer or a pattern; it matters for merges only.
    """

    published: str = ""
    path: str = ""
    model: str = ""
    split: str = "gpt2"
    pairs: Sequence[Pair] = ()
    specials: Mapping[str, int] = field(default_factory=dict)

    @property
    def weight(self) -> int:
        """About how many bytes it takes."""
        return len(self.model) + _BYTES_PER_PAIR * len(self.pairs)

    def to_json(self) -> dict[str, Any]:
        """As keyword arguments of the class."""
        return {
            "published": self.published,
            "path": self.path,
            "model": self.model,
            "split": self.split,
            "pairs": list(self.pairs),
            "specials": dict(self.specials),
        }

    def make(self) -> Tokenizer:
        """The tokenizer; EngineError if it cannot be had."""
        if self.published:
            from bpe_play.engine.published import load

            return load(self.published)
        if self.path:
            from bpe_play.engine.formats import open_tokenizer

            return open_tokenizer(self.path)
        if self.model:
            from bpe_play.engine.model_file import loads

            return loads(self.model, "the lab's model").tokenizer()
        pairs = ((left, right) for left, right in self.pairs)
        return Tokenizer(pre_tokenizer(self.split), Vocabulary.of(pairs), SpecialTokens(self.specials))


@dataclass(frozen=True)
class ToyResult:
    """What the toy model has become.

    rows         for each token how often it was read, and how far its row has moved
    predictions  what it expects after some of the tokens: ids with their probabilities, best first
    loss         the mean error of the last lessons
    """

    rows: dict[int, MovedRow]
    predictions: dict[int, list[tuple[int, float]]]
    loss: float

    def to_json(self) -> dict[str, Any]:
        return {
            "rows": [(row.id, row.uses, row.moved) for row in self.rows.values()],
            "predictions": list(self.predictions.items()),
            "loss": self.loss,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ToyResult:
        rows = {token_id: MovedRow(token_id, uses, moved) for token_id, uses, moved in data["rows"]}
        predictions = {
            asked: [(other, chance) for other, chance in best] for asked, best in data["predictions"]
        }
        return cls(rows, predictions, data["loss"])


def anatomy_to_json(anatomy: Anatomy) -> dict[str, Any]:
    """The counts of a vocabulary; `anatomy_from_json` makes them again."""
    return {
        "total": anatomy.total,
        "kinds": dict(anatomy.kinds),
        "scripts": anatomy.scripts,
        "reach": [_reach_to_json(reach) for reach in anatomy.reach.values()],
        "uses": None if anatomy.uses is None else list(anatomy.uses.items()),
    }


def anatomy_from_json(data: Mapping[str, Any]) -> Anatomy:
    return Anatomy(
        total=data["total"],
        kinds={Kind(name): ids for name, ids in data["kinds"].items()},
        scripts=dict(data["scripts"]),
        reach={row[0]: _reach_from_json(row) for row in data["reach"]},
        uses=None if data["uses"] is None else Counter(dict(data["uses"])),
    )


def report_to_json(report: GlitchReport) -> dict[str, Any]:
    """Glitch tokens by id; their bytes are in the vocabulary."""
    return {
        "learned": report.learned,
        "glitch": [(row.id, row.step, row.uses_in_a) for row in report.glitch],
        "scaffold": [(row.id, row.step, row.uses_in_a) for row in report.scaffold],
        "unmakeable": [_reach_to_json(reach) for reach in report.unmakeable],
        "unused_bytes": report.unused_bytes,
        "uses_a": None if report.uses_a is None else list(report.uses_a.items()),
        "uses_b": list(report.uses_b.items()),
    }


def report_from_json(data: Mapping[str, Any], tokens: Mapping[int, bytes]) -> GlitchReport:
    def unused(rows: Sequence[Sequence[int]]) -> tuple[UnusedToken, ...]:
        return tuple(UnusedToken(token_id, tokens[token_id], step, uses) for token_id, step, uses in rows)

    return GlitchReport(
        learned=data["learned"],
        glitch=unused(data["glitch"]),
        scaffold=unused(data["scaffold"]),
        unmakeable=tuple(map(_reach_from_json, data["unmakeable"])),
        unused_bytes=tuple(data["unused_bytes"]),
        uses_a=None if data["uses_a"] is None else Counter(dict(data["uses_a"])),
        uses_b=Counter(dict(data["uses_b"])),
    )


def _reach_to_json(reach: Reach) -> list[Any]:
    inside = None if reach.inside is None else reach.inside.hex()
    return [reach.id, reach.alone, reach.after_space, inside]


def _reach_from_json(row: Sequence[Any]) -> Reach:
    token_id, alone, after_space, inside = row
    return Reach(token_id, alone, after_space, None if inside is None else bytes.fromhex(inside))
