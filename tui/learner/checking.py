"""Checking an exercise: the function that it asks for against the engine, smallest inputs first."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

from bpe_play.tui.learner.checks import CHECKS
from bpe_play.tui.learner.exercises import Exercise
from bpe_play.tui.learner.faults import explain, shown
from bpe_play.tui.learner.report import Checked


def check(exercise: Exercise, names: Mapping[str, Any], path: str) -> Checked:
    """How many inputs come out right, up to the first one that does not."""
    inputs = list(CHECKS[exercise.key].inputs())
    function = names.get(exercise.function)
    if not callable(function):
        return Checked(0, len(inputs), exercise.function, "nothing: it is not defined", "a function")
    for number, arguments in enumerate(inputs):
        wrong = _wrong(exercise, function, arguments, path, Checked(number, len(inputs)))
        if wrong is not None:
            return wrong
    return Checked(len(inputs), len(inputs))


def _wrong(
    exercise: Exercise, function: Callable[..., Any], arguments: tuple[Any, ...], path: str, so_far: Checked
) -> Checked | None:
    """What is wrong with the outcome for an input, if anything is."""
    checks = CHECKS[exercise.key]
    due = checks.expected(*arguments)
    call = f"{exercise.function}({', '.join(map(shown, arguments))})"
    try:
        gave = function(*copy.deepcopy(arguments))
    except Exception as error:
        fault = explain(error, path)
        return Checked(so_far.passed, so_far.total, call, fault.title, shown(due), fault)
    if checks.same(gave, due):
        return None
    return Checked(so_far.passed, so_far.total, call, shown(gave), shown(due))
