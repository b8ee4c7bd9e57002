"""What a person has chosen on the glitch screen, each of which can be taken back; no screen is known here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar

from bpe_play.tui.glitch_make import MakeSettings, Part
from bpe_play.tui.glitch_messages import TokenizerOrder
from bpe_play.tui.undo import UndoLists, undoable

FIRST = "r50k_base"


@dataclass(frozen=True)
class Browsed:
    """A vocabulary by its name, and how it can be had if it is no published one."""

    name: str = FIRST
    order: TokenizerOrder | None = None

    @property
    def weight(self) -> int:
        """About how many bytes it takes."""
        return self.order.weight if self.order else 0


@dataclass(frozen=True)
class GlitchChoices:
    """All of it: what is browsed and searched for, in which text scaffolding is looked for, what is made."""

    view: str = "browse"
    vocabulary: Browsed = Browsed()
    query: str = ""
    text: str = ""
    settings: MakeSettings = field(default_factory=MakeSettings)
    part: Part = Part.GLITCH


class GlitchDesk:
    """The choices of now, and how they change."""

    SCREEN: ClassVar[str] = "glitch"
    NAMES: ClassVar[Mapping[str, str]] = {
        "view": "view",
        "vocabulary": "vocabulary",
        "query": "search",
        "text": "text",
        "settings": "texts and figures",
        "part": "filter",
    }
    RUNS: ClassVar[frozenset[str]] = frozenset({"view", "query", "part"})

    def __init__(self, undo_lists: UndoLists | None = None) -> None:
        self.undo_lists = undo_lists
        self.choices = GlitchChoices()

    def chosen(self) -> dict[str, Any]:
        return {each.name: getattr(self.choices, each.name) for each in fields(self.choices)}

    def put(self, choices: Mapping[str, Any]) -> None:
        self.choices = replace(self.choices, **choices)

    @undoable
    def choose(self, /, **changes: Any) -> None:
        """Choose otherwise. Of another result of making, all glitch tokens are shown first."""
        if changes.get("settings", self.choices.settings) != self.choices.settings:
            changes = {"part": Part.GLITCH, **changes}
        self.choices = replace(self.choices, **changes)
