"""Every worked example in a docstring of the hand-outs is true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import bpe_play.tui.handout

MODULES = [module.name for module in pkgutil.iter_modules(bpe_play.tui.handout.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name: str) -> None:
    module = importlib.import_module(f"bpe_play.tui.handout.{name}")
    assert doctest.testmod(module).failed == 0
