"""What each colour is for: the styles that widgets draw with, for the theme that is on.

Every style has both a colour and a background, because a segment without them crashes under NO_COLOR
and lets stale cells through. Nothing here is told by hue alone: hits are underlined, leads are bold,
stand-ins stand on a pill of their own, tokens have drawn borders.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from rich.style import Style
from textual.app import App

from bpe_play.tui.themes import COLOURS, Colours
from bpe_play.tui.visible import Kind


class Palette(NamedTuple):
    """The styles of one theme.

    text, dim      what one reads; labels and other quiet things
    accent         where one is, as a colour of letters; accent_bar: the same as a bar
    hit            a hit of the next pair
    mark           a stand-in for something that cannot be drawn
    border         between tokens
    lead           the first byte of a character; continuation: the bytes after it
    good, bad      round trip, errors, stray bytes
    tints          behind tokens
    """

    text: Style
    dim: Style
    accent: Style
    accent_bar: Style
    hit: Style
    mark: Style
    border: Style
    lead: Style
    continuation: Style
    good: Style
    bad: Style
    tints: tuple[Style, ...]

    def tint(self, token_id: int) -> Style:
        """The tint of a token: the same for the same id, everywhere and always."""
        return self.tints[token_id % len(self.tints)]

    def on(self, ground: Style, kind: Kind) -> Style:
        """How a glyph of this kind is drawn in a place whose own style is `ground`."""
        if kind is Kind.TEXT:
            return ground
        return self.bad if kind is Kind.STRAY else self.mark


_NAMES = frozenset(colours.name for colours in COLOURS)


def palette(app: App[Any]) -> Palette:
    """The palette of the app's theme; with a theme that is not ours, the dark or the light one."""
    if app.theme in _NAMES:  # asked for at each line that is drawn: Textual's own look-up copies all themes
        return of_theme(app.theme)
    return of_theme("bpe-dark" if app.current_theme.dark else "bpe-light")


@cache
def of_theme(name: str) -> Palette:
    """The palette of one of our themes, by name."""
    return _palette(next(colours for colours in COLOURS if colours.name == name))


def _palette(colours: Colours) -> Palette:
    def on_ground(colour: str, **attributes: bool) -> Style:
        return Style(color=colour, bgcolor=colours.ground, **attributes)  # type: ignore[arg-type]

    return Palette(
        text=on_ground(colours.text),
        dim=on_ground(colours.dim),
        accent=on_ground(colours.accent),
        accent_bar=Style(color=colours.ground, bgcolor=colours.accent),
        hit=Style(color=colours.accent, bgcolor=colours.glow, underline=True),
        mark=Style(color=colours.text, bgcolor=colours.pill),
        border=on_ground(colours.dim),
        lead=on_ground(colours.text, bold=True),
        continuation=on_ground(colours.dim),
        good=on_ground(colours.good),
        bad=on_ground(colours.bad, bold=True),
        tints=tuple(Style(color=colours.text, bgcolor=tint) for tint in colours.tints),
    )
