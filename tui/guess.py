"""Predict, then reveal: what a guess is worth, and the score."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum


class Verdict(Enum):
    """How near a guess came. NEAR: the same but for blanks or case, which belong to a token."""

    RIGHT = "right"
    NEAR = "nearly"
    WRONG = "not so"


def judge(guess: str, right: str) -> Verdict:
    """Compare a guess with the answer. A blank may be written as such, as ␣ or as _; commas in numbers are free.

    >>> [judge(guess, "␣the␣").value for guess in (" the ", "_the_", "the", "then")]
    ['right', 'right', 'nearly', 'not so']
    >>> judge("1270", "1,270").value, judge("_th+e_", "␣th + e␣").value, judge("a| b", "a|␣b").value
    ('right', 'right', 'right')
    """
    due = _plain(right)
    if due in (_plain(guess), _plain(guess.strip())):
        return Verdict.RIGHT
    return Verdict.NEAR if _letters(_plain(guess)) == _letters(due) else Verdict.WRONG


def _plain(text: str) -> str:
    """The text in one way of writing: no commas in numbers, nothing around + and →, every blank as ␣."""
    text = re.sub(r"(?<=\d),(?=\d{3})", "", text.replace("->", "→"))
    return re.sub(r" *([+→]) *", r"\1", text).replace("_", "␣").replace(" ", "␣")


def _letters(plain: str) -> str:
    return plain.replace("␣", "").casefold()


@dataclass
class Score:
    """How many guesses were made, and how many of them were right."""

    right: int = 0
    made: int = 0

    def count(self, verdict: Verdict) -> None:
        self.made += 1
        self.right += verdict is Verdict.RIGHT

    def __str__(self) -> str:
        return f"{self.right} of {self.made} right" if self.made else ""
