"""What speaks for a step of any algorithm, as lines: what it did, its figures, and what else could be done."""

from __future__ import annotations

from bpe_play.engine.algorithms.step_history import StepHistory
from bpe_play.engine.algorithms.steps import Choice, Step
from bpe_play.engine.merges import TieRule
from bpe_play.tui.visible import label
from bpe_play.tui.widgets.evidence_lines import in_words, named, tie_remark
from bpe_play.tui.widgets.figures import grouped
from bpe_play.tui.widgets.merge_tree import tree_lines
from bpe_play.tui.widgets.pieces import Line, Piece, crop, left, right, width_of

_WIDEST = 24
_FIGURE = 10


def made_lines(history: StepHistory, number: int, width: int) -> list[Line]:
    """The token that a step made, with its parts where it has some; or the pieces that it names."""
    step, made = history.step(number), history.token_id(number)
    if made is None:
        return _named_pieces(step, width)
    if history.vocabulary.parents(made) is not None and made in history.vocabulary.tokens:
        return tree_lines(history.vocabulary, made, width)
    return [[Piece("token", "dim")], [Piece(label(step.pieces[-1], width), made)], *_sides(step)]


def _sides(step: Step) -> list[Line]:
    """What a merge was made of."""
    if len(step.pieces) < 3:
        return []
    first, second = (Piece(label(piece, _WIDEST)) for piece in step.pieces[:2])
    return [[Piece("├ ", "dim"), first], [Piece("└ ", "dim"), second]]


def _named_pieces(step: Step, width: int) -> list[Line]:
    title = "such as" if step.title == "seed" else "some of the pieces that went"
    if not step.pieces:
        return [[Piece("no piece went", "dim")]]
    return [[Piece(title, "dim")], *([Piece(label(piece, width))] for piece in step.pieces)]


def figure_lines(history: StepHistory, number: int, rule: TieRule | None, width: int) -> list[Line]:
    """All figures of a step, and what the corpus became."""
    step = history.step(number)
    rows = [("step", f"{grouped(number)} of {grouped(len(history))}: {step.title}")]
    rows += ((figure.name, _figure(figure.value)) for figure in step.figures)
    rows.append(("entries", grouped(step.vocabulary)))
    if history.counted:
        rows.append(("tokens", f"{grouped(history.tokens_after(number - 1))} → {grouped(step.tokens_after)}"))
    if history.counted and history.size:
        rates = [history.bytes_per_token(at) for at in (number - 1, number)]
        rows.append(("bytes/token", f"{rates[0]:.4f} → {rates[1]:.4f}"))
    names = max(len(name) for name, _ in rows) + 2
    lines = [named(name, value, width, names) for name, value in rows]
    return [*lines, *in_words([*_formula(step), *_tie(step, rule)], width)]


def _formula(step: Step) -> list[str]:
    """How WordPiece's score comes about."""
    values = dict(step.figures)
    if not values.keys() >= {"score", "count", "count of left", "count of right"}:
        return []
    parts = [_figure(values[name]) for name in ("count", "count of left", "count of right", "score")]
    return [
        f"score = count / (count of left × count of right): {parts[0]} / ({parts[1]} × {parts[2]}) = {parts[3]}"
    ]


def _tie(step: Step, rule: TieRule | None) -> list[str]:
    tied = int(dict(step.figures).get("tied", 1))
    what = "score" if "score" in dict(step.figures) else "count"
    return [tie_remark(tied, what, rule)] if tied > 1 else []


def rival_lines(history: StepHistory, number: int, width: int) -> list[Line]:
    """The winner, the runners-up at that moment, and what BPE would have taken."""
    choices, step = history.choices(number - 1), history.step(number)
    if not choices:
        return []
    has_score = "score" in dict(step.figures)
    heading = [("pair", False), *([("score", True)] if has_score else []), ("count", True)]
    pair = width - sum(1 + _FIGURE for _, is_figure in heading if is_figure)
    title = [Piece(left("  pair", pair), "dim")]
    title += [Piece(" " + right(name, _FIGURE), "dim") for name, is_figure in heading if is_figure]
    rows = [
        _rival(choice, has_score, pair, "hit" if index == 0 else "text")
        for index, choice in enumerate(choices)
    ]
    frequent = step.most_frequent
    more = []
    if frequent is not None and (frequent.left, frequent.right) != step.pieces[:2]:
        more = [[Piece("BPE would take", "dim")], _rival(frequent, has_score, pair, "text")]
    return [crop(line, width) for line in [title, *rows, *more]]


def _rival(choice: Choice, has_score: bool, room: int, ink: str) -> Line:
    first, second = label(choice.left, _WIDEST), label(choice.right, _WIDEST)
    line = crop([Piece("  "), Piece(first, ink), Piece(" + ", "dim"), Piece(second, ink)], room)
    line.append(Piece(" " * (room - width_of(line))))
    figures = [choice.score] if has_score else []
    return [*line, *(Piece(" " + right(_figure(value), _FIGURE)) for value in (*figures, choice.count))]


def _figure(value: float) -> str:
    return f"{int(value):,}" if value == int(value) else f"{value:.4g}"
