"""The words and figures of the compare screen: names, the figures on its borders, the rows of its table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath

from bpe_play.engine.characters import character_pieces
from bpe_play.engine.compare import Comparison
from bpe_play.engine.counted import counted
from bpe_play.engine.swallowed import swallowed, swallowed_in_words
from bpe_play.engine.tokenizer import Tokenization, TokenSpan
from bpe_play.tui.compare_state import CompareState, Kind, Row
from bpe_play.tui.percent import against
from bpe_play.tui.visible import label
from bpe_play.tui.widgets.compare_layout import EMPTY
from bpe_play.tui.widgets.compare_table import TableRow

_WIDEST_TOKEN = 40


def short_name(state: CompareState, row: Row) -> str:
    """What stands before a row of tokens: `gpt2`, or `gpt2 1,000` as of a step."""
    return row.which.title if row.step is None else f"{row.which.title} {state.step(row):,}"


def long_name(state: CompareState, row: Row) -> str:
    """The same for the table, where the lab's says what it is and always its step."""
    if row.which.kind is Kind.LAB:
        algorithm = state.lab.state.algorithm
        own = "" if algorithm == "bpe" else algorithm
        other = PurePath(state.lab.state.tokenizer).name or own
        return f"lab{': ' if other else ''}{other}, step {state.step(row):,}"
    if row.which.kind is Kind.ALGORITHM and row.step is None:
        return f"{row.which.title}, {len(state.tokenizer(row).vocabulary):,} entries"
    return row.which.title if row.step is None else f"{row.which.title}, step {state.step(row):,}"


def text_name(state: CompareState) -> str:
    """What the text is called."""
    return {"lab": "Text of the lab", "own": "Text typed here"}.get(state.text_key, state.text_title)


def figures(state: CompareState, comparison: Comparison, offset: int) -> str:
    """How many differences, which of them the cursor is in, and how long the text is."""
    size, whole = len(comparison.data), len(state.text)
    length = counted(size, "byte") if size >= whole else f"the first {size:,} of {counted(whole, 'byte')}"
    differences = _differences(comparison, offset) if len(comparison.rows) > 1 and size else ""
    return "   ".join(filter(None, [differences, length]))


def _differences(comparison: Comparison, offset: int) -> str:
    count, number = len(comparison.differences), comparison.difference_number(offset)
    if not count:
        return "all cut alike"
    if number is not None:
        return f"difference {number + 1:,} of {count:,}"
    return f"{count:,} difference{'s' if count > 1 else ''}"


def table_rows(state: CompareState, offset: int) -> list[TableRow]:
    """The rows that are compared, with what each has at a byte, and those that are on their way."""
    comparison = state.comparison
    rows: list[TableRow] = []
    if comparison is not None:
        most = max((cost.tokens for cost in comparison.costs), default=0)
        for number, row in enumerate(state.shown):
            cost, tokenization = comparison.costs[number], comparison.rows[number]
            figure = "first" if number == 0 else against(cost.against_first)
            share = cost.tokens / most if most else 0.0
            start = TableRow(
                long_name(state, row),
                cost.tokens,
                cost.bytes_per_token,
                figure,
                share,
                lost=swallowed(tokenization),
                remark=" · ".join(state.notes(row)),
            )
            rows.append(_with_token(start, tokenization, offset))
    return rows + [TableRow(pending.which.title, loading=pending.done) for pending in state.pending]


def notes_of(state: CompareState) -> dict[str, tuple[str, ...]]:
    """The notes of each tokenizer that has some, by its name in the table."""
    rows = ((long_name(state, row), (*_lost(state, row), *state.notes(row))) for row in state.rows)
    return {name: notes for name, notes in rows if notes}


def _lost(state: CompareState, row: Row) -> list[str]:
    """That a row loses some of the text, whatever its figures say."""
    if state.comparison is None or row not in state.shown:
        return []
    lost = swallowed_in_words(state.comparison.rows[state.shown.index(row)])
    return [f"{lost}: they do not come back, so its cost cannot be compared."] if lost else []


def _with_token(row: TableRow, tokenization: Tokenization, offset: int) -> TableRow:
    """The row with the token that holds a byte."""
    index = tokenization.span_at(offset)
    if index is None:
        return row
    span = tokenization.spans[index]
    before = tokenization.spans[index - 1] if index else None
    token = label(span.token, _WIDEST_TOKEN)
    note = _note(tokenization.data, span, before)
    return replace(row, id=span.id, token=token, note=note)


def _note(data: bytes, span: TokenSpan, before: TokenSpan | None) -> str:
    """What is not seen in the token itself: pieces of characters, a token without text before it."""
    notes = [str(piece) for piece in character_pieces(data, span.start, span.end)]
    if span.unknown:
        notes.insert(0, "unknown")
    if before is not None and before.start == before.end == span.start:
        notes.append(f"after {EMPTY} {before.id}")
    return ", ".join(notes)
