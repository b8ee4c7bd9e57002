"""Running a learner's file, and finding what it defines."""

from __future__ import annotations

import builtins
import inspect
import linecache
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from bpe_play.tui.learner.faults import ContractError
from bpe_play.tui.learner.parts import PARTS, Part

_LIKELY = ("tokenizer", "bpe")


@dataclass(frozen=True)
class Found:
    """What a file defines: parts by name, and a class that trains, if there is one.

    `by_merges` is whether the class's `train` takes the number of merges and not the size of the vocabulary.
    """

    functions: Mapping[str, Callable[..., Any]]
    trainer: type | None = None
    by_merges: bool = False

    @property
    def is_empty(self) -> bool:
        return not self.functions and self.trainer is None


def run_file(source: bytes, path: str, given: Mapping[str, Callable[..., Any]]) -> dict[str, Any]:
    """Run a file as `python FILE` would, with some names defined already; what it defines in the end."""
    module = ModuleType("__main__")
    names = module.__dict__
    names.update(given)
    names["__file__"] = path
    names["__builtins__"] = builtins
    sys.modules["__main__"] = module
    text = source.decode("utf-8", "replace")
    linecache.cache[path] = len(text), None, text.splitlines(keepends=True), path
    exec(compile(source, path, "exec", dont_inherit=True), names)
    return names


def find(names: Mapping[str, Any], given: Mapping[str, Callable[..., Any]]) -> Found:
    """The parts and the class that the file itself defines."""
    functions = {}
    for part in PARTS.values():
        function = _own(names, part, given)
        if function is not None:
            functions[part.name] = _with_as_many_arguments(function, part)
    trainer = None if "train" in functions else _trainer(names)
    return Found(functions, trainer, trainer is not None and _counts_merges(trainer))


def _own(names: Mapping[str, Any], part: Part, given: Mapping[str, Callable[..., Any]]) -> Any:
    """The file's own function for a part, under its name or another one it goes by."""
    for name in (part.name, *part.also):
        value = names.get(name)
        if callable(value) and value is not given.get(name):
            return value
    return None


def _with_as_many_arguments(function: Callable[..., Any], part: Part) -> Callable[..., Any]:
    """The function, or one around it that leaves out arguments which it does not take and may leave out."""
    for count in range(len(part.arguments), part.least - 1, -1):
        if _takes(function, part.arguments[:count]):
            return function if count == len(part.arguments) else Shortened(function, count)
    check_arguments(function, part.call, part.arguments)
    return function


@dataclass(frozen=True)
class Shortened:
    """A function that is called with its first few arguments only."""

    __wrapped__: Callable[..., Any]
    count: int

    def __call__(self, *arguments: Any) -> Any:
        return self.__wrapped__(*arguments[: self.count])


def _takes(function: Callable[..., Any], arguments: tuple[str, ...]) -> bool:
    try:
        inspect.signature(function).bind(*arguments)
    except TypeError:
        return False
    except ValueError:
        return True  # a built-in function that does not tell
    return True


def check_arguments(function: Callable[..., Any], call: str, arguments: tuple[str, ...]) -> None:
    """ContractError when a function cannot be called with these arguments."""
    if not _takes(function, arguments):
        name = getattr(function, "__name__", call.partition("(")[0])
        raise ContractError(f"{name} cannot be called as {call}", "change its parameters", line_of(function))


def line_of(function: object) -> int:
    """The line in which a function or a class of the file begins; 0 for what is not from it."""
    code = getattr(inspect.unwrap(function), "__code__", None)  # type: ignore[arg-type]
    return 0 if code is None else int(code.co_firstlineno)


def _trainer(names: Mapping[str, Any]) -> type | None:
    """The class of the file that trains: one that is called so rather than another, and the last of them."""
    classes = [
        value
        for value in names.values()
        if isinstance(value, type)
        and value.__module__ == "__main__"
        and callable(getattr(value, "train", None))
    ]
    likely = [each for each in classes if any(word in each.__name__.lower() for word in _LIKELY)]
    return (likely or classes)[-1] if classes else None


def _counts_merges(trainer: type) -> bool:
    """Whether the second argument of `train` is called something like `num_merges`."""
    call = "train(self, text, vocab_size)"
    train: Callable[..., Any] = trainer.train  # type: ignore[attr-defined]
    check_arguments(train, call, ("self", "text", "vocab_size"))
    names = list(inspect.signature(train).parameters)
    return len(names) > 2 and any(word in names[2] for word in ("merge", "step"))
