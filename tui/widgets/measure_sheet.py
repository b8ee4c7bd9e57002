"""What every measure shows: some lines, perhaps a plot, rows under a header, and lines about one row.

A Sheet is made of a result and knows nothing of the screen; the screen asks it for lines of a width.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from bpe_play.tui.visible import crop as crop_text
from bpe_play.tui.visible import label, plain
from bpe_play.tui.widgets.pieces import Line, Piece, crop, left, right, width_of

GAP = 2
YES, NO, OPEN = "✓", "✗", "–"


@dataclass(frozen=True)
class Column:
    """A column of a table.

    width   in cells; 0 takes what the others leave
    right   whether it stands at the right, as numbers do
    wide    it is shown only where a table has at least so many cells
    """

    title: str
    width: int
    right: bool = True
    wide: int = 0


class Sheet:
    """The face of a result. Classes built on it say what they show; what they do not show is empty.

    has_plot     whether there is a plot, above the rows
    about_lines  how many lines are kept free for words about a row
    """

    has_plot = False
    head_lines = 2
    about_lines = 3

    def __init__(self, result: Any, options: Any, part: str) -> None:
        self.result, self.options, self.part = result, options, part

    @property
    def figures(self) -> str:
        """What stands at the right of the title."""
        return ""

    @property
    def nothing(self) -> str:
        """What is said where there are no rows."""
        return "None."

    def head(self, width: int) -> list[Line]:
        """What is to be known first."""
        return []

    def plot(self, width: int, height: int, row: int) -> list[Line]:
        """The plot, with the place of a row marked."""
        return []

    def columns(self) -> Sequence[Column]:
        return ()

    def header(self, width: int) -> Line:
        """The titles of the columns."""
        columns = self.columns()
        return table_line(columns, [Piece(column.title, "dim") for column in columns], width)

    @property
    def count(self) -> int:
        """How many rows there are."""
        return 0

    def cells(self, row: int) -> Sequence[Cell]:
        """What stands in the columns of a row: text, or what makes text of the room it gets."""
        return ()

    def line(self, row: int, width: int) -> Line:
        return table_line(self.columns(), self.cells(row), width)

    def about(self, row: int, width: int) -> list[Line]:
        """Words about one row."""
        return []


Drawn = Piece | Line
Cell = Drawn | Callable[[int], Drawn]


def rooms(columns: Sequence[Column], width: int) -> list[int | None]:
    """The room of each column in a table of some width; None for one that is not shown there.

    >>> rooms([Column("a", 4), Column("b", 0), Column("c", 3, wide=60)], 12)
    [4, 5, None]
    """
    shown = [column for column in columns if column.wide <= width]
    fixed = sum(column.width for column in shown) + GAP * len(shown) - 1
    growing = sum(not column.width for column in shown)
    rest = max(width - fixed, 0) // growing if growing else 0
    return [(column.width or rest) if column.wide <= width else None for column in columns]


def table_line(columns: Sequence[Column], cells: Sequence[Cell], width: int) -> Line:
    """Cells in their columns, with one blank before the first."""
    line: Line = []
    for column, cell, room in zip(columns, cells, rooms(columns, width), strict=True):
        if room is not None:
            line.append(Piece(" " * GAP if line else " "))
            line += _placed(cell(room) if callable(cell) else cell, room, column.right)
    return line


def _placed(cell: Drawn, room: int, at_right: bool) -> Line:
    if isinstance(cell, Piece):
        text = crop_text(cell.text, room)
        return [Piece(right(text, room) if at_right else left(text, room), cell.ink)]
    shown = crop(cell, room)
    return [*shown, Piece(" " * max(room - width_of(shown), 0))]


def words(text: str, width: int, ink: str = "text", most: int = 3) -> list[Line]:
    """A sentence of ours in lines, with one blank before each."""
    lines = wrap(text, max(width - 2, 10))
    if len(lines) > most:
        lines = [*lines[: most - 1], crop_text(" ".join(lines[most - 1 :]), max(width - 2, 1), more=True)]
    return [[Piece(f" {line}", ink)] for line in lines]


def outside(text: str, width: int = 40) -> str:
    """A name from outside, made drawable and short."""
    return crop_text(plain(text), width)


def short(title: str, width: int = 12) -> str:
    """The title of a tokenizer where room is scarce.

    >>> short("cl100k_base"), short("wordpiece", 7)
    ('cl100k', 'wordpi…')
    """
    return outside(title.removesuffix("_base"), width)


def token_cells(tokens: Iterable[bytes], room: int) -> Line:
    """Tokens with borders between them, cropped to some cells.

    >>> "".join(piece.text for piece in token_cells([b"str", b"aw", b" b"], 20))
    'str│aw│␣b'
    >>> "".join(piece.text for piece in token_cells([b"str", b"aw"], 5))
    'str│…'
    """
    line: Line = []
    for token in tokens:
        if line:
            line.append(Piece("│", "border"))
        line.append(Piece(label(token, room)))
        if width_of(line) > room:
            break
    return crop(line, room)


def number(value: float | None, digits: int = 0) -> Piece:
    """A figure with its digits grouped; a dash for one that is not known.

    >>> number(1234.5, 1).text, number(None).text
    ('1,234.5', '–')
    """
    return Piece(OPEN, "dim") if value is None else Piece(f"{value:,.{digits}f}")
