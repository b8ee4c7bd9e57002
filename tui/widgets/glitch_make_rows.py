"""The result of making glitch tokens as lines: the settings, the table, what the toy expects."""

from __future__ import annotations

from collections.abc import Sequence

from bpe_play.engine.counted import counted
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.tui.glitch_make import MakeState, Part, TokenFacts
from bpe_play.tui.visible import label, plain
from bpe_play.tui.widgets.bars import bar
from bpe_play.tui.widgets.figures import grouped
from bpe_play.tui.widgets.pieces import Line, Piece, beside, crop, left, right, width_of

STAND_IN = "A toy stands in for a large model."
_UNFINISHED = "The toy model was not trained to its end.   space: start again"
_ROLES_FROM = 90
_ID, _NUMBER, _MOVED = 8, 7, 8  # cells of the columns
_ID_FROM, _BAR_FROM, _PREDICTION_BAR_FROM = 46, 60, 28
_FEWEST = 3  # predictions that shall be seen


def settings_line(state: MakeState, width: int) -> Line:
    """What is chosen."""
    chosen = state.settings
    parts = [("A", plain(chosen.a), "trains the tokenizer"), ("B", plain(chosen.b), "trains the model")]
    line: Line = []
    for name, value, role in parts:
        line += [Piece(f" {name} ", "accent"), Piece(value)]
        line.append(Piece(f" {role}  " if width >= _ROLES_FROM else "  ", "dim"))
    rest = f" {chosen.vocab_size:,} tokens   split {plain(chosen.split)[:16]}   seed {chosen.seed}"
    return [*line, Piece(rest, "dim")]


def status_line(state: MakeState) -> Line:
    """What is being done, what went wrong, or how many tokens there are of each part."""
    if state.job is not None:
        return [Piece(f" {state.job.progress} …", "accent"), Piece("   esc stops", "dim")]
    if state.failure:
        return [Piece(f" {plain(state.failure)}", "bad")]
    if state.report is None:
        return [Piece(" space: make glitch tokens   o: other texts", "dim")]
    line: Line = [Piece(" ")]
    for part in Part:
        ink = "accent" if part is state.part else "text"
        line += [Piece(f"{len(state.ids(part)):,} {part.value}", ink), Piece("   ")]
    return [*line, Piece("f: next", "dim")]


def outcome_line(state: MakeState) -> Line:
    """What was measured, and on what."""
    if state.toy is None or state.report is None:
        done = state.report is not None and state.job is None
        return [Piece(f" {_UNFINISHED if done else STAND_IN}", "dim")]
    still = max((state.toy.rows[row.id].moved for row in state.report.glitch), default=0.0)
    words = f" Glitch rows moved {still:g}, the median used row {state.median_moved:.2f}."
    return [Piece(words), Piece(f"  {STAND_IN}", "dim")]


def table_header(width: int) -> Line:
    figures = right("in A", _NUMBER) + right("in B", _NUMBER) + right("moved", _MOVED)
    number = right("id", _ID - 2) + "  " if width >= _ID_FROM else " "
    return [Piece(f"{number}{left('token', _room(width))}{figures}", "dim")]


def table_row(facts: TokenFacts, farthest: float, width: int) -> Line:
    """A token, how often it stands in both texts, and how far its row has moved."""
    room = _room(width)
    text = label(facts.token, room - 1)
    moved = "" if facts.moved is None else f"{facts.moved:.4f}" if facts.moved else "0"
    number = right(str(facts.id), _ID - 2) + "  " if width >= _ID_FROM else " "
    line: Line = [Piece(number, "dim"), Piece(text, facts.id)]
    line.append(Piece(" " * (room - width_of([Piece(text)]))))
    line += [Piece(right(grouped(uses), _NUMBER)) for uses in (facts.uses_a, facts.uses_b)]
    line.append(Piece(right(moved, _MOVED), "text" if facts.moved else "bad" if moved else "dim"))
    if width >= _BAR_FROM and facts.moved is not None:
        line.append(Piece(" " + bar(facts.moved / farthest, _bar(width)), "dim"))
    return line


def _bar(width: int) -> int:
    return width // 6 if width >= _BAR_FROM else 0


def _room(width: int) -> int:
    """Cells for a token."""
    number = _ID if width >= _ID_FROM else 1
    return max(width - number - 2 * _NUMBER - _MOVED - _bar(width) - 1, 6)


def prediction_lines(state: MakeState, token_id: int, width: int, height: int) -> list[Line]:
    """What the toy expects after a glitch token and after a normal one, side by side."""
    pair = state.to_compare(token_id)
    if pair is None or state.toy is None or state.tokenizer is None:
        return [[Piece(f" {_waiting(state)}", "dim")]]
    half = (width - 2) // 2
    columns = [
        _predictions(state.tokenizer, state.facts(asked), state.toy.predictions.get(asked, []), half, height)
        for asked in pair
    ]
    return beside(columns[0], columns[1], half)


def _waiting(state: MakeState) -> str:
    """Why the toy says nothing."""
    if state.job is not None:
        return "The toy model is being trained …"
    return "space: train the toy model" if state.toy is None else "There is no glitch token to compare."


def _predictions(
    tokenizer: Tokenizer, asked: TokenFacts, best: Sequence[tuple[int, float]], width: int, height: int
) -> list[Line]:
    read = f"read {counted(asked.uses_b, 'time')}" if asked.uses_b else "never read"
    head: list[Line] = [
        [Piece("after ", "dim"), Piece(label(asked.token, max(width - 8, 4)), asked.id)],
        crop([Piece(read, "dim")], width),
    ]
    return [
        *(head if height > 2 + _FEWEST else head[:1]),
        *(_prediction(tokenizer, token_id, chance, width) for token_id, chance in best),
    ]


def _prediction(tokenizer: Tokenizer, token_id: int, chance: float, width: int) -> Line:
    """A token that may come next, and how likely it is."""
    cells = min(width - 24, 12) if width >= _PREDICTION_BAR_FROM else 0
    room = max(width - cells - 12, 4)
    text = label(tokenizer.token(token_id), room)
    line: Line = [Piece(" "), Piece(text, token_id), Piece(" " * (room - width_of([Piece(text)])))]
    return [*line, Piece(right(f"{100 * chance:.1f} %", 8)), Piece(" " + bar(chance, cells), "dim")]
