"""What speaks for one merge: how its token is made, its figures, its rivals, and where it stands.

A view that scrolls; the screen around it, its title and the key that closes it belong to whoever shows it.
The lines of the corpus come later and from outside: finding them can take a while.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from bpe_play.engine.history import History
from bpe_play.engine.merges import Merge, TieRule
from bpe_play.engine.occurrences import Occurrence
from bpe_play.tui.palette import palette
from bpe_play.tui.widgets.concordance import concordance
from bpe_play.tui.widgets.evidence_lines import child_lines, figure_lines, rival_lines
from bpe_play.tui.widgets.history_rows import AnyHistory
from bpe_play.tui.widgets.merge_tree import tree_lines
from bpe_play.tui.widgets.pieces import Line, Piece, beside, crop, paint

if TYPE_CHECKING:
    from bpe_play.engine.algorithms.step_history import StepHistory

_TWO_COLUMNS_FROM = 68
_GAP = 3


def evidence_lines(
    history: History,
    merge: Merge,
    rule: TieRule | None,
    places: Sequence[Occurrence] | None,
    width: int,
) -> list[Line]:
    """Everything about a merge; the tree stands beside the figures where there is room for both.

    `places` is None as long as they are being looked for.
    """
    return _laid_out(
        lambda room: _made(history, merge, room),
        lambda room: _chosen(history, merge, rule, room),
        _where(places, width),
        width,
    )


def step_evidence_lines(
    history: StepHistory, step: int, rule: TieRule | None, places: Sequence[Occurrence] | None, width: int
) -> list[Line]:
    """The same about a step of another algorithm."""
    from bpe_play.tui.widgets import step_evidence as steps  # late: BPE does without

    return _laid_out(
        lambda room: steps.made_lines(history, step, room),
        lambda room: [
            *steps.figure_lines(history, step, rule, room),
            [],
            *steps.rival_lines(history, step, room),
        ],
        _where(places, width) if history.text(step) else [],
        width,
    )


Block = Callable[[int], list[Line]]  # the lines for a width


def _laid_out(made: Block, chosen: Block, where: list[Line], width: int) -> list[Line]:
    if width >= _TWO_COLUMNS_FROM:
        narrow = (width - _GAP) * 9 // 20
        blocks = beside(made(narrow), chosen(width - narrow - _GAP), narrow, _GAP)
    else:
        blocks = [*chosen(width), [], *made(width)]
    return [crop(line, width) for line in [*blocks, [], *where]]


def _made(history: History, merge: Merge, width: int) -> list[Line]:
    tree = tree_lines(history.vocabulary, merge.id, width)
    return [*tree, [], _title("later part of"), *child_lines(history, merge, width)]


def _chosen(history: History, merge: Merge, rule: TieRule | None, width: int) -> list[Line]:
    return [*figure_lines(history, merge, rule, width), [], *rival_lines(history, merge, width)]


def _where(places: Sequence[Occurrence] | None, width: int) -> list[Line]:
    if places is None:
        return [_title("looking for it in the corpus …")]
    if not places:
        return [_title("its bytes stand nowhere in the corpus")]
    return [_title("lines of the corpus where its bytes stand"), *concordance(places, width)]


def _title(text: str) -> Line:
    return [Piece(text, "dim")]


class EvidenceView(ScrollView):
    """The evidence for one step of a history."""

    DEFAULT_CSS = """
    EvidenceView {
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-gutter: stable;
        scrollbar-size-vertical: 1;
    }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._history: AnyHistory = History(0)
        self._step = 0
        self._rule: TieRule | None = None
        self._places: Sequence[Occurrence] | None = None
        self._lines: list[Line] = []

    def show(self, history: AnyHistory, step: int, rule: TieRule | None = None) -> None:
        """Show a step; the lines of the corpus are still being looked for."""
        self._history, self._step, self._rule, self._places = history, step, rule, None
        self.scroll_home(animate=False)
        self._lay_out()

    def show_occurrences(self, places: Sequence[Occurrence]) -> None:
        """Show the lines of the corpus that were found; none is an answer too."""
        self._places = places
        self._lay_out()

    def on_resize(self) -> None:
        self._lay_out()

    def _lay_out(self) -> None:
        width = self.scrollable_content_region.width
        if not self._step or width <= 0:
            return
        self._lines = self._evidence(width)
        self.virtual_size = Size(0, len(self._lines))
        self.refresh()

    def _evidence(self, width: int) -> list[Line]:
        history, step = self._history, self._step
        if isinstance(history, History):
            return evidence_lines(history, history.merge(step), self._rule, self._places, width)
        return step_evidence_lines(history, step, self._rule, self._places, width)

    def render_line(self, y: int) -> Strip:
        line = self.scroll_offset.y + y
        shown = self._lines[line] if line < len(self._lines) else []
        return paint(shown, palette(self.app), self.scrollable_content_region.width)
