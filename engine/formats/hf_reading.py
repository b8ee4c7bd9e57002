"""Reading parts of a tokenizer.json: lists of parts, flags, and the refusal of what is not supported."""

from __future__ import annotations

from typing import NoReturn

from bpe_play.engine.fields import Field, shown

HINT = "a tokenizer is opened only if all that it does can be done here"


def unsupported(field: Field, kind: str) -> NoReturn:
    """Refuse a part by its name."""
    name = field.value.get("type") if isinstance(field.value, dict) else None
    field.refuse(f"{kind} {name if isinstance(name, str) else shown(field.value)} is not supported", HINT)


def list_in(field: Field, members: str) -> list[Field]:
    """The parts of a Sequence in order, at any depth; one part alone; nothing for null."""
    if field.value is None:
        return []
    if field.member("type").text() != "Sequence":
        return [field]
    inner = field.member(members)
    parts = [list_in(inner.item(index), members) for index in range(len(inner.list()))]
    return [part for found in parts for part in found]


def flag(field: Field, name: str, default: bool) -> bool:
    value = field.value.get(name, default)
    if not isinstance(value, bool):
        field.member(name).expected("true or false")
    return bool(value)
