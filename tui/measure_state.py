"""The state of the measure screen, without a screen: what is measured, with what, and what was found.

    view + choices + lab -> Order -> MeasureJob (a process) -> result

A result stays until its order is another one, so going back and forth between views computes nothing again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from bpe_play.engine.errors import EngineError
from bpe_play.tui.lab import Lab, Phase
from bpe_play.tui.measure_job import MeasureJob
from bpe_play.tui.measure_orders import Learning, recipe_of, settings_of, working_options
from bpe_play.tui.measures.inputs import Order
from bpe_play.tui.measures.picks import Kind, Pick
from bpe_play.tui.measures.table import MEASURES, Measure
from bpe_play.tui.undo import UndoLists, undoable

_PARTS = {
    "picks": "tokenizer",
    "options": "figures",
    "text": "text",
    "part": "part",
}  # of the choices of a view


@dataclass
class Choices:
    """What is chosen for one view, and what was found for it last.

    text      a second text, by name or path; "" is none, or the corpus
    order     the order of the result
    given_up  the order of a work that was stopped or has failed; it is not begun again by itself
    """

    picks: list[Pick]
    options: Any
    text: str = ""
    part: str = ""
    order: Order | None = None
    result: Any = None
    given_up: Order | None = None
    failure: str = ""


class MeasureState:
    """All views with what is chosen for them. One work runs at a time: that of the view that is shown."""

    SCREEN: ClassVar[str] = "measure"
    NAMES: ClassVar[Mapping[str, str]] = {
        "view": "view",
        "learning": "how algorithms are trained",
        **{f"{part} of {view}": words for view in MEASURES for part, words in _PARTS.items()},
    }
    RUNS: ClassVar[frozenset[str]] = frozenset(
        {"view", *(name for name in NAMES if name.startswith("part of "))}
    )

    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        self.undo_lists: UndoLists | None = lab.undo_lists
        self.view = next(iter(MEASURES))
        self.learning = Learning()
        self.job: MeasureJob | None = None
        self._choices = {
            key: Choices(list(row.picks), row.options, part=row.parts[0]) for key, row in MEASURES.items()
        }
        self._choices["size"].text = "spanish"

    # -- what is chosen

    @property
    def measure(self) -> Measure:
        return MEASURES[self.view]

    @property
    def choices(self) -> Choices:
        """Those of the view that is shown."""
        return self._choices[self.view]

    @property
    def all_choices(self) -> dict[str, Choices]:
        """Those of every view, by its key."""
        return self._choices

    def chosen(self) -> dict[str, Any]:
        chosen: dict[str, Any] = {"view": self.view, "learning": self.learning}
        for view, choices in self._choices.items():
            values = (tuple(choices.picks), choices.options, choices.text, choices.part)
            chosen |= {f"{part} of {view}": value for part, value in zip(_PARTS, values, strict=True)}
        return chosen

    def put(self, choices: Mapping[str, Any]) -> None:
        """What was found for the views stays; where it is for other choices, it is measured again."""
        new = {**self.chosen(), **choices}
        self._go_to(new["view"])
        self.learning = new["learning"]
        for view, of_view in self._choices.items():
            of_view.picks = list(new[f"picks of {view}"])
            of_view.options, of_view.text, of_view.part = (
                new[f"{part} of {view}"] for part in _PARTS if part != "picks"
            )
        self.choices.given_up = None

    @undoable
    def show(self, view: str) -> None:
        """Show another view; the work for the last one ends."""
        self._go_to(view)

    def _go_to(self, view: str) -> None:
        if view != self.view:
            self._end_job()
            self.view = view

    @undoable
    def pick(self, place: int, pick: Pick) -> None:
        """Another tokenizer in the first or the second place."""
        self.choices.picks[place] = pick
        self.again()

    @undoable
    def choose(self, /, **changes: Any) -> None:
        """Other options of the view."""
        self.choices.options = replace(self.choices.options, **changes)
        self.again()

    @undoable
    def take_text(self, name: str) -> None:
        self.choices.text = name
        self.again()

    @undoable
    def learn(self, learning: Learning) -> None:
        """Train algorithms otherwise, in all views."""
        self.learning = learning
        self.again()

    @undoable
    def next_part(self, by: int) -> None:
        parts = self.measure.parts
        self.choices.part = parts[(parts.index(self.choices.part) + by) % len(parts)]

    @property
    def needs_corpus(self) -> bool:
        trains = any(pick.kind is Kind.ALGORITHM for pick in self.choices.picks)
        return trains or "corpus" in self.measure.takes

    @property
    def trains(self) -> bool:
        """Whether an algorithm is trained here, so that it matters how."""
        return any(pick.kind is Kind.ALGORITHM for pick in self.choices.picks)

    # -- the order

    @property
    def waiting(self) -> str:
        """What the lab must have first, in words; empty where nothing is missing."""
        lab = self.lab
        uses_own = lab.own and any(pick.kind is Kind.LAB for pick in self.choices.picks)
        if not (self.needs_corpus or uses_own):
            return ""
        if lab.source is None:
            return lab.training.ending if lab.training.phase is Phase.FAILED else "The lab reads its corpus …"
        return "The lab is still learning …" if uses_own and lab.training.busy else ""

    def order(self) -> Order:
        """What the view shows, if it is up to date; EngineError where a setting cannot be."""
        choices = self.choices
        source = self.lab.source if self.needs_corpus else None
        return Order(
            self.view,
            tuple(recipe_of(self.lab, pick) for pick in choices.picks),
            source.name if source else "",
            settings_of(self.lab, self.learning),
            choices.text,
            working_options(self.lab, self.measure, choices.options),
            source.words if source else None,
        )

    # -- working

    @property
    def is_older(self) -> bool:
        """Whether what was found is of another order than the one that is wanted now."""
        return self.choices.result is not None and not self.waiting and self.choices.order != self.order()

    def refresh(self) -> None:
        """Begin the work of the view, unless its result is here, it was given up, or something is missing."""
        if self.waiting:
            self._end_job()
            return
        try:
            order = self.order()
        except EngineError as error:
            self.choices.failure = str(error)
            return
        if self.job is not None and self.job.order == order:
            return
        self._end_job()
        if order not in (self.choices.order, self.choices.given_up):
            self.choices.failure = ""
            self.job = MeasureJob(order, self._data(order))

    def _data(self, order: Order) -> bytes:
        source = self.lab.source
        return source.data if source is not None and order.corpus and order.words is None else b""

    def again(self) -> None:
        """What was given up may be tried again."""
        self.choices.given_up = None
        self.refresh()

    def drain(self) -> bool:
        """Take what the work has said; whether there is something new."""
        job = self.job
        if job is None or not job.drain():
            return False
        if not job.running:
            self._take(job)
            self.job = None
        return True

    def _take(self, job: MeasureJob) -> None:
        choices = self.choices
        choices.failure = job.failure
        if job.failure:
            choices.given_up = job.order
        else:
            choices.order, choices.result = job.order, job.result

    def stop(self) -> bool:
        """End the work; what was found before stays. Whether there was any."""
        if self.job is None:
            return False
        self.choices.given_up = self.job.order
        self._end_job()
        return True

    def _end_job(self) -> None:
        if self.job is not None:
            self.job.stop()
            self.job = None
