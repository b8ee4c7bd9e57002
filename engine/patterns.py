"""Compile a pattern that somebody wrote: what cannot be, or would take all memory, is refused in words.

How long a pattern runs is not looked at here; who uses one on a text sees to that. The regex module is imported
with the first pattern, since a command that cuts ASCII text by a named split does without it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from bpe_play.engine.errors import PatternError
from bpe_play.engine.pattern_size import LARGEST, calls_itself, compiled_size

if TYPE_CHECKING:
    import regex


@lru_cache(maxsize=64)
def compiled(pattern: str) -> regex.Pattern[str]:
    """The pattern, ready to be used; PatternError says why there is none.

    >>> compiled(r"a+").findall("aab")
    ['aa']
    """
    import regex

    if len(pattern) > LARGEST or compiled_size(pattern) > LARGEST:
        raise PatternError("The pattern is too large, with its repeats written out", "make it simpler")
    if calls_itself(pattern):
        raise PatternError(
            "The pattern calls itself or a group of its own",
            "write out what stands in the place of (?R), (?1) or (?&name)",
        )
    try:
        return _as_asked(pattern)
    except (regex.error, ValueError, KeyError) as error:  # the last two: odd numbers, contradicting flags
        raise PatternError(
            f"The pattern does not compile: {error}", "mend it, or choose a split by name"
        ) from None
    except (RecursionError, OverflowError, MemoryError) as error:
        raise PatternError(f"The pattern is too large: {type(error).__name__}", "make it simpler") from None


def _as_asked(pattern: str) -> regex.Pattern[str]:
    """By the rules of Python's `re`; said here since users may set another default. (?V1) asks for others."""
    import regex

    try:
        return regex.compile(pattern, regex.V0)
    except (ValueError, KeyError) as error:  # KeyError: as older versions of the module say it
        if not any(flags in str(error) for flags in ("VERSION1", "V0|V1")):
            raise
        return regex.compile(pattern, regex.V1)
