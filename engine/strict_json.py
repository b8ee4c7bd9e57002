"""JSON from a file that may be damaged or made to harm: read within bounds, and with the place of a fault.

Stricter than the json module: a field that stands twice and NaN are refused. It does not know what the
document should hold (fields.py and its users do).
"""

from __future__ import annotations

import json
from typing import Any

from bpe_play.engine.errors import ModelFileError
from bpe_play.engine.fields import HINT, shown

MAX_FILE = 32 << 20
MAX_LISTS = 1_001_000


def document(data: bytes, name: str) -> Any:
    """The value that the bytes of a file hold; `name` is what messages call the file.

    Memory stays within some twelve times the size of the file, hence the two bounds.

    >>> document(b'{"a": [1 2]}', "m.json")
    Traceback (most recent call last):
    ...
    bpe_play.engine.errors.ModelFileError: m.json, line 1, column 10: this is not JSON: mend this place in a \
text editor, or take another copy of the file
    """
    if len(data) > MAX_FILE:
        raise ModelFileError(f"{name} is larger than {MAX_FILE:,} bytes", "no model of ours is so large")
    if data.count(b"[") + data.count(b"{") > MAX_LISTS:
        raise ModelFileError(f"{name} holds more than {MAX_LISTS:,} lists", "no model of ours is so large")
    try:
        return json.loads(_text(data, name), object_pairs_hook=_object, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise _not_json(error, name) from None
    except RecursionError:
        raise ModelFileError(f"{name} is nested too deeply", "this is no model of ours") from None
    except ValueError as error:  # from the two hooks, or a number of thousands of digits
        raise ModelFileError(f"{name} is not proper JSON: {error}", HINT) from None


def _text(data: bytes, name: str) -> str:
    if not data.strip():
        raise ModelFileError(f"{name} is empty", "choose a model that was saved")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ModelFileError(
            f"{name} is not UTF-8 at byte {error.start}", "save it as UTF-8, or choose a model file"
        ) from None


def _not_json(error: json.JSONDecodeError, name: str) -> ModelFileError:
    where = f"{name}, line {error.lineno}, column {error.colno}"
    if error.pos >= len(error.doc.rstrip()) or "nterminated" in error.msg:
        return ModelFileError(f"{where}: the file ends in the middle", "it was cut off; take another copy")
    return ModelFileError(f"{where}: this is not JSON", HINT)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"the field {shown(name)} stands twice")
        found[name] = value
    return found


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")
