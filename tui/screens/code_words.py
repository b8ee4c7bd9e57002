"""The sentences of the code screen: how two merge lists part, what the figures on its borders are."""

from __future__ import annotations

from bpe_play.engine import TieRule
from bpe_play.engine.counted import counted
from bpe_play.tui.code_state import LARGEST_CORPUS, CodeState
from bpe_play.tui.keys import EVERYWHERE, KEYS, Key, footer_keys
from bpe_play.tui.learner.report import Difference, Reason, Report, Step
from bpe_play.tui.screens.lab_words import size_in_words
from bpe_play.tui.visible import label, plain

_LONGEST_TOKEN = 16
_TIE_RULES = {
    TieRule.FIRST_SEEN: "of equals, the engine takes the pair that stands first in the text",
    TieRule.LOWEST_IDS: "of equals, the engine takes the pair with the smallest ids",
}


def verdict(report: Report, ties: TieRule) -> str:
    """How the two lists compare, in a sentence."""
    if report.difference is not None:
        return difference(report.difference, ties)
    count = len(report.yours)
    if not count:
        return "No merge was learned: the text has no pair."
    merges = "The only merge is" if count == 1 else f"All {count:,} merges are"
    return f"{merges} the engine's{', in the same order' if count > 1 else ''}."


def difference(found: Difference, ties: TieRule) -> str:
    """The first step in which two lists part, and why.

    >>> found = Difference(2, Reason.FEWER, Step(b"s", b"t", 6), Step(b"we", b"s", 8))
    >>> difference(found, TieRule.FIRST_SEEN)
    'Step 2: you chose (s,t) with 6, the engine (we,s) with 8: its pair is more frequent, by 2.'
    """
    yours, engine = found.yours, found.engine
    if yours is None:
        assert engine is not None
        return _ended("Your list", "the engine's", found.step, engine)
    if engine is None:
        return _ended("The engine's list", "yours", found.step, yours)
    tie = " is a tie" if found.reason is Reason.TIE else ""
    chose = f"Step {found.step:,}{tie}: you chose {_pair(yours)} with {yours.count:,}{_score(found)}"
    why = _why(found, yours, engine, ties)
    return f"{chose}, the engine {_pair(engine)} with {engine.count:,}: {why}{_said(found)}."


def _why(found: Difference, yours: Step, engine: Step, ties: TieRule) -> str:
    match found.reason:
        case Reason.TIE:
            return _TIE_RULES[ties]
        case Reason.GONE:
            return "your pair does not stand in the text at that moment"
        case Reason.CUT:
            return "the engine splits the text first, and no merge crosses a split"
    if found.score is not None:
        return "your score prefers a pair that is less frequent"
    return f"its pair is more frequent, by {engine.count - yours.count:,}"


def _said(found: Difference) -> str:
    return f" (your own count is {found.said:g})" if found.said is not None else ""


def _score(found: Difference) -> str:
    return f" and the score {found.score:.4g}" if found.score is not None else ""


def _ended(shorter: str, longer: str, step: int, next_step: Step) -> str:
    after = "has no merge" if step == 1 else f"ends after {counted(step - 1, 'merge')}"
    return f"{shorter} {after}; {longer} goes on with {_pair(next_step)}, {counted(next_step.count, 'time')}."


def _pair(step: Step) -> str:
    return f"({label(step.left, _LONGEST_TOKEN)},{label(step.right, _LONGEST_TOKEN)})"


def made_of(report: Report) -> str:
    """What of the file was used, and on what."""
    split = "no split" if report.split == "none" else f"split {plain(report.split)}"
    return f"{plain(report.made_of)}   {split}   {size_in_words(report.corpus_bytes)}{_cropped(report)}"


def _cropped(report: Report) -> str:
    return " (the beginning of the corpus)" if report.corpus_bytes >= LARGEST_CORPUS - 3 else ""


def result_figures(state: CodeState) -> str:
    """What the border of the result says."""
    if state.is_running:
        doing = f"merge {state.step:,} of {state.kept.merges:,}" if state.step else "running"
        return f"{doing}   {state.seconds:.1f} s   esc stops"
    if state.report is None:
        return ""
    return f"{seconds(state.report.seconds)}   engine {seconds(state.report.engine_seconds)}"


def seconds(value: float) -> str:
    """A time with a unit that suits it.

    >>> seconds(4.321), seconds(0.0123), seconds(0.00042)
    ('4.3 s', '12 ms', '0.4 ms')
    """
    if value >= 1:
        return f"{value:.1f} s"
    return f"{value * 1000:.0f} ms" if value >= 0.01 else f"{value * 1000:.1f} ms"


def file_title(state: CodeState) -> str:
    """What is open."""
    if state.exercise is not None:
        return f"{state.exercise.number} {state.exercise.title}"
    return plain(state.path.name)


def file_figures(state: CodeState) -> str:
    """Whether it is saved."""
    if state.conflict:
        return "changed outside   ctrl+s keeps this   t takes the file"
    return "not saved   ctrl+s saves and runs" if state.is_unsaved else ""


def typing_keys() -> list[Key]:
    """The keys that the footer shows in the editor, where letters are text."""
    own = [key for key in footer_keys("code-text") if key.where == "code-text"]
    return own + [key for key in KEYS if key.action == "app.help" and key.where == EVERYWHERE]
