"""One figure that a lesson can compute: how it is written, what it gives, and the function behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bpe_play.tui.lab import Lab

BORDER = "|"  # between tokens, as one types it


@dataclass(frozen=True)
class Figure:
    """One row.

    written  an example, which also tells the name
    gives    what it is, in words
    compute  of a lab and the argument: words that are safe to draw; EngineError where there is none
    needs    what the argument is: "step" or "text", which may be left out, "word", or "" for none
    """

    written: str
    gives: str
    compute: Callable[[Lab, str], str]
    needs: str = ""

    @property
    def name(self) -> str:
        return self.written.strip("{}").partition(":")[0]
