"""The history of any algorithm but BPE over bytes as rows of a list."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len

from bpe_play.engine.algorithms.step_history import StepHistory
from bpe_play.engine.algorithms.steps import Choice, Step
from bpe_play.engine.merges import TieRule
from bpe_play.tui.visible import label
from bpe_play.tui.widgets import step_row
from bpe_play.tui.widgets.candidate_lines import tie_note
from bpe_play.tui.widgets.figures import grouped
from bpe_play.tui.widgets.merge_rows import SCROLLBAR
from bpe_play.tui.widgets.pair_line import joined, labels
from bpe_play.tui.widgets.pieces import Line, Piece, crop, width_of
from bpe_play.tui.widgets.step_row import StepColumns

_NEXT = " next  "
_LABEL = 12
_SIGNS = 6


@dataclass(frozen=True)
class StepRows:
    """Row 0 is what there is before the first step."""

    history: StepHistory

    def shape(self, width: int, target: int) -> StepColumns:
        history = self.history
        names = history.algorithm.columns
        figures = [step_row.room_for(name, history.most(name)) for name in names]
        steps = max(len(history), target)
        largest = history.most(names[0]) if step_row.is_whole(names[0]) else 0
        return step_row.columns(width, steps, figures, history.start_tokens, largest)

    def header(self, shape: StepColumns) -> Line:
        title = self.history.step(1).title if len(self.history) else ""
        if title == "merge":
            return step_row.header(
                shape, joined(("left", "right", "token"), ("dim", "dim", "dim"), shape.what)
            )
        return step_row.header(shape, [Piece("token" if title == "new entry" else "round", "dim")])

    def row(self, shape: StepColumns, step: int, mark: str, query: bytes) -> Line:
        history = self.history
        if step == 0:
            words = "before the first step" if shape.what >= len("before the first step") else "the start"
            start = [Piece(words, "dim")]
            return step_row.row(shape, mark, "0", start, {}, history.start_tokens)
        this = history.step(step)
        what = step_row.step_what(this, self._ink(step, this, query), shape.what)
        return step_row.row(shape, mark, grouped(step), what, self._values(step), this.tokens_after)

    def _ink(self, step: int, this: Step, query: bytes) -> str | int:
        made = self.history.token_id(step)
        return "hit" if query and _holds(this, query) else "text" if made is None else made

    def _values(self, step: int) -> dict[str, float | None]:
        return dict(zip(self.history.algorithm.columns, self.history.figures(step), strict=True))

    def matching(self, query: bytes, after: int) -> list[int]:
        history = self.history
        steps = range(after + 1, len(history) + 1)
        return [step for step in steps if _holds(history.step(step), query)] if query else []

    # -- what comes next

    def next_lines(self, step: int, rule: TieRule | None, target: int, width: int, height: int) -> list[Line]:
        history = self.history
        choices, following = history.choices(step), history.step(step + 1)
        if not choices and height == 1:
            return [self._next_step(following, step + 1, width)]
        if not choices:
            return self._next_rows(step + 1, self.shape(width - SCROLLBAR, target), height)
        if height == 1:
            return [self._one_line(choices, following, rule, width)]
        shape = self.shape(width - SCROLLBAR, target)
        notes = self._notes(following, rule, shape)[: max(height - 2, 0)]
        rows = [
            self._choice_row(shape, choice, index == 0, following) for index, choice in enumerate(choices)
        ]
        return [*rows[: height - len(notes)], *notes]

    def _next_step(self, following: Step, step: int, width: int) -> Line:
        """The step that comes, where nothing is chosen from."""
        figures = zip(self.history.algorithm.columns, self.history.figures(step), strict=True)
        said = [f"{step_row.heading(name)} {_number(value)}" for name, value in figures if value is not None]
        least = len(_NEXT) + len(following.title) + _LABEL
        while len(said) > 1 and least + len("   " + "  ".join(said)) > width:
            said.pop()
        words = "   " + "  ".join(said)
        what = step_row.step_what(following, "hit", max(width - len(_NEXT) - len(words), 0))
        return crop([Piece(_NEXT, "dim"), *what, Piece(words, "dim")], width)

    def _next_rows(self, first: int, shape: StepColumns, height: int) -> list[Line]:
        """The steps that come, where nothing is chosen from: the next one, and those after it."""
        last = min(first + height - 1, len(self.history))
        rows = []
        for step in range(first, last + 1):
            following, is_next = self.history.step(step), step == first
            what = step_row.step_what(following, "hit" if is_next else "text", shape.what)
            rows.append(step_row.row(shape, " ", "next" if is_next else "", what, self._values(step), None))
        return rows

    def _one_line(self, choices: list[Choice], following: Step, rule: TieRule | None, width: int) -> Line:
        """As many candidates as fit, the next merge first."""
        line = [Piece(_NEXT, "dim"), *self._entry(choices[0], True)]
        note = _tie_words(_tied(following), rule, min(width - width_of(line) - 3, width - 40))
        for choice in choices[1:]:
            entry = [Piece("   "), *self._entry(choice, False)]
            if width_of([*line, *entry]) > width - (len(note) + 3 if note else 0):
                break
            line += entry
        return crop([*line, Piece(f"   {note}" if note else "", "dim")], width)

    def _entry(self, choice: Choice, is_next: bool) -> Line:
        left, right = label(choice.left, _LABEL), label(choice.right, _LABEL)
        ink = "hit" if is_next else "text"
        has_score = "score" in self.history.algorithm.columns
        said = f"{choice.score:.3g} ×{choice.count:,}" if has_score else f"{choice.count:,}"
        return [Piece(left, ink), Piece(" + ", "dim"), Piece(right, ink), Piece(f"  {said}", "dim")]

    def _choice_row(self, shape: StepColumns, choice: Choice, is_next: bool, following: Step) -> Line:
        made = following.pieces[2] if is_next else b""
        ink = "hit" if is_next else "text"
        if is_next:
            texts = labels((choice.left, choice.right, made), shape.what - _SIGNS)
            what = joined(texts, (ink, ink, ink), shape.what)
        else:
            left, right = labels((choice.left, choice.right), shape.what - _SIGNS // 2)
            what = [Piece(left), Piece(" + ", "dim"), Piece(right)]
        values = {"score": choice.score, "count": choice.count, "tied": _tied(following) if is_next else None}
        return step_row.row(shape, " ", "next" if is_next else "", what, values, None)

    def _notes(self, following: Step, rule: TieRule | None, shape: StepColumns) -> list[Line]:
        """What BPE would take, and how a tie is decided."""
        before = Piece(" " * (shape.step + 3))
        notes: list[Line] = []
        frequent = following.most_frequent
        if frequent is not None and (frequent.left, frequent.right) != following.pieces[:2]:
            notes.append(
                crop([before, Piece(_frequent(frequent, shape.width - shape.step - 3), "dim")], shape.width)
            )
        if tie := tie_note(_tied(following), rule, shape.width - 10):
            notes.append(crop([before, Piece(tie, "dim")], shape.width))
        return notes


def _holds(step: Step, query: bytes) -> bool:
    """Whether a step's token holds the query; of a step that makes none, any of the pieces it names."""
    pieces = step.pieces[-1:] if step.title == "merge" else step.pieces
    return any(query in piece for piece in pieces)


def _frequent(choice: Choice, room: int) -> str:
    """What BPE would take, in words as long as there is room."""
    pair = f"{label(choice.left, _LABEL)} + {label(choice.right, _LABEL)}"
    long = f"BPE would take {pair}: count {choice.count:,}, score {choice.score:.3g}"
    return long if cell_len(long) <= room else f"BPE: {pair}  {choice.score:.3g} ×{choice.count:,}"


def _tie_words(tied: int, rule: TieRule | None, room: int) -> str:
    """A tie in the room there is; the sign and the number alone where it is narrow."""
    note = tie_note(tied, rule, room)
    return note if len(note) <= room else f"={grouped(tied)}"


def _tied(step: Step) -> int:
    return int(next((figure.value for figure in step.figures if figure.name == "tied"), 1))


def _number(value: float) -> str:
    return f"{int(value):,}" if value == int(value) else f"{value:.3g}"
