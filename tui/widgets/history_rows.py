"""A history as rows of a list: the face that merges of BPE and the steps of other algorithms have in common.

The list (merge_list.py) and the candidates above it draw what these say, and know neither of the two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from bpe_play.engine.history import History
from bpe_play.engine.merges import TieRule
from bpe_play.tui.widgets.merge_rows import MergeRows
from bpe_play.tui.widgets.pieces import Line

if TYPE_CHECKING:
    from bpe_play.engine.algorithms.step_history import StepHistory

AnyHistory: TypeAlias = "History | StepHistory"


class HistoryRows(Protocol):
    """What a list of steps asks.

    A shape says which columns there are and how wide they are; rows drawn in equal shapes stand below each
    other.
    """

    def shape(self, width: int, target: int) -> Any:
        """The columns that fit, if there will be `target` steps."""

    def header(self, shape: Any) -> Line: ...

    def row(self, shape: Any, step: int, mark: str, query: bytes) -> Line:
        """A step, marked where its token holds the query."""

    def matching(self, query: bytes, after: int) -> list[int]:
        """The steps beyond `after` whose token holds the query, in order; none for an empty one."""

    def next_lines(self, step: int, rule: TieRule | None, target: int, width: int, height: int) -> list[Line]:
        """What stood to be done after a step that is not the last, in as many lines as there are."""


def rows_of(history: AnyHistory) -> HistoryRows:
    """The rows of a history of either kind."""
    if isinstance(history, History):
        return MergeRows(history)
    from bpe_play.tui.widgets.step_rows import StepRows  # late: BPE does without

    return StepRows(history)
