"""Every worked example in a docstring of the learner's side is true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import bpe_play.tui.learner

MODULES = [module.name for module in pkgutil.iter_modules(bpe_play.tui.learner.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(f"bpe_play.tui.learner.{name}")).failed == 0
