"""How an algorithm other than BPE over bytes cuts a piece of text: move by move, and the other ways there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from bpe_play.engine.algorithms.steps import Move
from bpe_play.engine.algorithms.unigram import Segmentation, UnigramModel
from bpe_play.engine.algorithms.wordpiece import WordPieceModel
from bpe_play.tui.screens.dialog import Dialog
from bpe_play.tui.visible import label
from bpe_play.tui.widgets.bars import bar
from bpe_play.tui.widgets.measure_sheet import token_cells
from bpe_play.tui.widgets.measure_steps import figures_in_words, settled_line
from bpe_play.tui.widgets.pieces import Line, Piece, crop, left, right, width_of
from bpe_play.tui.widgets.row_list import RowList

if TYPE_CHECKING:
    from bpe_play.engine.algorithms.trained_tokenizer import TrainedTokenizer

_WAYS = 6
_BAR = 16
_REMARK = 2  # lines of a remark, with the free one above it
_FRAME = 4  # lines of the box that are no content
_MORE = "…".encode()
_LONGEST = 200  # bytes of a piece that are explained


class MovesScreen(Dialog[None]):
    """The moves from a piece to its tokens; of Unigram also the most probable ways to cut it."""

    DEFAULT_CSS = """
    MovesScreen > Vertical { width: 100; padding: 1 1; background: $background; }
    MovesScreen RowList { height: auto; min-height: 2; }
    MovesScreen .remark { height: auto; margin-top: 1; padding: 0 1; color: $text-muted; }
    """
    BINDINGS = [Binding("escape,w,q", "leave", "close", show=False)]

    def __init__(self, tokenizer: TrainedTokenizer, piece: bytes, step: int) -> None:
        super().__init__()
        model = tokenizer.model
        self._title = label(piece, 60)
        self._piece_length = len(piece)
        self._step = step
        self._algorithm = tokenizer.trained.algorithm
        self._moves: Sequence[Move] = list(model.explain(piece[:_LONGEST], step))
        self._goes_right = isinstance(model, UnigramModel | WordPieceModel)
        self._ways: Sequence[Segmentation] = ()
        if isinstance(model, UnigramModel):
            self._ways = model.segmentations(piece[:_LONGEST], _WAYS, step)

    def body(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = Content(
                f"{self._algorithm.title}: how {self._title} is cut, as of step {self._step:,}"
            )
            box.border_subtitle = "up/down moves   esc closes"
            yield RowList(self._move_line, empty="Nothing here gets a token.", id="moves")
            if self._ways:
                yield Static("The most probable ways, and how probable each is among all", classes="remark")
                yield RowList(self._way_line, id="ways")
            if self._piece_length > _LONGEST:
                yield Static(
                    f"Of the {self._piece_length:,} bytes of this piece the first {_LONGEST} are shown.",
                    classes="remark",
                )
            summary = self._algorithm.summary
            yield Static(Content(f"{summary[0].upper()}{summary[1:]}."), classes="remark")

    def on_mount(self) -> None:
        self.query_one("#moves", RowList).show(len(self._moves), len(self._moves) - 1)
        if self._ways:
            self.query_one("#ways", RowList).show(len(self._ways))
        self.query_one("#moves", RowList).focus()

    def on_resize(self) -> None:
        """The list of moves gets the room that the rest leaves, so that nothing stands below the screen."""
        inside = 94 * self.size.height // 100 - _FRAME
        ways = len(self._ways) + _REMARK + 1 if self._ways else 0
        remarks = _REMARK * (1 + (self._piece_length > _LONGEST)) + 1  # the summary may take two lines
        self.query_one("#moves").styles.max_height = max(inside - ways - remarks, 3)

    def _move_line(self, row: int, width: int) -> Line:
        """The piece as it is cut after a move; what is settled as tokens, the rest dim."""
        move = self._moves[row]
        said = _said(move, width // 2)
        room = max(width - min(len(said), 2 * width // 3) - 4, 8)
        pieces, settled = move.pieces, move.settled
        if self._goes_right and move is not self._moves[-1]:
            pieces, settled = _last(pieces, settled, room)
        line = crop(settled_line(pieces, settled, room), room)
        return [Piece(" "), *line, Piece(" " * (room - width_of(line) + 2)), Piece(said, "dim")]

    def _way_line(self, row: int, width: int) -> Line:
        way = self._ways[row]
        room = max(width - _BAR - 12, 8)
        line = crop(token_cells(way.pieces, room), room)
        chance = f"{100 * way.probability:.2f} %"
        return [
            Piece(" "),
            *line,
            Piece(" " * (room - width_of(line))),
            Piece(right(chance, 9) + "  "),
            Piece(left(bar(way.probability, _BAR), _BAR), "dim"),
        ]


def _said(move: Move, room: int) -> str:
    """What was done, with as many of its figures as have room, but one at least."""
    figures = list(move.figures)
    while True:
        said = "  ".join(filter(None, [move.title, figures_in_words(figures)]))
        if len(said) <= room or len(figures) < 2:
            return said
        figures.pop()


def _last(pieces: tuple[bytes, ...], settled: int, room: int) -> tuple[tuple[bytes, ...], int]:
    """So many of the last pieces that the last border is in view, after an ellipsis for those that are not."""
    first = 0
    while first < len(pieces) - 2 and _width(pieces[first:-1]) > room // 2:
        first += 1
    if not first:
        return pieces, settled
    return (_MORE, *pieces[first:]), max(settled - first, 0) + 1 if settled else 0


def _width(pieces: Sequence[bytes]) -> int:
    return sum(cell_len(label(piece)) + 1 for piece in pieces)
