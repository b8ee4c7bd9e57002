"""The exercises: each fails at the start with its smallest input, and its own solution passes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bpe_play.tui.learner.checks import CHECKS
from bpe_play.tui.learner.exercises import EXERCISES, ORDER, after

Run = Callable[..., Any]

# What the starting file gets wrong first: the smallest input that shows what is still missing.
SMALLEST = {
    "count": "pair_counts([1, 1])",
    "merge": "merge([1, 1], (1, 1), 256)",
    "train": "train('aa', 257)",
    "encode": "encode('acac', {(97, 99): 256, (256, 97): 257})",
    "decode": "decode([195, 177], {0: b'\\x00', …, 255: b'\\xff',"
    " 256: b'ab', 257: b'abc', 258: b'\\xc3\\xb1'})",
    "special": "encode_special('<|e|><|e|>', {(97, 98): 256}, {'<|e|>': 300})",
    "gpt4": "pre_tokenize('1234')",
    "wordpiece": "score(2, 2, 2)",
    "fallback": "encode_with_fallback('é', {'a': 0, 'b': 1, 'ñ': 2, '<0x00>': 3, …, '<0xFF>': 258})",
}
DUE = {
    "count": "{(1, 1): 1}",
    "merge": "[256]",
    "train": "{(97, 97): 256}",
    "encode": "[256, 256]",
    "decode": "'ñ'",
    "special": "[300, 300]",
    "gpt4": "['123', '4']",
    "wordpiece": "0.5",
    "fallback": "[198, 172]",
}


def test_every_exercise_is_whole() -> None:
    assert list(EXERCISES) == list(ORDER) == list(CHECKS) == list(SMALLEST)
    for exercise in EXERCISES.values():
        assert exercise.title
        assert 0 < len(exercise.about) < 90
        assert exercise.hints
        assert exercise.function in exercise.task
        assert f"def {exercise.function}(" in exercise.start
        assert f"def {exercise.function}(" in exercise.solution


@pytest.mark.parametrize("key", ORDER)
def test_the_start_fails_with_the_smallest_input_and_says_what_is_due(run_file: Run, key: str) -> None:
    exercise = EXERCISES[key]
    checked = run_file(exercise.start, exercise=key).checked
    assert not checked.good
    assert 0 < checked.passed < checked.total
    assert checked.call == SMALLEST[key]
    assert checked.due == DUE[key]
    assert checked.gave != checked.due


@pytest.mark.parametrize("key", ORDER)
def test_the_solution_passes_and_the_lab_learns_with_it(run_file: Run, key: str) -> None:
    exercise = EXERCISES[key]
    ended = run_file(exercise.solution, b"the cat sat on the mat", exercise=key, merges=8)
    assert ended.checked.good
    assert ended.fault is None
    assert (ended.report is not None) == exercise.learns
    if exercise.learns:
        assert ended.report.made_of == exercise.function
        assert (ended.report.difference is None) == (key != "wordpiece"), "that one differs by design"


def test_the_engine_does_not_do_the_exercise_itself(run_file: Run) -> None:
    checked = run_file("x = 1\n", exercise="count").checked
    assert (checked.passed, checked.call, checked.gave) == (0, "pair_counts", "nothing: it is not defined")


def test_but_it_supplies_the_parts_of_the_exercises_before(run_file: Run) -> None:
    assert run_file(EXERCISES["train"].solution, exercise="train").checked.good


def test_an_error_in_a_check_names_the_input_and_the_line(run_file: Run) -> None:
    checked = run_file("def pair_counts(ids):\n    return {(ids[0], ids[1]): 1}\n", exercise="count").checked
    assert checked.call == "pair_counts([])"
    assert checked.fault.title == "Line 2, in pair_counts: IndexError: list index out of range"


def test_an_answer_is_not_spoilt_by_changing_the_question(run_file: Run) -> None:
    source = EXERCISES["merge"].solution + "    ids.clear()\n"
    changed = source.replace("    return merged\n", "    ids.clear()\n    return merged\n").removesuffix(
        "    ids.clear()\n"
    )
    assert run_file(changed, exercise="merge").checked.good


def test_the_order_has_two_ends() -> None:
    assert after("count", -1).key == "count"
    assert after("fallback", 1).key == "fallback"
    assert [EXERCISES[key].number for key in ORDER] == list(range(1, 10))
