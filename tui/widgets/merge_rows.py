"""A history of merges as rows of a list."""

from __future__ import annotations

from typing import NamedTuple

from bpe_play.engine.history import History
from bpe_play.engine.merges import TieRule
from bpe_play.tui.widgets.candidate_lines import candidate_rows, candidates_line
from bpe_play.tui.widgets.figures import grouped
from bpe_play.tui.widgets.merge_row import Columns, bytes_row, columns, header_row, pair_row
from bpe_play.tui.widgets.merge_search import matching_steps
from bpe_play.tui.widgets.pieces import Line

SCROLLBAR = 1  # what the list leaves free at the right, and the lines above it with it


class MergeRows(NamedTuple):
    """Row 0 is the single bytes; a full bar is the count of the first merge."""

    history: History

    def shape(self, width: int, target: int) -> Columns:
        history = self.history
        largest = history.count(1) if len(history) else 0
        return columns(width, max(len(history), target), largest, history.start_tokens)

    def header(self, shape: Columns) -> Line:
        return header_row(shape)

    def row(self, shape: Columns, step: int, mark: str, query: bytes) -> Line:
        history, vocabulary = self.history, self.history.vocabulary
        if step == 0:
            return bytes_row(shape, history.start_tokens, mark)
        made = vocabulary.ids[step - 1]
        return pair_row(
            shape,
            vocabulary,
            vocabulary.pairs[step - 1],
            history.count(step),
            step=grouped(step),
            tied=history.tied(step),
            tokens_after=history.tokens_after(step) if history.counted else None,
            made="hit" if query and query in vocabulary.tokens[made] else made,
            mark=mark,
        )

    def matching(self, query: bytes, after: int) -> list[int]:
        return matching_steps(self.history.vocabulary, query, after)

    def next_lines(self, step: int, rule: TieRule | None, target: int, width: int, height: int) -> list[Line]:
        history, vocabulary = self.history, self.history.vocabulary
        candidates, tied = history.candidates(step), history.tied(step + 1)
        if height == 1:
            return [candidates_line(vocabulary, candidates, tied, rule, width)]
        shape = self.shape(width - SCROLLBAR, target)
        return candidate_rows(vocabulary, candidates, tied, rule, shape, height)
