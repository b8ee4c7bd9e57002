"""Characters and words in a model file: {"entries": ["e", "t", …]}, in the order in which they were learned."""

from __future__ import annotations

from typing import Any

from bpe_play.engine.algorithms.alphabet import is_stray
from bpe_play.engine.algorithms.entries import EntryModel
from bpe_play.engine.algorithms.keeping import texts
from bpe_play.engine.door import to_text
from bpe_play.engine.fields import Field


def write(model: EntryModel) -> dict[str, Any]:
    return {"entries": [to_text(entry) for entry in model.entries]}


def words(field: Field) -> tuple[bytes, ...]:
    """The entries, whatever they are."""
    field.members(("entries",))
    return tuple(texts(field.member("entries")))


def characters(field: Field) -> tuple[bytes, ...]:
    """The entries, each one character."""
    entries = words(field)
    for index, entry in enumerate(map(to_text, entries)):
        if len(entry) > 1 or is_stray(entry):
            field.member("entries").item(index).expected("one character")
    return entries
