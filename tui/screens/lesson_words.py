"""The words of the lesson strip."""

from __future__ import annotations

from collections.abc import Iterable

from bpe_play.tui.guess import Verdict
from bpe_play.tui.keys import KEYS, Key
from bpe_play.tui.lessons.play import Play
from bpe_play.tui.lessons.words import Words
from bpe_play.tui.widgets.lesson_lines import LessonView

_KEYS = ("lesson-back", "lesson-peek", "predict", "lesson-next")  # the least needed first


def view_of(play: Play, keys: Iterable[Key] = KEYS) -> LessonView:
    """What the strip shows of the scene as it is now; `keys` as they are in this lab."""
    texts = play.shown or {}
    return LessonView(
        play.lesson.title,
        play.scene.title,
        play.at + 1,
        len(play.lesson.scenes),
        show=[*texts.get("show", ()), *_keys_to_press(play)],
        ask=texts.get("ask", ()),
        guess=guess_in_words(play),
        answer=_answer(play) if play.revealed else None,
        notes=texts.get("say", ()) if play.noted else None,
        waiting=play.shown is None,
        score=str(play.score),
        keys=_keys(play, keys),
    )


def _keys_to_press(play: Play) -> list[Words]:
    """The keys that the scene is tried with, as people read them."""
    return [Words("\nPress "), Words(keys_in_words(play.scene.keys), "figure")] if play.scene.keys else []


_SHOWN = {
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "escape": "Esc",
    "enter": "Enter",
    "home": "Home",
    "end": "End",
    "tab": "Tab",
    "question_mark": "?",
    "slash": "/",
    "full_stop": ".",
    "comma": ",",
    "greater_than_sign": ">",
    "less_than_sign": "<",
}


def keys_in_words(keys: tuple[str, ...]) -> str:
    """Keys as one reads them; a run of the same key is counted, and text to type stands in quotes.

    >>> keys_in_words(("g", "type:12", "enter", "right", "right"))
    'g  “12”  Enter  → ×2'
    """
    words: list[list[str | int]] = []
    for key in keys:
        shown = f"“{key.removeprefix('type:')}”" if key.startswith("type:") else _SHOWN.get(key, key)
        if words and words[-1][0] == shown:
            words[-1][1] = int(words[-1][1]) + 1
        else:
            words.append([shown, 1])
    return "  ".join(str(shown) if times == 1 else f"{shown} ×{times}" for shown, times in words)


def _answer(play: Play) -> list[Words]:
    """The answer, after the figure that was asked for."""
    texts = play.shown or {}
    right, answer = texts.get("right", []), texts.get("answer", [])
    return [*right, *([Words(". ")] if right and answer else []), *answer]


def guess_in_words(play: Play) -> str:
    """What was guessed, and what it is worth."""
    if play.guess is None:
        return ""
    guess, verdict = play.guess
    tail = ": the blanks and capitals of a token belong to it" if verdict is Verdict.NEAR else ""
    return f"Your guess “{guess}”: {verdict.value}{tail}"


def _keys(play: Play, keys: Iterable[Key]) -> tuple[tuple[str, str], ...]:
    """The keys that matter in this scene."""
    known = {key.id: key for key in keys}
    shown = []
    for name in _KEYS:
        asks = bool(play.scene.ask or play.scene.answer)
        if (name == "predict" and not asks) or (name == "lesson-back" and play.at == 0):
            continue
        label = known[name].label
        if name == "predict":
            label = "hide" if play.revealed else "guess" if play.right and play.guess is None else "answer"
        shown.append((known[name].shown, label))
    return tuple(shown)
