"""What a lesson is: scenes in order, each a state of the lab with words around it.

It holds texts as they stand in the file, with braces in them; what the braces stand for is computed when a
scene is shown (figures.py).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from bpe_play.tui.state import State


@dataclass(frozen=True)
class Scene:
    """One scene.

    show     what everybody reads; say: notes for the teacher
    ask      a question to predict; right: the answer that a guess is compared with, "" for none
    answer   what is revealed
    keys     keys to press in this scene, in the table's names; sees: what is on the screen after them
    state    the lab at the start of the scene
    screen   which numbered screen; view: what of it is shown; focus: the pane that the scene is about
    beside   tokenizers for the Compare screen
    hide     what is hidden until the answer is revealed: "merge", "cut", "count", or ""
    line     where the scene begins in its file, from 1
    """

    title: str
    show: str
    state: State
    say: str = ""
    ask: str = ""
    right: str = ""
    answer: str = ""
    keys: tuple[str, ...] = ()
    sees: str = ""
    screen: str = "lab"
    view: str = ""
    focus: str = ""
    beside: tuple[str, ...] = ()
    hide: str = ""
    line: int = 1

    @property
    def texts(self) -> dict[str, str]:
        """Everything in which figures may stand."""
        names = ("show", "say", "ask", "right", "answer", "sees")
        return {name: text for name in names if (text := getattr(self, name))}


@dataclass(frozen=True)
class Lesson:
    """Scenes under a title. `name` is how it is opened again: a built-in name, or a path."""

    name: str
    title: str
    about: str
    scenes: tuple[Scene, ...]
    path: Path = field(default=Path(), compare=False)
