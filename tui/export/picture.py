"""Lines of a screen as an SVG picture: letters stay letters, each cell stands where it stood.

It needs nothing from a network, names no font that must be there, and no text in it can be more than text.
It does not know widgets; whoever calls it has the lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

import regex
from rich.cells import cell_len
from rich.style import Style
from textual.strip import Strip

WIDTH, HEIGHT, SIZE = 10, 20, 16.6  # of a cell, and of its letters, in the picture's units
_BASELINE = 15
_FONTS = "'DejaVu Sans Mono', 'Fira Code', Menlo, Consolas, monospace"
_GRAPHEME = regex.compile(r"\X")


def to_svg(lines: Sequence[Strip], ground: str) -> str:
    """The picture of some lines of a screen; `ground` is the colour behind them, as #rrggbb."""
    width = max((line.cell_length for line in lines), default=0) * WIDTH
    height = len(lines) * HEIGHT
    drawn = [mark for row, line in enumerate(lines) for mark in _line(line, row * HEIGHT)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
            f"<style>text {{ font: {SIZE}px {_FONTS}; white-space: pre;"
            " direction: ltr; unicode-bidi: bidi-override; }</style>",
            f'<rect width="{width}" height="{height}" fill="{ground}"/>',
            *drawn,
            "</svg>\n",
        ]
    )


def _line(line: Strip, y: int) -> Iterator[str]:
    """Grounds first, so that none covers a letter that reaches out of its cell."""
    letters: list[str] = []
    x = 0
    for segment in line:
        if segment.control or not segment.text:
            continue
        style, width = segment.style or Style(), cell_len(segment.text) * WIDTH
        fore, back = _colours(style)
        if back is not None:
            yield f'<rect x="{x}" y="{y}" width="{width}" height="{HEIGHT}" fill="{back}"/>'
        letters += _letters(segment.text, style, fore, x, y + _BASELINE)
        x += width
    yield from letters


def _colours(style: Style) -> tuple[str, str | None]:
    fore = style.color.get_truecolor().hex if style.color else "#ffffff"
    back = style.bgcolor.get_truecolor().hex if style.bgcolor else None
    return (back or "#000000", fore) if style.reverse else (fore, back)


def _letters(text: str, style: Style, colour: str, x: int, y: int) -> Iterator[str]:
    """Text in runs that a browser stretches to their cells; what is two cells wide is a run of its own."""
    looks = f'fill="{colour}"' + "".join(f' {look}"' for look in _looks(style))
    for run in _runs(text):
        width = cell_len(run) * WIDTH
        if run.strip():
            fit = f'textLength="{width}" lengthAdjust="spacingAndGlyphs"'
            yield f'<text x="{x}" y="{y}" {fit} {looks}>{_safe(run)}</text>'
        x += width


def _safe(run: str) -> str:
    """Blanks that nobody collapses."""
    return escape(run).replace(" ", "\u00a0")


def _looks(style: Style) -> Iterator[str]:
    if style.bold:
        yield 'font-weight="bold'
    if style.italic:
        yield 'font-style="italic'
    if style.underline:
        yield 'text-decoration="underline'


def _runs(text: str) -> Iterator[str]:
    """
    >>> list(_runs("ab 🍓c"))
    ['ab ', '🍓', 'c']
    """
    run = ""
    for cluster in _clusters(text):
        if cell_len(cluster) == 1:
            run += cluster
            continue
        if run:
            yield run
        yield cluster
        run = ""
    if run:
        yield run


def _clusters(text: str) -> Iterable[str]:
    return text if text.isascii() else _GRAPHEME.findall(text)
