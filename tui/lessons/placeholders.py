r"""What stands in braces in the text of a lesson: `{count: 12}`, `{tokens@cl100k_base: 3.14}`, `{cut: " the"}`.

    {name}                    a figure of the scene's lab
    {name: argument}          with a step, a text, a language …; in quotes its blanks count
    {name@settings: argument} with another tokenizer (`@gpt2`) or other settings (`@split=none, step=12`)

A brace itself is written twice. Nothing is evaluated here; what a name means is in figures.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_BRACES = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_WRITTEN = re.compile(r"\s*([a-z_]+)\s*(?:@\s*([^:]*?)\s*)?(?::(.*))?", re.DOTALL)


class PlaceholderError(ValueError):
    """A brace that stands for nothing; the message says what was found and what was expected."""


@dataclass(frozen=True)
class Placeholder:
    """One figure that is asked for. `settings` are (name, value); ("tokenizer", …) where only one was named."""

    name: str
    argument: str = ""
    settings: tuple[tuple[str, str], ...] = ()


Part = str | Placeholder


def parts(text: str) -> list[Part]:
    """The text in parts, in order.

    >>> parts("{{step}} {count: 12}")
    ['{', 'step', '}', ' ', Placeholder(name='count', argument='12', settings=())]
    """
    return list(_parts(text))


def placeholders(text: str) -> list[Placeholder]:
    """Only what must be computed."""
    return [part for part in parts(text) if isinstance(part, Placeholder)]


def _parts(text: str) -> Iterator[Part]:
    start = 0
    for found in _BRACES.finditer(text):
        if found.start() > start:
            yield text[start : found.start()]
        start = found.end()
        if found[0] in ("{{", "}}"):
            yield found[0][0]
        elif found[1] is None:
            raise PlaceholderError(f"a {found[0]} stands alone; a brace that is meant is written twice")
        else:
            yield _read(found[1])
    if start < len(text):
        yield text[start:]


def _read(written: str) -> Placeholder:
    found = _WRITTEN.fullmatch(written)
    if found is None:
        raise PlaceholderError(f"{{{written}}} is no figure; one looks like {{count: 12}}")
    return Placeholder(found[1], _unquoted(found[3] or ""), _settings(found[2] or ""))


def _unquoted(argument: str) -> str:
    """
    >>> _unquoted(' " the " '), _unquoted(" the ")
    (' the ', 'the')
    """
    bare = argument.strip()
    is_quoted = len(bare) > 1 and bare[0] == bare[-1] == '"'
    return bare[1:-1] if is_quoted else bare


def _settings(written: str) -> tuple[tuple[str, str], ...]:
    """
    >>> _settings("gpt2"), _settings("split=none, step=12")
    ((('tokenizer', 'gpt2'),), (('split', 'none'), ('step', '12')))
    """
    pairs = []
    for each in filter(None, written.split(",")):
        name, is_named, value = each.partition("=")
        pairs.append((name.strip(), value.strip()) if is_named else ("tokenizer", name.strip()))
    return tuple(pairs)
