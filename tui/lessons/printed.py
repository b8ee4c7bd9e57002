"""A lesson on paper: every scene with its notes, its figures and its answers, as plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from bpe_play.tui.lessons.bench import Bench
from bpe_play.tui.lessons.lesson import Lesson, Scene
from bpe_play.tui.lessons.words import drawable, harmless, texts_of

_WIDTH = 88
_NAMES = {"show": "", "say": "notes: ", "ask": "? ", "right": "= ", "answer": "→ "}


def pages(lesson: Lesson, first: int = 1) -> Iterator[str]:
    """A page a scene, from scene `first`, computed as it is taken."""
    bench = Bench()
    yield f"{harmless(lesson.title)}\n{harmless(lesson.about)}\n"
    for number, scene in enumerate(lesson.scenes[first - 1 :], first):
        yield f"{number}/{len(lesson.scenes)}  {harmless(scene.title)}\n{_page(scene, bench)}"


def _page(scene: Scene, bench: Bench) -> str:
    texts = {name: drawable(words) for name, words in texts_of(scene, bench).items()}
    if scene.keys:
        texts["show"] += f"\nPress {' '.join(scene.keys)}"
    return "".join(_block(sign, texts[name]) for name, sign in _NAMES.items() if name in texts)


def _block(sign: str, text: str) -> str:
    """A text in lines, in from the margin, the sign before the first."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        lines += textwrap.wrap(paragraph, _WIDTH - len(sign), break_on_hyphens=False) or [""]
    margin = " " * len(sign)
    return "".join(f"     {margin if at else sign}{line}\n" for at, line in enumerate(lines))
