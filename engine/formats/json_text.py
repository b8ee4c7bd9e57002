"""JSON as large as tokenizer files get (some 20 MB), with the place of a fault, and in a gigabyte of memory.

Stricter than the json module where a tokenizer would silently change: a field that stands twice, NaN, and
halves of surrogate pairs are refused.
"""

from __future__ import annotations

import json
import re
from typing import Any

from bpe_play.engine.errors import ModelFileError
from bpe_play.engine.fields import shown

MAX_OPEN = 4_000_000
MAX_VALUES = 12_000_000
_HALF = re.compile("[\ud800-\udfff]")
_SPELLED_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_AGAIN = "take another copy of the file"


def parse(data: bytes, name: str) -> Any:
    """The value in the bytes of a file that messages call `name`.

    >>> parse(b'{"a": ', "x.json")
    Traceback (most recent call last):
    ...
    bpe_play.engine.errors.ModelFileError: x.json, line 1, column 7: the file ends in the middle: take \
another copy of the file
    """
    if len(data) > MAX_OPEN and data.count(b"[") + data.count(b"{") > MAX_OPEN:
        raise ModelFileError(f"{name} holds more than {MAX_OPEN:,} lists", "no tokenizer is so large")
    if data.count(b",") > MAX_VALUES:
        raise ModelFileError(f"{name} holds more than {MAX_VALUES:,} values", "no tokenizer is so large")
    try:
        text = data.decode("utf-8-sig")
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise ModelFileError(f"{name}: byte {error.start} is not UTF-8", _AGAIN) from None
    except json.JSONDecodeError as error:
        raise _not_json(error, name) from None
    except RecursionError:
        raise ModelFileError(f"{name} is nested too deeply", "this is no tokenizer") from None
    except ValueError as error:  # from the hooks, or a number of thousands of digits
        raise ModelFileError(f"{name}: {error}", _AGAIN) from None
    if "\\u" in text and _SPELLED_HALF.search(text):
        _refuse_halves(value, name)
    return value


def _not_json(error: json.JSONDecodeError, name: str) -> ModelFileError:
    where = f"{name}, line {error.lineno}, column {error.colno}"
    if error.pos >= len(error.doc.rstrip()) or "nterminated" in error.msg:
        return ModelFileError(f"{where}: the file ends in the middle", _AGAIN)
    return ModelFileError(f"{where}: this is not JSON", f"mend this place in a text editor, or {_AGAIN}")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the field {shown(twice)} stands twice")
    return found


def _no_constant(constant: str) -> None:
    raise ValueError(f"{constant} is no number")


def _refuse_halves(value: Any, name: str) -> None:
    """JSON can spell half a surrogate pair, which is no text."""
    todo = [value]
    while todo:
        item = todo.pop()
        if isinstance(item, str) and _HALF.search(item):
            raise ModelFileError(f"{name}: {shown(item)} holds half a character", _AGAIN)
        if isinstance(item, dict):
            todo += item.keys()
            todo += item.values()
        elif isinstance(item, list):
            todo += item
