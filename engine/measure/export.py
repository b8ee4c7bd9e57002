"""Rows of figures as CSV or JSON, as text to be written to a file.

A row is a dataclass or a named tuple of this package. Bytes are written in hex, so that any token survives any program.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import fields
from decimal import Decimal
from typing import Any


def to_json(rows: Sequence[Any]) -> str:
    r"""One object a line.

    >>> from bpe_play.engine.measure.price import Price
    >>> to_json([Price("a", 5, Decimal("0.1"))])
    '{"name": "a", "tokens": 5, "cost": "0.1"}\n'
    """
    return "".join(json.dumps(_plain(row), ensure_ascii=False) + "\n" for row in rows)


def to_csv(rows: Sequence[Any]) -> str:
    r"""A line of names, then a line each; what is nested is written as JSON.

    >>> from bpe_play.engine.measure.price import Price
    >>> to_csv([Price("a", 5, Decimal("0.1"))])
    'name,tokens,cost\r\na,5,0.1\r\n'
    """
    if not rows:
        return ""
    written = io.StringIO(newline="")
    table = csv.writer(written)
    plain = [_plain(row) for row in rows]
    table.writerow(plain[0])
    for row in plain:
        table.writerow(_cell(value) for value in row.values())
    return written.getvalue()


def _cell(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, Decimal):
        return str(value)
    if hasattr(value, "_asdict"):
        return _plain(value._asdict())
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(name): _plain(item) for name, item in value.items()}
    if hasattr(value, "__dataclass_fields__"):
        return {
            name: _plain(getattr(value, name))
            for name in [field.name for field in fields(value)] + _derived(value)
        }
    return value


def _derived(row: Any) -> list[str]:
    """Properties that are figures too, such as `bytes_per_token`."""
    kinds = (int, float, str, bool)
    names = [name for name, member in vars(type(row)).items() if isinstance(member, property)]
    return [name for name in names if isinstance(getattr(row, name), kinds)]
