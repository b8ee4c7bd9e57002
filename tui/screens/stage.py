"""The stage: the lab as a whole room sees it. One pane, high contrast, the keys pressed, a timer.

Only looks change, and one's own come back when the stage is left: theme, and on each screen that was shown
meanwhile focus and zoom. What is chosen and learned is not touched, and what one does on the stage stays done.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import events
from textual.widget import Widget
from textual.widgets import Input, TextArea

from bpe_play.tui.keys import EVERYWHERE, KEYS, PAGE, TYPING
from bpe_play.tui.screens.lab_words import header_status
from bpe_play.tui.screens.page import Page, pane_of
from bpe_play.tui.widgets.stage_line import Pressed, StageLine

if TYPE_CHECKING:
    from bpe_play.tui.app import BpePlay

THEME = "bpe-contrast"
_MOST_KEYS = 8
_IDS = frozenset(key.id for key in KEYS)
_NAMES = {"right": "→", "left": "←", "up": "↑", "down": "↓", "escape": "esc"}
_NAMES |= {"pagedown": "pgdn", "pageup": "pgup"}


@dataclass(frozen=True)
class Look:
    """How a screen looked before it came on the stage."""

    focused: Widget | None
    maximized: Widget | None


class Stage:
    """From the key that opens it to the same key again."""

    def __init__(self, app: BpePlay, clock: Callable[[], float] = time.monotonic) -> None:
        self._app, self._clock = app, clock
        self._theme, self._began = app.theme, clock()
        self._looks: dict[Page, Look] = {}
        self._keys: list[Pressed] = [Pressed("F9", "stage")]
        app.theme = THEME
        self._timer = app.set_interval(1, self.draw)

    async def enter(self, page: Page) -> None:
        """Dress a screen that is shown now; one that is dressed already stays as it is."""
        if page not in self._looks:
            self._looks[page] = Look(page.focused, page.maximized)
            page.add_class("-stage")
            await page.query_one("#bottom").mount(StageLine())
            show_alone(page)
        self.draw()

    async def leave(self) -> None:
        """All looks as before."""
        self._timer.stop()
        self._app.theme = self._theme
        for page, look in self._looks.items():
            if page.is_attached:
                await page.query(StageLine).remove()
                page.remove_class("-stage")
                _restore(page, look)

    def pressed(self, event: events.Key) -> None:
        """Show a key; a letter that is typed into a text is seen there."""
        if event.is_printable and self._is_typing:
            return
        key = Pressed(shown(event), self._label(event.key))
        newest, *others = self._keys
        if (newest.shown, newest.label) == (key.shown, key.label):
            self._keys = [Pressed(key.shown, key.label, newest.times + 1), *others]
        else:
            self._keys = [key, *self._keys][:_MOST_KEYS]
        self.draw()

    @property
    def _is_typing(self) -> bool:
        return isinstance(self._app.focused, Input | TextArea)

    def _label(self, name: str) -> str:
        """What a key does where one is, as the table of keys calls it; nothing for one that is not in it."""
        active = self._app.screen.active_bindings.get(name)
        if active is not None and active.binding.id in _IDS:
            return active.binding.description
        if self._app.screen is not self._app.page:
            return ""
        places = (TYPING, EVERYWHERE) if self._is_typing else (self._app.page.PLACE, PAGE, EVERYWHERE)
        here = (key for key in KEYS if key.where in places and name in key.keys.split(","))
        return next((key.label for key in here), "")

    def draw(self) -> None:
        lab = self._app.lab
        figures = [header_status(lab), f"#{lab.fingerprint}" if lab.fingerprint else "", self.elapsed]
        for page in self._looks:
            for line in page.query(StageLine) if page.is_attached else ():
                line.show(self._keys, "   ".join(filter(None, figures)))

    @property
    def elapsed(self) -> str:
        """For how long the stage has been on."""
        return minutes(self._clock() - self._began)


def show_alone(page: Page) -> None:
    """The pane that has the focus, as large as the screen."""
    pane = pane_of(page.focused)
    if pane is not None:
        page.maximize(pane, container=False)


def _restore(page: Page, look: Look) -> None:
    page.maximized = look.maximized if look.maximized and look.maximized.is_attached else None
    if look.focused is not page.focused and (look.focused is None or look.focused.is_attached):
        page.set_focus(look.focused, scroll_visible=False)


def minutes(seconds: float) -> str:
    """
    >>> minutes(7), minutes(75.9), minutes(4000)
    ('0:07', '1:15', '66:40')
    """
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def shown(event: events.Key) -> str:
    """A key as people read it."""
    if event.character and event.is_printable and event.character != " ":
        return event.character
    *held, name = event.key.split("+")
    name = _NAMES.get(name, name.upper() if name[:1] == "f" and name[1:].isdigit() else name)
    return "+".join([*held, name])
