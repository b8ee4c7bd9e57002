"""Unigram in a model file: {"pieces": [["▁the", -3.2], …]}, in the order of their ids, as of the last step.

A training passes through tens of thousands of pieces, each with a score of its own after every round. The
file keeps what is left of them in the end: what encodes and decodes. So it has no steps to go back to.
"""

from __future__ import annotations

import math
from typing import Any

from bpe_play.engine.algorithms.alphabet import Fallback
from bpe_play.engine.algorithms.keeping import texts
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.text_rules import TextRules
from bpe_play.engine.algorithms.unigram import UnigramModel
from bpe_play.engine.door import to_text
from bpe_play.engine.fields import Field

LIMITS = "the file keeps the last round of Unigram only: there are no earlier steps to go back to"


def write(model: UnigramModel) -> dict[str, Any]:
    """The pieces that text can become, with their scores to the last digit."""
    return {"pieces": [[text, score] for text, score in model.usable()]}


def read(field: Field, settings: Settings, rules: TextRules) -> UnigramModel:
    field.members(("pieces",))
    rows = field.member("pieces")
    scores = [_score(rows.item(index)) for index in range(len(rows.list()))]
    tokens = texts(Field([row[0] for row in rows.value], rows.path, rows.file))
    return model_of(
        list(zip(map(to_text, tokens), scores, strict=True)), Fallback(settings.byte_fallback), rules
    )


def _score(field: Field) -> float:
    row = field.value
    if not isinstance(row, list) or len(row) != 2 or type(row[1]) not in (int, float):
        field.expected("a piece and its score")
    if not math.isfinite(row[1]):
        field.expected("a finite score")
    return float(row[1])


def model_of(pieces: list[tuple[str, float]], fallback: Fallback, rules: TextRules) -> UnigramModel:
    """A model of some pieces, whose ids begin behind what stands for unknown characters."""
    special = [(fallback.written(token_id).decode(), 0.0) for token_id in range(fallback.size)]
    unk_id = None if fallback.in_bytes else 0
    return UnigramModel([*special, *pieces], unk_id, fallback.in_bytes, rules, never=range(fallback.size))
