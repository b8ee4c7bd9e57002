"""What the user of each decoder sees, one below the other, and how far that is from what he should see.

The text stands between name and figures. If it will not fit there and there is room for it, it gets lines of
its own; otherwise its end is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from bpe_play.engine.door import to_bytes
from bpe_play.engine.stream import REPLACEMENT
from bpe_play.tui.palette import palette
from bpe_play.tui.stream_lanes import Lane
from bpe_play.tui.visible import Kind, glyphs, label
from bpe_play.tui.widgets.concordance import nearest
from bpe_play.tui.widgets.pieces import Line, Piece, crop, left, paint, right, width_of

_LONG_NAMES_FROM = 90
_INDENT = 3  # of text on lines of its own
_FIGURES = (("lost", 5), ("early", 6), ("late", 5), ("U+FFFD", 11), ("goes wrong", 12))


@dataclass(frozen=True)
class Seen:
    """All decoders as of now; `unit` names an arrival, `stop` says what became of the stop sequence."""

    lanes: Sequence[Lane] = ()
    unit: str = "token"
    chosen: int = 0
    stop: str = ""


def seen_lines(seen: Seen, width: int, height: int) -> list[Line]:
    """The header, and as many lines for each decoder as fit."""
    if not seen.lanes:
        return []
    share = max((height - 1) // len(seen.lanes), 1)
    beside = share == 1 or _fits_beside(seen, width)
    lines = [_header(seen, width, beside)]
    for index, lane in enumerate(seen.lanes):
        lines += _block(seen, lane, index == seen.chosen, width, 1 if beside else share)
        lines += [[]] * (share - 1 if beside else 0)
    return lines


def _fits_beside(seen: Seen, width: int) -> bool:
    """Whether the whole text will fit between names and figures, known before it has come."""
    whole = max(("".join(step.sent for step in lane.steps) for lane in seen.lanes), key=len)
    room = width - _name_width(seen, width) - sum(cells for _, cells in _columns(width)) - 1
    return len(whole) < room and width_of(_pieces(whole, "text")) < room


def _name_width(seen: Seen, width: int) -> int:
    names = [lane.kind.title if width >= _LONG_NAMES_FROM else lane.kind.key for lane in seen.lanes]
    return max(map(len, names)) + 3


def _columns(width: int) -> Sequence[tuple[str, int]]:
    """The columns of figures; lateness is left out where room is scarce."""
    return _FIGURES if width >= _LONG_NAMES_FROM else [row for row in _FIGURES if row[0] != "late"]


def _header(seen: Seen, width: int, beside: bool) -> Line:
    """What the columns are; text on lines of its own has its heading where it begins."""
    figures = "".join(right(name, cells) for name, cells in _columns(width))
    name = left("", _name_width(seen, width) if beside else _INDENT) + "what the user sees"
    return [Piece(left(name, max(width - len(figures), len(name))) + figures, "dim")]


def _block(seen: Seen, lane: Lane, is_chosen: bool, width: int, share: int) -> list[Line]:
    name = _name(lane, is_chosen, _name_width(seen, width), width)
    figures = _figures(seen, lane, width)
    room = width - width_of(name) - width_of(figures) - 1
    text = _text(lane)
    if share == 1:
        shown = nearest(text[::-1], room)[::-1]
        return [[*name, *shown, Piece(" " * (room + 1 - width_of(shown))), *figures]]
    first = [*name, Piece(" " * (room + 1)), *figures]
    return [first, *([Piece(" " * _INDENT), *line] for line in _wrapped(text, width - 4, share - 1))]


def _name(lane: Lane, is_chosen: bool, name_width: int, width: int) -> Line:
    name = lane.kind.title if width >= _LONG_NAMES_FROM else lane.kind.key
    return [Piece(left(f" {'▸' if is_chosen else ' '}{name}", name_width), "accent" if is_chosen else "text")]


def _figures(seen: Seen, lane: Lane, width: int) -> Line:
    columns = _columns(width)
    if lane.report is None:
        return [Piece(right(seen.stop, sum(cells for _, cells in columns)), "dim")]
    return [_figure(lane, name, cells, seen.unit) for name, cells in columns]


def _figure(lane: Lane, name: str, cells: int, unit: str) -> Piece:
    found = lane.report
    assert found is not None
    match name:
        case "lost" | "early" | "late":
            count = len(getattr(found, name))
            return Piece(right(str(count), cells), "bad" if count else "dim")
        case "U+FFFD":
            due = f" ({found.replacements_due} due)" if found.replacements_due else ""
            wrong = found.replacements != found.replacements_due
            text = f"{found.replacements}{due}"
            return Piece(right(text, cells), "bad" if wrong else "dim")
    if found.first_wrong is None:
        return Piece(right("✓" if lane.sent else "", cells), "good")
    step = lane.sent[found.first_wrong - 1]
    place = "at the end" if step.id is None else f"{unit} {found.first_wrong:,}"
    return Piece(right(place, cells), "bad")


def _text(lane: Lane) -> Line:
    """The text so far, a piece for each glyph; what came last is marked."""
    last = lane.sent[-1].sent if lane.sent else ""
    before = lane.seen[: len(lane.seen) - len(last)]
    return [*_pieces(before, "text"), *_pieces(last, "hit")]


def _pieces(text: str, ink: str) -> Line:
    data = to_bytes(text)
    pieces = []
    for glyph in glyphs(data):
        if glyph.text == REPLACEMENT:
            pieces.append(Piece(glyph.text, "bad"))
        elif glyph.kind is Kind.TEXT:
            pieces.append(Piece("␣" if glyph.text == " " and ink == "hit" else glyph.text, ink))
        else:
            pieces.append(Piece(label(data[glyph.start : glyph.end]), "mark"))
    return pieces


def _wrapped(text: Line, width: int, lines: int) -> list[Line]:
    """The last so many lines of the text; an ellipsis if there was more before."""
    wrapped: list[Line] = [[]]
    for piece in text:
        if width_of(wrapped[-1]) + width_of([piece]) > width:
            wrapped.append([])
        wrapped[-1].append(piece)
    kept = wrapped[-lines:]
    if len(wrapped) > lines:
        kept[0] = [Piece("…", "dim"), *kept[0][1:]]
    return [*kept, *[[]] * (lines - len(kept))]


class StreamSeen(Widget, can_focus=True):
    """The decoders, one of which is chosen."""

    DEFAULT_CSS = "StreamSeen { height: 1fr; width: 1fr; }"

    @dataclass
    class Chosen(Message):
        """The user clicked on a decoder, the index of which this is."""

        index: int

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._seen = Seen()
        self._lines: list[Line] = []

    def show(self, seen: Seen) -> None:
        self._seen = seen
        self._lay_out()

    def on_resize(self) -> None:
        self._lay_out()

    def _lay_out(self) -> None:
        self._lines = seen_lines(self._seen, self.size.width, self.size.height) if self.size.width else []
        self.refresh()

    def render_line(self, y: int) -> Strip:
        line = crop(self._lines[y], self.size.width) if y < len(self._lines) else []
        return paint(line, palette(self.app), self.size.width)

    def on_click(self, event: events.Click) -> None:
        count = len(self._seen.lanes)
        offset = event.get_content_offset(self)
        if count and offset is not None and offset.y > 0:
            share = max((self.size.height - 1) // count, 1)
            self.post_message(self.Chosen(min((offset.y - 1) // share, count - 1)))
