"""The source of a decoder as it runs here, for reading: the engine's own lines without their docstrings."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bpe_play.engine.stop_finder import StopFinder
from bpe_play.engine.stream import Held, StreamDecoder
from bpe_play.engine.stream_decoders import DECODERS
from bpe_play.tui.stream_lanes import RIGHT, STOP


@dataclass(frozen=True)
class Code:
    """Some lines of the engine. `module` and `line` say where they stand."""

    module: str
    line: int
    lines: tuple[str, ...]


_RIGHT = [
    StreamDecoder.feed,
    StreamDecoder._take,
    StreamDecoder._begin,
    StreamDecoder._go_on,
    StreamDecoder.flush,
    Held.accepts,
]


def code_of(key: str) -> list[Code]:
    """What a decoder of this key runs: its class, or the methods of it that do the work.

    >>> [part.lines[0] for part in code_of("incremental")][::5]
    ['    def feed(self, data: bytes) -> str:', '    def accepts(self, byte: int) -> bool:']
    """
    parts: dict[str, list[Any]] = {RIGHT: _RIGHT, STOP: [StopFinder.feed, StopFinder._beginning_at_end]}
    return [_read(part) for part in parts.get(key) or [DECODERS[key].make]]


def _read(part: Any) -> Code:
    lines, first = inspect.getsourcelines(part)
    hidden = _docstring_lines("".join(lines))
    kept = [line.rstrip("\n") for number, line in enumerate(lines, 1) if number not in hidden]
    return Code(part.__module__, first, tuple(_without_double_blanks(kept)))


def _docstring_lines(source: str) -> set[int]:
    """The numbers of the lines that are docstrings."""
    indent = len(source) - len(source.lstrip(" "))
    tree = ast.parse("if True:\n" + source if indent else source)
    shift = 1 if indent else 0
    return {
        number - shift
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and ast.get_docstring(node) is not None
        and len(node.body) > 1
        for number in range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)
    }


def _without_double_blanks(lines: list[str]) -> Iterator[str]:
    """Blank lines that a docstring left behind are dropped: after another one, and after a heading."""
    before = ":"
    for line in lines:
        if line.strip() or not (before.strip() == "" or before.endswith(":")):
            yield line
        before = line
