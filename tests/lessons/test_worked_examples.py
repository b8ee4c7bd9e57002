"""The examples in the docstrings of what lessons are made of are true."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

from bpe_play.tui import lessons

MODULES = [
    "bpe_play.tui.guess",
    "bpe_play.tui.predict",
    "bpe_play.tui.screens.predict_words",
    "bpe_play.tui.taught",
    *(f"{lessons.__name__}.{each.name}" for each in pkgutil.iter_modules(lessons.__path__)),
]


@pytest.mark.parametrize("name", MODULES)
def test_worked_examples(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
