"""The three looks: dark, light and high contrast, each a row of colours in one table.

Calm on purpose: one accent colour, used for where one is, and muted tints for tokens. Every foreground
here has a contrast of at least 4.5:1 on the ground and on every tint; a test computes it.
This module knows colours only. Which colour draws what is said in `palette.py`.
"""

from __future__ import annotations

from typing import NamedTuple

from textual.theme import Theme


class Colours(NamedTuple):
    """The colours of one theme, as `#rrggbb`.

    ground   what everything stands on
    raised   a quiet surface that sets something off: header, footer, scroll bars
    pill     behind the stand-in of a character that cannot be drawn
    glow     behind a hit of the next pair
    tints    behind tokens
    """

    name: str
    dark: bool
    ground: str
    raised: str
    pill: str
    glow: str
    text: str
    dim: str
    accent: str
    good: str
    bad: str
    tints: tuple[str, ...]


COLOURS = (
    Colours(
        name="bpe-dark",
        dark=True,
        ground="#12151a",
        raised="#1d2229",
        pill="#3c444f",
        glow="#3d2b0d",
        text="#dfe4eb",
        dim="#9aa4b1",
        accent="#ffb454",
        good="#7fd18b",
        bad="#ff8f85",
        tints=("#162f48", "#422232", "#17351f", "#2e2947", "#003636", "#46221d", "#2a320f", "#3a243f"),
    ),
    Colours(
        name="bpe-light",
        dark=False,
        ground="#fbfaf6",
        raised="#ecebe6",
        pill="#dcdcd8",
        glow="#ffe6c4",
        text="#1d2127",
        dim="#545d68",
        accent="#9c3f00",
        good="#1c6b30",
        bad="#b3201c",
        tints=("#cde6ff", "#fcd7e7", "#cfecd3", "#e2dfff", "#c1edec", "#ffd9d1", "#dfe8c7", "#f1daf6"),
    ),
    Colours(
        name="bpe-contrast",
        dark=True,
        ground="#000000",
        raised="#1a1a1a",
        pill="#4a4a4a",
        glow="#4a3c00",
        text="#ffffff",
        dim="#d0d4da",
        accent="#ffd400",
        good="#7dff8e",
        bad="#ffa59c",
        tints=("#023f6f", "#622344", "#004b1e", "#3e316d", "#004c4d", "#68231b", "#374400", "#53295d"),
    ),
)


def _theme(colours: Colours) -> Theme:
    """What Textual's own widgets make of it; its surfaces are the ground, so that panes lie flat."""
    return Theme(
        name=colours.name,
        dark=colours.dark,
        primary=colours.accent,
        secondary=colours.dim,
        accent=colours.accent,
        foreground=colours.text,
        background=colours.ground,
        surface=colours.ground,
        panel=colours.raised,
        success=colours.good,
        warning=colours.accent,
        error=colours.bad,
        text_alpha=1.0,
        variables=_variables(colours),
    )


def _variables(colours: Colours) -> dict[str, str]:
    return {
        "border": colours.accent,
        "border-blurred": colours.dim,
        "block-cursor-background": colours.accent,
        "block-cursor-foreground": colours.ground,
        "block-cursor-text-style": "none",
        "block-cursor-blurred-background": colours.pill,
        "block-cursor-blurred-foreground": colours.text,
        "block-cursor-blurred-text-style": "none",
        "input-cursor-background": colours.accent,
        "input-cursor-foreground": colours.ground,
        "input-cursor-text-style": "none",
        "input-selection-background": colours.pill,
        "input-selection-foreground": colours.text,
        "footer-background": colours.ground,
        "footer-foreground": colours.dim,
        "footer-description-foreground": colours.dim,
        "footer-description-background": colours.ground,
        "footer-item-background": colours.ground,
        "footer-key-foreground": colours.accent,
        "footer-key-background": colours.ground,
        "scrollbar": colours.pill,
        "scrollbar-hover": colours.dim,
        "scrollbar-active": colours.accent,
        "scrollbar-background": colours.ground,
        "scrollbar-background-hover": colours.ground,
        "scrollbar-background-active": colours.ground,
        "scrollbar-corner-color": colours.ground,
        "text-muted": colours.dim,
        "text-disabled": colours.dim,
    }


THEMES: tuple[Theme, ...] = tuple(_theme(colours) for colours in COLOURS)
