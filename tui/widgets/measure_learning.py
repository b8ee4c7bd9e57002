"""An algorithm from the inside: its steps, a text in its tokens, a word on its way, the ways to cut it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from bpe_play.engine.algorithms.steps import Step
from bpe_play.engine.counted import counted
from bpe_play.tui.measures.learning import STEPS, TEXT, WAYS, WORD, LearningOptions, LearningResult
from bpe_play.tui.visible import label
from bpe_play.tui.widgets.bars import bar
from bpe_play.tui.widgets.measure_sheet import (
    NO,
    YES,
    Cell,
    Column,
    Sheet,
    number,
    token_cells,
    words,
)
from bpe_play.tui.widgets.measure_steps import (
    figure_in_words,
    figures_in_words,
    next_line,
    pair_line,
    settled_line,
    step_line,
)
from bpe_play.tui.widgets.pieces import Line, Piece


class LearningSheet(Sheet):
    """One part at a time."""

    head_lines = 4
    result: LearningResult
    options: LearningOptions

    @property
    def figures(self) -> str:
        return counted(len(self.result.steps), "step") if self.result.steps else "no training here"

    @property
    def nothing(self) -> str:
        return "Only Unigram knows several ways to cut a word." if self.part == WAYS else super().nothing

    def head(self, width: int) -> list[Line]:
        sign = Piece(YES, "good") if self.result.round_trips else Piece(NO, "bad")
        first, *rest = words(self.result.loss, width - 2, most=2)
        light: list[Line] = [[Piece(" "), sign, *first], *([Piece("  "), *line] for line in rest)]
        notes = " ".join(self.result.notes) or self.result.ending
        return [*light, *words(notes, width, "dim", most=4 - len(light))]

    def columns(self) -> Sequence[Column]:
        if self.part == STEPS:
            names = self._figure_names
            together = Column("figures", 16, right=False)
            figures = [Column(name, max(len(name), 7)) for name in names] or [together]
            last = Column("entries", 7, wide=64 if names else 0), Column("tokens", 7)
            return (Column("step", 5), Column("", 0, right=False), *figures, *last)
        if self.part == TEXT:
            return (
                Column("id", 6),
                Column("token", 0, right=False),
                Column("stands for", 0, right=False),
                Column("bytes", 7),
            )
        if self.part == WORD:
            return Column("", 0, right=False), Column("move", 25, right=False)
        return (
            Column("", 7, right=False),
            Column("", 0, right=False),
            Column("chance", 7),
            Column("", 12, right=False),
        )

    @property
    def count(self) -> int:
        found = self.result
        return len({STEPS: found.steps, TEXT: found.tokens, WORD: found.moves, WAYS: found.ways}[self.part])

    def cells(self, row: int) -> Sequence[Cell]:
        return {STEPS: self._step, TEXT: self._token, WORD: self._move, WAYS: self._way}[self.part](row)

    def _step(self, row: int) -> Sequence[Cell]:
        step = self.result.steps[row]
        return (
            number(step.step),
            lambda room: step_line(step, room),
            *self._figures(step),
            number(step.vocabulary),
            number(step.tokens_after),
        )

    @cached_property
    def _figure_names(self) -> tuple[str, ...]:
        """The names of the first two figures, if all steps have the same."""
        names = {tuple(figure.name for figure in step.figures[:2]) for step in self.result.steps}
        return names.pop() if len(names) == 1 else ()

    def _figures(self, step: Step) -> Sequence[Cell]:
        """In columns of their own where all steps have the same, else in words."""
        if self._figure_names:
            return [Piece(figure_in_words(figure.value)) for figure in step.figures[:2]]
        return [Piece(figures_in_words(step.figures[:2]), "dim")]

    def _token(self, row: int) -> Sequence[Cell]:
        token = self.result.tokens[row]
        ink = "bad" if token.unknown else token.id
        return (
            Piece(str(token.id), "dim"),
            lambda room: [Piece(label(token.written, room), ink)],
            lambda room: Piece(label(token.covers, room)),
            Piece(f"{token.start}–{token.end}", "dim"),
        )

    def _move(self, row: int) -> Sequence[Cell]:
        move = self.result.moves[row]
        return lambda room: settled_line(move.pieces, move.settled, room), Piece(move.title, "dim")

    def _way(self, row: int) -> Sequence[Cell]:
        way = self.result.ways[row]
        chance = way.probability
        return (
            Piece(f"best {way.rank}" if way.rank is not None else f"seed {way.seed}", "dim"),
            lambda room: token_cells(way.pieces, room),
            Piece("rarer" if chance is None else f"{100 * chance:.2f}%"),
            lambda room: Piece(bar(chance or 0.0, room), "dim"),
        )

    def about(self, row: int, width: int) -> list[Line]:
        if self.part == STEPS:
            return self._about_step(self.result.steps[row], width)
        if self.part == WORD:
            move = self.result.moves[row]
            return words(f"{move.title}. {figures_in_words(move.figures)}", width)
        if self.part == WAYS:
            drawn = f"then some drawn by chance at temperature {self.options.temperature:g}"
            return words(f"The best ways by probability, {drawn}.", width, "dim")
        token = self.result.tokens[row]
        said = "Unknown: its text is lost." if token.unknown else "Known: it comes back as it is."
        return words(said, width, "dim")

    def _about_step(self, step: Step, width: int) -> list[Line]:
        lines = words(figures_in_words(step.figures), width, most=2)
        frequent = step.most_frequent
        if frequent is not None:
            lines.append([Piece(" BPE would take ", "dim"), *pair_line(frequent)])
        if step.choices:
            lines.append(
                [Piece(" next ", "dim"), *(piece for choice in step.choices for piece in next_line(choice))]
            )
        elif step.merge is None and len(step.pieces) > 1:
            lines.append(
                [
                    Piece(" gone " if step.title != "seed" else " such as ", "dim"),
                    *token_cells(step.pieces, width - 10),
                ]
            )
        return lines[: self.about_lines]
