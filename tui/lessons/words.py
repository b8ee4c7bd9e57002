"""The texts of a scene with their figures computed: what stands on the screen."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from bpe_play.engine import EngineError
from bpe_play.tui.lessons.bench import Bench
from bpe_play.tui.lessons.figures import compute
from bpe_play.tui.lessons.lesson import Scene
from bpe_play.tui.lessons.placeholders import Placeholder, parts
from bpe_play.tui.visible import plain

_MARKS = "␣↵⇥"
TEXT, FIGURE, WRONG = "text", "figure", "wrong"


class Words(NamedTuple):
    """A part of a text: as it stands in the file, a figure, or why there is no figure."""

    text: str
    kind: str = TEXT


Texts = dict[str, list[Words]]


def texts_of(scene: Scene, bench: Bench) -> Texts:
    """All texts of a scene by name."""
    return {name: words(text, scene, bench) for name, text in scene.texts.items()}


def words(text: str, scene: Scene, bench: Bench) -> list[Words]:
    """A text in parts. A figure that cannot be computed says why; the others stand."""
    return [Words(part) if isinstance(part, str) else _figure(part, scene, bench) for part in parts(text)]


def _figure(asked: Placeholder, scene: Scene, bench: Bench) -> Words:
    try:
        lab = bench.lab(scene.state, asked.settings)
        return Words(compute(lab, asked.name, asked.argument), FIGURE)
    except EngineError as error:
        return Words(f"⟨{asked.name}: {error}⟩", WRONG)


def harmless(text: str) -> str:
    r"""A text from a file, safe to draw; the marks for a blank, a line end and a tab stay what they are.

    >>> harmless("␣the␣ \x1b")
    '␣the␣ \\x1b'
    """
    return "".join(
        part if part in _MARKS else plain(part) for part in re.split(f"([{_MARKS}])", text) if part
    )


def drawable(all_words: Iterable[Words]) -> str:
    """The text, safe to draw: figures are so already."""
    return "".join(text if kind == FIGURE else harmless(text) for text, kind in all_words)


def joined(all_words: Iterable[Words]) -> str:
    """The bare text."""
    return "".join(part.text for part in all_words)
