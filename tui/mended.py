"""Faults of Textual that end a program, mended for every widget, also for those in Textual's own screens."""

from __future__ import annotations

from typing import Any

from textual.await_complete import AwaitComplete
from textual.screen import Screen
from textual.widgets import OptionList


def mend() -> None:
    """Before the app runs; to call it again changes nothing."""
    OptionList._move_page = _page_if_there_is_one  # type: ignore[method-assign]
    Screen.dismiss = _dismiss_once  # type: ignore[method-assign]


_move_page, _dismiss = OptionList._move_page, Screen.dismiss


def _page_if_there_is_one(self: OptionList, direction: Any) -> None:
    """A page up or down; nothing where the list has no room, or none yet, so that it has no lines."""
    if self.scrollable_content_region:
        _move_page(self, direction)


def _dismiss_once(self: Screen[Any], result: Any = None) -> AwaitComplete:
    """Two keys that come quickly dismiss one screen, and not also the one below it."""
    return _dismiss(self, result) if self.is_active else AwaitComplete.nothing()  # type: ignore[no-untyped-call]
