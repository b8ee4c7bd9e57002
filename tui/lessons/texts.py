"""A text as a lesson writes it: its lines joined, and its figures known."""

from __future__ import annotations

import re
from difflib import get_close_matches

from bpe_play.tui.lessons.figures import FIGURES
from bpe_play.tui.lessons.placeholders import Placeholder, PlaceholderError, placeholders
from bpe_play.tui.lessons.settings import SETTINGS

_BREAK = re.compile(r"\n[ \t]*\n")


def read_text(text: str) -> str:
    """The text with a line a paragraph; an empty line began a new one. PlaceholderError for an unknown figure."""
    for figure in placeholders(text):
        _check(figure)
    return "\n".join(_joined(part) for part in _BREAK.split(text.strip()))


def _joined(paragraph: str) -> str:
    r"""The lines of a paragraph as one; what stands in braces keeps its blanks.

    >>> _joined("one \n two {cut:   x}")
    'one two {cut:   x}'
    """
    outside = re.split(r"(\{[^{}]*\})", paragraph)
    return "".join(part if part[:1] == "{" else re.sub(r"\s+", " ", part) for part in outside).strip()


def _check(figure: Placeholder) -> None:
    """Whether there is such a figure, with such an argument and such settings."""
    row = FIGURES.get(figure.name)
    if row is None:
        near = get_close_matches(figure.name, FIGURES, 1)
        meant = f"did you mean {near[0]}?" if near else f"there are {', '.join(FIGURES)}"
        raise PlaceholderError(f"there is no figure named {figure.name}; {meant}")
    if row.needs == "step" and figure.argument and not re.fullmatch("[0-9]{1,7}", figure.argument):
        raise PlaceholderError(f"{figure.name} takes a step, such as {row.written}, not {figure.argument!r}")
    if row.needs == "word" and not figure.argument:
        raise PlaceholderError(f"{figure.name} takes a word, such as {row.written}")
    for name, value in figure.settings:
        _check_setting(name, value)


def _check_setting(name: str, value: str) -> None:
    if name not in SETTINGS:
        raise PlaceholderError(f"{name} is no setting; there are {', '.join(SETTINGS)}")
    try:
        SETTINGS[name].read(value)
    except ValueError as error:
        raise PlaceholderError(f"{name} is {value!r}; expected is {SETTINGS[name].expected}") from error
