"""Every style can be read from the back of a room: contrast, in every theme, computed."""

from __future__ import annotations

from itertools import pairwise

import pytest
from rich.style import Style
from textual.app import App
from textual.color import Color
from textual.theme import Theme

from bpe_play.tui.palette import Palette, of_theme, palette
from bpe_play.tui.themes import COLOURS, THEMES, Colours
from bpe_play.tui.visible import Kind

NAMES = [colours.name for colours in COLOURS]


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it, 0 to 1."""
    channels = (value / 255 for value in Color.parse(colour).rgb)
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """1 to 21. Black on white:

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def styles(theme: str) -> list[Style]:
    found = of_theme(theme)
    named = [getattr(found, name) for name in Palette._fields if name != "tints"]
    return [*named, *found.tints]


def test_contrast_of_known_pairs() -> None:
    assert round(contrast("#000000", "#ffffff"), 1) == 21.0
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48


@pytest.mark.parametrize("theme", NAMES)
def test_every_style_of_the_palette_reads_well(theme: str) -> None:
    for style in styles(theme):
        assert style.color is not None
        assert style.bgcolor is not None
        assert contrast(style.color.name, style.bgcolor.name) >= 4.5, style


@pytest.mark.parametrize("colours", COLOURS, ids=NAMES)
def test_every_colour_of_letters_reads_well_on_every_ground(colours: Colours) -> None:
    letters = (colours.text, colours.dim, colours.accent, colours.good, colours.bad)
    for ground in (colours.ground, colours.raised, *colours.tints):
        assert min(contrast(colour, ground) for colour in letters) >= 4.5, ground


@pytest.mark.parametrize("theme", THEMES, ids=NAMES)
def test_textual_fills_in_no_colour_that_cannot_be_read(theme: Theme) -> None:
    """Pairs that Textual's own widgets use: footer, cursors of lists, selections, dim text, borders."""
    variables = theme.to_color_system().generate()
    pairs = [
        ("foreground", "background"),
        ("text-muted", "background"),
        ("border-blurred", "background"),
        ("footer-key-foreground", "footer-background"),
        ("footer-description-foreground", "footer-background"),
        ("block-cursor-foreground", "block-cursor-background"),
        ("block-cursor-blurred-foreground", "block-cursor-blurred-background"),
        ("input-cursor-foreground", "input-cursor-background"),
        ("input-selection-foreground", "input-selection-background"),
    ]
    for letters, ground in pairs:
        assert contrast(variables[letters], variables[ground]) >= 4.5, (letters, ground)


@pytest.mark.parametrize("theme", NAMES)
def test_a_token_keeps_its_tint_and_successive_ids_differ(theme: str) -> None:
    found = of_theme(theme)
    assert found.tint(1267) == found.tint(1267)
    assert all(found.tint(one) != found.tint(other) for one, other in pairwise(range(300)))


@pytest.mark.parametrize("theme", NAMES)
def test_nothing_is_told_by_hue_alone(theme: str) -> None:
    found = of_theme(theme)
    assert found.hit.underline
    assert found.lead.bold
    assert not found.continuation.bold
    assert found.mark.bgcolor not in {found.text.bgcolor, *(tint.bgcolor for tint in found.tints)}
    assert found.bad.bold
    assert not found.good.bold


def test_a_stand_in_has_a_style_of_its_own() -> None:
    found = of_theme("bpe-dark")
    assert found.on(found.tint(7), Kind.TEXT) == found.tint(7)
    assert found.on(found.tint(7), Kind.CONTROL) == found.on(found.tint(7), Kind.FORMAT) == found.mark
    assert found.on(found.tint(7), Kind.STRAY) == found.bad


async def test_the_palette_follows_the_theme_of_the_app() -> None:
    app: App[None] = App()
    for theme in THEMES:
        app.register_theme(theme)
    async with app.run_test():
        for name in NAMES:
            app.theme = name
            assert palette(app) is of_theme(name)
        app.theme = "textual-light"
        assert palette(app) is of_theme("bpe-light")
