"""Checked reading of a JSON document that came from outside: every complaint says where.

A `Field` is a value and its path, such as `merges[17]` or `special_tokens["<|end|>"]`. It does not know
what a model is (model_file.py does).
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NoReturn, TypeVar

from bpe_play.engine.errors import ModelFileError

HINT = "mend this place in a text editor, or take another copy of the file"
_Choice = TypeVar("_Choice", bound=StrEnum)


@dataclass(frozen=True)
class Field:
    """A value, where it stands, and the name of the file for messages.

    >>> Field({"size": -1}, "", "m.json").member("size").whole(0)
    Traceback (most recent call last):
    ...
    bpe_play.engine.errors.ModelFileError: m.json, size: expected a whole number from 0, found -1: mend this \
place in a text editor, or take another copy of the file
    """

    value: Any
    path: str
    file: str

    def refuse(self, problem: str, hint: str = HINT) -> NoReturn:
        """Raise the error for this place."""
        where = f"{self.file}, {self.path}" if self.path else self.file
        raise ModelFileError(f"{where}: {problem}", hint)

    def expected(self, what: str) -> NoReturn:
        self.refuse(f"expected {what}, found {shown(self.value)}")

    def members(self, allowed: Collection[str] | None = None) -> dict[str, Field]:
        """The fields of an object; one that is not allowed is refused, so that nothing is ignored."""
        if not isinstance(self.value, dict):
            self.expected("an object {…}")
        for name in self.value if allowed is not None else ():
            if allowed is not None and name not in allowed:
                self.refuse(f"there is no field {shown(name)} here")
        return {name: self.member(name) for name in self.value}

    def member(self, name: str) -> Field:
        """A field that must be there."""
        path = f"{self.path}.{name}" if name.isidentifier() else f"{self.path}[{shown(name)}]"
        if not isinstance(self.value, dict):
            self.expected("an object {…}")
        if name not in self.value:
            self.refuse(f"the field {shown(name)} is missing")
        return Field(self.value[name], path.removeprefix("."), self.file)

    def item(self, index: int) -> Field:
        return Field(self.value[index], f"{self.path}[{index}]", self.file)

    def list(self) -> list[Any]:
        if not isinstance(self.value, list):
            self.expected("a list […]")
        return self.value

    def text(self) -> str:
        if not isinstance(self.value, str):
            self.expected('a text "…"')
        return self.value

    def whole(self, least: int, most: int = 2**63 - 1) -> int:
        """A whole number in a range, both ends included."""
        if type(self.value) is not int or not least <= self.value <= most:
            self.expected(f"a whole number from {least}" + (f" to {most}" if most < 2**63 - 1 else ""))
        return self.value

    def choice(self, kind: type[_Choice]) -> _Choice:
        try:
            return kind(self.text())
        except ValueError:
            self.expected(" or ".join(f'"{known}"' for known in kind))


def shown(value: object) -> str:
    """A value in a message: short, in ASCII and on one line, whatever it is."""
    if isinstance(value, dict):
        return f"an object of {len(value)}"
    if isinstance(value, list) and (len(value) > 3 or not all(isinstance(item, int) for item in value)):
        return f"a list of {len(value)}"
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:59] + "…"
