"""What is said to a guess: each sentence in full, and shorter for a narrow screen."""

from __future__ import annotations

from collections.abc import Sequence

from bpe_play.engine import TieRule, Tokenization
from bpe_play.engine.counted import counted
from bpe_play.tui.guess import Verdict
from bpe_play.tui.predict import CutGuess, MergeGuess, Rival, borders_in, cut_in_words
from bpe_play.tui.visible import crop, plain

_SIGNS = {Verdict.RIGHT: "✓", Verdict.NEAR: "≈", Verdict.WRONG: "✗"}
_RULES = {TieRule.FIRST_SEEN: "the first seen wins", TieRule.LOWEST_IDS: "the lowest ids win"}
_LONGEST_GUESS, _LONGEST_TOKEN = 12, 20


def merge_in_words(rival: Rival) -> str:
    left, right, made = rival.labels(_LONGEST_TOKEN)
    return f"{left} + {right} → {made}"


def merge_answer(among: Sequence[Rival]) -> list[str]:
    """What was merged, where no guess was made."""
    return [f"It was {merge_in_words(among[0])}{_times(among[0])}"]


def merge_verdict(guess: str, result: MergeGuess, among: Sequence[Rival], rule: TieRule) -> list[str]:
    """What was merged, and how near the guess came."""
    first = among[0]
    verdict, merge = _head(result.verdict), merge_in_words(first)
    full = f"{merge}{_times(first)}"
    if result.verdict is Verdict.RIGHT:
        return [f"{verdict}: {full}", f"{verdict}: {merge}", verdict]
    near = _how_near(guess, result, among, rule)
    pair = merge.partition(" → ")[0]
    return [f"{verdict}: {said}{near}" for said in (f"{full}; ", f"{merge}; ", f"{pair}; ", "")]


def _how_near(guess: str, result: MergeGuess, among: Sequence[Rival], rule: TieRule) -> str:
    written = crop(plain(guess.strip()), _LONGEST_GUESS)
    if result.place is not None:
        count = among[result.place - 1].count
        if result.verdict is Verdict.NEAR:
            return f"{written} too, but {_RULES[rule]}"
        return f"{written} came {_ordinal(result.place)}, with {count:,}"
    if result.same:
        return "the same token, of other parts"
    if result.verdict is Verdict.NEAR:
        return "blanks and capitals belong to a token"
    return f"{written} is not among the first {len(among)}" if len(among) > 1 else f"not {written}"


def cut_answer(tokenization: Tokenization) -> list[str]:
    """How the text is cut, where no guess was made."""
    return [f"It is {cut_in_words(tokenization)}"]


def cut_verdict(result: CutGuess, tokenization: Tokenization) -> list[str]:
    """How the text is cut, and how many borders were found."""
    due = borders_in(tokenization)
    head = f"{_head(result.verdict)}: {cut_in_words(tokenization)}"
    if result.verdict is Verdict.RIGHT:
        return [head, _head(result.verdict)]
    if not result.same_text:
        near = "that was the cut of another text"
    else:
        near = f"{result.found} of {counted(due, 'border')} found"
        near += f", and {result.wrong} where there is none" if result.wrong else ""
    return [f"{head}; {near}", f"{_head(result.verdict)}: {near}"]


def count_answer(right: int) -> list[str]:
    return [f"It is {_tokens(right)}"]


def count_verdict(guess: int, verdict: Verdict, right: int) -> list[str]:
    """How many tokens there are, and by how many the guess missed that."""
    head = f"{_head(verdict)}: {_tokens(right)}"
    if verdict is Verdict.RIGHT:
        return [head]
    return [f"{head}; {guess:,} is {abs(guess - right):,} too {'many' if guess > right else 'few'}", head]


def _head(verdict: Verdict) -> str:
    return f"{_SIGNS[verdict]} {verdict.value}"


def _tokens(count: int) -> str:
    return counted(count, "token")


def _times(rival: Rival) -> str:
    """Unknown for a vocabulary that was trained elsewhere."""
    if not rival.count:
        return ""
    return ", once" if rival.count == 1 else f", {counted(rival.count, 'time')}"


def _ordinal(place: int) -> str:
    """The place of a runner-up.

    >>> [_ordinal(place) for place in (2, 3, 4, 11)]
    ['2nd', '3rd', '4th', '11th']
    """
    return {2: "2nd", 3: "3rd"}.get(place, f"{place}th")
