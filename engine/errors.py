"""The one family of errors that the engine raises for what a user can do wrong.

Each carries a sentence that says what is wrong and where (`title`) and one that says what to do (`hint`).
Mistakes of the program itself stay ordinary Python exceptions.
"""

from __future__ import annotations


class EngineError(Exception):
    """What is wrong, and what to do about it.

    >>> print(EngineError("The text is empty", "type something"))
    The text is empty: type something
    """

    def __init__(self, title: str, hint: str = "") -> None:
        super().__init__(title, hint)
        self.title = title
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.title}: {self.hint}" if self.hint else self.title


class PatternError(EngineError):
    """A pre-tokenizer pattern that cannot be compiled, or that runs away."""


class TokenError(EngineError):
    """An id that no token has, or a special token where none is allowed."""


class ModelFileError(EngineError):
    """A model file that is damaged, of another kind, or from another version."""
