"""Faults of Textual that end a program or fill its memory, mended for every widget, also in its own screens."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from textual import events
from textual._styles_cache import StylesCache
from textual.await_complete import AwaitComplete
from textual.color import Color
from textual.screen import Screen
from textual.style import Style
from textual.widgets import Input, OptionList

from bpe_play.tui.widgets.one_line import kept_of


def mend() -> None:
    """Before the app runs; to call it again changes nothing."""
    OptionList._move_page = _page_if_there_is_one  # type: ignore[method-assign]
    Screen.dismiss = _dismiss_once  # type: ignore[method-assign]
    Input.action_paste = _paste_one_line  # type: ignore[method-assign]
    Screen._on_resize = _resize_to_the_last  # type: ignore[method-assign]
    StylesCache.get_inner_outer = staticmethod(_inner_and_outer)  # type: ignore[assignment]


_move_page, _dismiss, _on_resize = OptionList._move_page, Screen.dismiss, Screen._on_resize


def _page_if_there_is_one(self: OptionList, direction: Any) -> None:
    """A page up or down; nothing where the list has no room, or none yet, so that it has no lines."""
    if self.scrollable_content_region:
        _move_page(self, direction)


def _dismiss_once(self: Screen[Any], result: Any = None) -> AwaitComplete:
    """Two keys that come quickly dismiss one screen, and not also the one below it."""
    return _dismiss(self, result) if self.is_active else AwaitComplete.nothing()  # type: ignore[no-untyped-call]


async def _resize_to_the_last(self: Screen[Any], event: events.Resize) -> None:
    """A screen that is laid out for a new size sends that size to itself once more. Where another one has come
    meanwhile, the two would take turns for ever; only the size that the app has now counts.
    """
    if event.size == self.app.size:
        await _on_resize(self, event)


def _paste_one_line(self: Input) -> None:
    """What was copied in this program may have many lines, and a line to fill in, such as the palette's, has one."""
    kept, _ = kept_of(self.app.clipboard)
    self.replace(kept, *self.selection)


@lru_cache(1024)
def _inner_and_outer(base_background: Color, background: Color) -> tuple[Style, Style]:
    """The colors in and around a widget. Textual remembers them with the widget's lines as one of the keys, and
    so keeps the lines of a thousand widgets that are gone.
    """
    return Style(background=base_background + background), Style(background=base_background)
