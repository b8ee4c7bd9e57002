"""Run a generator of progress to its end, for callers who do not want to watch."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

Result = TypeVar("Result")


def finish(steps: Generator[object, None, Result]) -> Result:
    """What the generator returns.

    >>> def count():
    ...     yield "working"
    ...     return 3
    >>> finish(count())
    3
    """
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
