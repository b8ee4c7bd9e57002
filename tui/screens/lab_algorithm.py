"""The algorithm that the lab learns with, and the settings that it heeds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from bpe_play.engine import TieRule
from bpe_play.engine.algorithms.protocol import Algorithm
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.engine.merges import BYTES
from bpe_play.engine.token_chars import MOST_TOKENS
from bpe_play.tui.screens.choose import Choice, ChooseScreen
from bpe_play.tui.screens.form import Field, FormScreen, is_yes, number_of, whole_number, yes_field
from bpe_play.tui.screens.lab_settings import changes_own

if TYPE_CHECKING:
    from bpe_play.tui.screens.lab import LabScreen

_SWITCHES = {
    "sentencepiece": "SentencePiece: no words, spaces are ▁",
    "byte_fallback": "byte fallback instead of [UNK]",
    "nfkc": "NFKC: normalize the text first",
}


def choose_algorithm(screen: LabScreen) -> None:
    """Another way to learn from the same corpus; its own tokenizer is shown then."""

    def take(key: str | None) -> None:
        if key is not None:
            screen.lab.change(algorithm=key, tokenizer="", vocab_size=_size_for(screen, key))

    choices = [
        Choice(row.key, row.title, f"{row.summary[0].upper()}{row.summary[1:]}.")
        for row in ALGORITHMS.values()
    ]
    screen.app.push_screen(ChooseScreen("Algorithm", choices, screen.lab.state.algorithm), take)


def _size_for(screen: LabScreen, key: str) -> int:
    """The vocabulary size, but never too small for what is there before the first step."""
    size = screen.lab.state.vocab_size
    return max(size, BYTES) if key == "bpe" else size


def _row(screen: LabScreen) -> Algorithm:
    return ALGORITHMS[screen.lab.state.algorithm]


def _heeds(screen: LabScreen, setting: str) -> bool:
    """Whether a setting changes anything; says so if not."""
    if not changes_own(screen):
        return False
    row, state = _row(screen), screen.lab.state
    if setting == "split" and state.sentencepiece and "sentencepiece" in row.heeds:
        screen.say("SentencePiece has no split: v switches it off")
        return False
    if setting not in row.heeds:
        screen.say(f"{row.title}: the {setting} setting changes nothing here")
    return setting in row.heeds


def if_heeded(screen: LabScreen, setting: str, ask: Callable[[LabScreen], None]) -> None:
    """Ask for a setting, if it changes anything."""
    if _heeds(screen, setting):
        ask(screen)


def other_ties(screen: LabScreen) -> None:
    if _heeds(screen, "ties"):
        first_seen = screen.lab.state.ties is TieRule.FIRST_SEEN
        screen.lab.change(ties=TieRule.LOWEST_IDS if first_seen else TieRule.FIRST_SEEN)


def ask_size(screen: LabScreen) -> None:
    """Vocabulary size, minimum frequency, longest token, and the switches that the algorithm heeds."""
    if not changes_own(screen):
        return
    switches = [name for name in _SWITCHES if name in _row(screen).heeds]

    def take(values: list[str] | None) -> None:
        if values is not None:
            size, least, longest, *answers = values
            screen.lab.change(
                vocab_size=number_of(size),
                min_count=number_of(least),
                longest_token=number_of(longest) if longest.strip() else None,
                **{name: is_yes(answer) for name, answer in zip(switches, answers, strict=True)},
            )

    state = screen.lab.state
    fields = [*_numbers(screen), *(yes_field(_SWITCHES[name], getattr(state, name)) for name in switches)]
    screen.app.push_screen(FormScreen("Vocabulary size", fields), take)


def _numbers(screen: LabScreen) -> list[Field]:
    state, is_bpe = screen.lab.state, screen.lab.state.algorithm == "bpe"
    longest = "" if state.longest_token is None else f"{state.longest_token:,}"
    return [
        Field(
            "vocabulary size: 256 bytes and the merges" if is_bpe else "vocabulary size: how many entries",
            f"{state.vocab_size:,}",
            whole_number(BYTES if is_bpe else 1, MOST_TOKENS),
        ),
        Field(
            "minimum frequency of a pair" if is_bpe else "minimum frequency of what is learned",
            f"{state.min_count:,}",
            whole_number(1, 10**12),
        ),
        Field("longest token in bytes (empty: no limit)", longest, whole_number(1, 10**6, empty=True)),
    ]
