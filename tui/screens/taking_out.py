"""What one takes out of the lab: a pane or the tokens to the clipboard and into a file, the screen as a picture.

A terminal may refuse what is sent to its clipboard, or cut it off, and never says so. So there is always a
file, and where it is is said.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual.geometry import Region
from textual.strip import Strip

from bpe_play.engine import EngineError
from bpe_play.tui.export.picture import to_svg
from bpe_play.tui.export.seen import lines_on_screen, text_in
from bpe_play.tui.export.tokens import to_text
from bpe_play.tui.export.web_page import to_html
from bpe_play.tui.lab import Lab
from bpe_play.tui.own_files import write_own
from bpe_play.tui.screens.choose import Choice, ChooseScreen
from bpe_play.tui.screens.lab_words import settings_in_words
from bpe_play.tui.screens.page import pane_of

if TYPE_CHECKING:
    from bpe_play.tui.app import BpePlay

COPY = "bpe-play-copy.txt"  # the next copy takes its place, as on a clipboard
MOST = 64_000  # bytes; terminals drop or cut off what is longer
_CHOICES = [
    Choice(
        "pane", "this pane as text", f"What it shows now, to the clipboard and into {COPY}. y does it too."
    ),
    Choice(
        "text", "the tokens as text", "The lab's text in tokens, and a row for each; also to the clipboard."
    ),
    Choice("html", "the tokens as a web page", "The same with tints and borders, for a browser or a mail."),
    Choice("svg", "the screen as a picture", "An SVG file of what you see, sharp at any size."),
]
_WITHOUT_FILES = [
    Choice("pane", "this pane as text", "What it shows now, to your browser's clipboard. y does it too."),
    Choice("text", "the tokens as text", "The lab's text in tokens, and a row for each, to that clipboard."),
]


def copy_pane(app: BpePlay) -> None:
    """The focused pane, or the whole screen where none has the focus, as text."""
    _copy(app, "The pane", text_in(lines_on_screen(app), _region(app)), COPY)


def choose(app: BpePlay) -> None:
    """Ask what to take out; it is taken as it was when one was asked."""
    lines, region = lines_on_screen(app), _region(app)

    def take(key: str | None) -> None:
        if key == "pane":
            _copy(app, "The pane", text_in(lines, region), COPY)
        elif key == "svg":
            _write(app, "The picture", "bpe-play-screen.svg", lambda: _picture(app, lines))
        elif key is not None:
            _take_tokens(app, key)

    choices = _CHOICES if app.rights.files else _WITHOUT_FILES
    app.push_screen(ChooseScreen("Take out", choices), take)


def _region(app: BpePlay) -> Region:
    """Inside a pane's frame; or inside of all of the screen."""
    pane = pane_of(app.screen.focused)
    return app.screen.region if pane is None else pane.region.shrink((1, 1, 1, 1))


def _take_tokens(app: BpePlay, kind: str) -> None:
    try:
        tokenization = app.lab.tokenization()
    except EngineError as error:
        app.say_error(error)
        return
    about = about_tokens(app.lab)
    if kind == "text":
        _copy(app, "The tokens", to_text(tokenization, about), "bpe-play-tokens.txt")
    else:
        _write(app, "The page", "bpe-play-tokens.html", lambda: to_html(tokenization, about))


def about_tokens(lab: Lab) -> list[str]:
    """By what the text was cut, as the header has it."""
    settings = settings_in_words(lab)
    return [*settings, f"step {lab.cursor:,} of {lab.steps:,}"]


def _picture(app: BpePlay, lines: Sequence[Strip]) -> str:
    return to_svg(lines, app.theme_variables["background"])


def _copy(app: BpePlay, what: str, text: str, name: str) -> None:
    fits = len(text.encode()) <= MOST
    if fits:
        app.copy_to_clipboard(text)
    if not app.rights.files:
        app.say(f"{what} was sent to your browser's clipboard" if fits else f"{what}: too large to copy")
        return
    clipboard = (
        "sent to the clipboard too, if the terminal allows it" if fits else "too large for a clipboard"
    )
    _write(app, what, name, lambda: text, f"; {clipboard}")


def _write(app: BpePlay, what: str, name: str, make: Callable[[], str], more: str = "") -> None:
    """Make a file away from the screen, and say where it is."""

    def written() -> str:
        path = write_own(name, make().encode(), private=True, replace=name == COPY)
        return f"{what} is in {path}{more}"

    async def work() -> None:
        try:
            app.say(await asyncio.to_thread(written))
        except EngineError as error:
            app.say_error(error)

    app.run_worker(work(), group="taking out", exit_on_error=False)
