"""The stream as a grid: a column for each arrival, a row for its bytes and for what each decoder then sent.

    token        ⟨F0 9F⟩ ⟨A4⟩ ⟨96⟩ ␣hi      end
    bytes        F0 9F   A4   96   20 68 69 flush
    alone        �       �    �    ␣hi
    incremental  ·       ·    🤖   ␣hi

Widths and texts only; which columns are in view and in which colours is said in stream_wire.py.
A column's width does not depend on how far the stream has come, so nothing moves when it goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from rich.cells import cell_len

from bpe_play.engine.door import to_bytes
from bpe_play.engine.stream_play import StreamStep, Token
from bpe_play.tui.stream_lanes import RIGHT, Lane
from bpe_play.tui.visible import label

WIDEST = 24  # cells
NOTHING, MISSING, FOUND = "·", "×", "■"
_MOST_BYTES = 8
_END_WIDTH = len("flush")


class When(Enum):
    """Where a column stands in time."""

    SENT = "sent"
    NOW = "now"
    TO_COME = "to come"
    CUT_OFF = "cut off"


@dataclass(frozen=True)
class Column:
    """One arrival, or the end of the stream (then `id` is None).

    head    its token, bytes and id as they are written
    cells   for each decoder what is written in its row, and whether that is right
    """

    id: int | None
    token: bytes
    when: When
    head: tuple[str, str, str]
    cells: tuple[tuple[str, bool], ...]
    width: int


@dataclass(frozen=True)
class Grid:
    """A stream as of now. Columns are made when they are asked for; `limit` is the one of the end."""

    arrivals: Sequence[Token]
    lanes: Sequence[Lane]
    position: int
    limit: int
    ended: bool
    chosen: int = 0

    @property
    def length(self) -> int:
        """How many columns there are: the arrivals, and the end."""
        return len(self.arrivals) + 1 if self.arrivals else 0

    @property
    def current(self) -> int:
        """The column of the last thing that happened; -1 before the first."""
        return self.limit if self.ended else self.position - 1

    def column(self, index: int) -> Column:
        """A column; those behind the end are what was cut off."""
        if index == self.limit:
            return self._end()
        arrival = index if index < self.limit else index - 1
        when = self._when(index)
        token_id, token = self.arrivals[arrival]
        head = (label(token, WIDEST), hex_of(token), str(token_id) if token_id >= 0 else "")
        sent = [lane.steps[arrival] for lane in self.lanes]
        written = [_written(step, lane) for step, lane in zip(sent, self.lanes, strict=True)]
        width = max(map(cell_len, [*head, *written]))
        happened = when in (When.SENT, When.NOW)
        return Column(token_id, token, when, head, self._cells(sent) if happened else (), width)

    def _end(self) -> Column:
        cells = self._cells([lane.sent[-1] for lane in self.lanes]) if self.ended else ()
        width = max([_END_WIDTH, *(cell_len(text) for text, _ in cells)])
        when = When.NOW if self.ended else When.TO_COME
        return Column(None, b"", when, ("end", "flush", ""), cells, width)

    def _when(self, index: int) -> When:
        if index > self.limit:
            return When.CUT_OFF
        if index == self.current:
            return When.NOW
        return When.SENT if index < self.position else When.TO_COME

    def _cells(self, steps: Sequence[StreamStep]) -> tuple[tuple[str, bool], ...]:
        keys = [lane.kind.key for lane in self.lanes]
        due = steps[keys.index(RIGHT)].sent
        return tuple(_cell(step, due, lane) for step, lane in zip(steps, self.lanes, strict=True))


def _cell(step: StreamStep, due: str, lane: Lane) -> tuple[str, bool]:
    right = lane.report is None or step.sent == due
    return (_written(step, lane) if step.sent or right else MISSING), right


def _written(step: StreamStep, lane: Lane) -> str:
    """What was sent at a step, and a full stop where a stop sequence is found."""
    stop = FOUND if step.number == lane.found else ""
    return label(to_bytes(step.sent), WIDEST) + stop if step.sent else stop or NOTHING


def hex_of(token: bytes) -> str:
    """The bytes in hex; of a long token the first ones."""
    more = " …" if len(token) > _MOST_BYTES else ""
    return token[:_MOST_BYTES].hex(" ").upper() + more


def first_in_view(grid: Grid, first: int, room: int) -> int:
    """The column at the left edge: as it was if the current one is in view, with the next one if possible."""
    current = max(grid.current, 0)
    if not grid.length:
        return 0
    first = min(first, current)
    last = min(current + 1, grid.length - 1)
    needed = sum(grid.column(index).width + 1 for index in range(first, last + 1))
    while first < current and needed > room:
        needed -= grid.column(first).width + 1
        first += 1
    return first
