"""Every worked example in a docstring of the widgets is true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import bpe_play.tui.widgets

MODULES = [module.name for module in pkgutil.iter_modules(bpe_play.tui.widgets.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name: str) -> None:
    module = importlib.import_module(f"bpe_play.tui.widgets.{name}")
    assert doctest.testmod(module).failed == 0
