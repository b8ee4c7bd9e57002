"""What may be done in this lab: everything, or what a visitor may, who sees it in a browser.

A visitor's lab runs on the machine of whoever serves it, with that person's rights. So nothing there reads or
writes a path of the visitor's choice, or runs code. This is the one place that says what is off and why;
actions, lists and forms ask it, and the keys that footer and help show are the ones that are left.
It guards no files of its own accord: what is not asked here is allowed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from bpe_play.tui.keys import KEYS, Key

FILES = "Files are off here: this lab runs on the machine of whoever serves it to your browser"
CODE = "Code of your own is off here: it would run on the machine of whoever serves this lab"

# By the id of a key: why it is off for a visitor.
_OFF = {
    "save": FILES,
    "hand-out": FILES,
    "measure-csv": FILES,
    "measure-json": FILES,
    "page-6": CODE,
}
_CODE_PLACES = ("code", "code-text")  # they cannot be reached without the key that is off
_OFF_ACTIONS = {key.action: _OFF[key.id] for key in KEYS if key.id in _OFF}

# By the id of a key: what is otherwise for a visitor. A browser keeps ctrl+n and ctrl+t for itself.
_OTHERWISE: dict[str, dict[str, Any]] = {
    "corpus": {"explained": "Choose another corpus"},
    "tokenizer": {"explained": "Your own tokenizer, or a published one"},
    "copy": {"explained": "Copy this pane as text to your browser's clipboard"},
    "take-out": {"explained": "Copy this pane or the tokens to your browser's clipboard"},
    "page-5": {"explained": "Measure: figures and pictures"},
    "lesson-next": {"shown": "F10"},
    "lesson-peek": {"shown": "ctrl+p", "explained": "Lesson: teacher's notes (type: notes)"},
    "quit": {"explained": "Leave the lab; nothing of it is kept"},
}


class Rights(NamedTuple):
    """`visitor`: whether it is a visitor's lab; `given`: a path that even a visitor may open, the room's corpus."""

    visitor: bool = False
    given: str = ""

    @property
    def files(self) -> bool:
        """Whether paths of the user's choice are read and written."""
        return not self.visitor

    def refusal(self, action: str) -> str:
        """Why an action, as the table of keys has it, is off; empty where it is not.

        >>> Rights(visitor=True).refusal("app.hand_out") == FILES, Rights().refusal("app.hand_out")
        (True, '')
        """
        return _OFF_ACTIONS.get(action, "") if self.visitor else ""

    def key_table(self) -> Sequence[Key]:
        """The table of keys, without what is off, in words that hold here."""
        if not self.visitor:
            return KEYS
        left = [key for key in KEYS if key.id not in _OFF and key.where not in _CODE_PLACES]
        return [key._replace(**_OTHERWISE.get(key.id, {})) for key in left]

    def pages(self, pages: Collection[str]) -> list[str]:
        """Those of the numbered screens that can be shown."""
        return [page for page in pages if not self.visitor or page not in _CODE_PLACES]

    def corpora(self, built_in: Collection[str]) -> list[str]:
        """What a corpus can be chosen from by name."""
        return [*built_in, *([self.given] if self.given else [])]
