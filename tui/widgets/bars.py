"""Bars and sparklines drawn with eighth blocks.

Bars stand on a linear scale from nothing to the largest count, so that twice as long is twice as often.
"""

from __future__ import annotations

from collections.abc import Sequence

from bpe_play.tui.widgets.figures import compact

_ACROSS = " ▏▎▍▌▋▊▉█"
_UPWARD = " ▁▂▃▄▅▆▇█"
_EIGHTHS = 8


def bar(fraction: float, width: int) -> str:
    """A bar over a part of `width` cells, filled up with blanks; what is not nothing is seen.

    >>> bar(0.5, 5), bar(0.001, 5), bar(0, 5)
    ('██▌  ', '▏    ', '     ')
    """
    eighths = round(min(max(fraction, 0.0), 1.0) * width * _EIGHTHS)
    if fraction > 0 and width:
        eighths = max(eighths, 1)
    full, rest = divmod(eighths, _EIGHTHS)
    return ("█" * full + _ACROSS[rest].strip()).ljust(width)


def axis(largest: int, width: int) -> str:
    """What the ends of a column of bars stand for.

    >>> axis(4433, 8), axis(4433, 4)
    ('0   4.4k', '4.4k')
    """
    return ("0" + compact(largest).rjust(width - 1)) if width > len(compact(largest)) else compact(largest)


def sparkline(levels: Sequence[float | None], height: int = 1) -> list[str]:
    """A filled curve of `height` lines, top line first; levels go from 0 to 1, and None leaves a gap.

    >>> sparkline([0.0, 0.5, 1.0, None])
    ['▁▄█ ']
    >>> sparkline([0.0, 0.5, 1.0, None], height=2)
    ['  █ ', '▁██ ']
    """
    return ["".join(_cell(level, line, height) for level in levels) for line in reversed(range(height))]


def _cell(level: float | None, line: int, height: int) -> str:
    """What a column shows in a line; the lowest eighth is always there, so that the curve has a ground."""
    if level is None:
        return " "
    eighths = max(1, round(min(max(level, 0.0), 1.0) * height * _EIGHTHS))
    return _UPWARD[min(max(eighths - line * _EIGHTHS, 0), _EIGHTHS)]
