"""Python in inks: which parts of each line are keywords, strings, comments and new names.

Quiet on purpose: comments step back, strings have a colour, keywords and what is defined are bold; the accent
stays for where one is. Code that is broken has inks too. It knows no colours and no widget.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from pygments.lexers.python import PythonLexer  # type: ignore[import-untyped]
from pygments.token import Comment, Keyword, Name, Operator, String  # type: ignore[import-untyped]

WHOLE_UP_TO = 20_000  # characters; above that each line is read by itself, without strings of several lines

_LEXER = PythonLexer()
_INKS: tuple[tuple[Any, str], ...] = (
    (Comment, "dim"),
    (String.Doc, "dim"),
    (String, "good"),
    (Keyword, "lead"),
    (Operator.Word, "lead"),
    (Name.Function, "lead"),
    (Name.Class, "lead"),
    (Name.Decorator, "dim"),
)


class Span(NamedTuple):
    """Columns of a line, and their ink: the name of a palette style."""

    start: int
    end: int
    ink: str


def spans(text: str) -> list[list[Span]]:
    """The spans of each line of a text.

    >>> spans("def f():\\n    return 'x'  # y")[1]
    [Span(start=4, end=10, ink='lead'), Span(start=11, end=14, ink='good'), Span(start=16, end=19, ink='dim')]
    """
    if len(text) <= WHOLE_UP_TO:
        return _lines(text)
    return [line_spans(line) for line in text.split("\n")]


@lru_cache(4096)
def line_spans(line: str) -> list[Span]:
    """The spans of a line that is read by itself."""
    return _lines(line)[0]


def _lines(text: str) -> list[list[Span]]:
    lines: list[list[Span]] = [[] for _ in range(text.count("\n") + 1)]
    row = column = 0
    for ink, value in _parts(text):
        for number, part in enumerate(value.split("\n")):
            if number:
                row, column = row + 1, 0
            if ink and part:
                _add(lines[row], Span(column, column + len(part), ink))
            column += len(part)
    return lines


def _parts(text: str) -> Iterator[tuple[str, str]]:
    for _, kind, value in _LEXER.get_tokens_unprocessed(text):
        yield next((ink for known, ink in _INKS if kind in known), ""), value


def _add(line: list[Span], span: Span) -> None:
    """A span, joined to the one before it if they are one."""
    if line and line[-1].end == span.start and line[-1].ink == span.ink:
        span = Span(line.pop().start, span.end, span.ink)
    line.append(span)
