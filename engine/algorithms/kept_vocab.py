"""WordPiece in a model file: {"steps": 900, "vocab": [["[UNK]", 0], ["a", 0], ["##b", 0], ["ab", 1], …]}.

A row is a token as WordPiece writes it and the step that made it, 0 for the alphabet; the id of a token is its
place in the list. A step that made a token anew has no row: there can be more steps than tokens.
"""

from __future__ import annotations

from typing import Any

from bpe_play.engine.algorithms.keeping import MOST_TOKENS, texts
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.text_rules import UNKNOWN, TextRules
from bpe_play.engine.algorithms.wordpiece import WordPieceModel
from bpe_play.engine.door import to_text
from bpe_play.engine.fields import Field


def write(model: WordPieceModel) -> dict[str, Any]:
    rows = [[text, model.born(token_id)] for text, token_id in model.vocab.items()]
    return {"steps": model.steps, "vocab": rows}


def read(field: Field, settings: Settings, rules: TextRules) -> WordPieceModel:
    field.members(("steps", "vocab"))
    steps, rows = field.member("steps").whole(0, MOST_TOKENS), field.member("vocab")
    made = [_step(rows.item(index), steps) for index in range(len(rows.list()))]
    tokens = texts(Field([row[0] for row in rows.value], rows.path, rows.file))
    if not tokens or tokens[0] != UNKNOWN.encode():
        rows.refuse(f'the first token is not "{UNKNOWN}"')
    return WordPieceModel(
        {to_text(token): token_id for token_id, token in enumerate(tokens)},
        UNKNOWN,
        max_chars=settings.longest_word,
        rules=rules,
        born={token_id: step for token_id, step in enumerate(made) if step},
        steps=steps,
        strict=True,
    )


def _step(field: Field, steps: int) -> int:
    if len(field.list()) != 2:
        field.expected("a token and the step that made it")
    return field.item(1).whole(0, steps)
