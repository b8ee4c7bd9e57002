"""Every worked example in a docstring of what is taken out is true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import bpe_play.tui.export

MODULES = [module.name for module in pkgutil.iter_modules(bpe_play.tui.export.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name: str) -> None:
    module = importlib.import_module(f"bpe_play.tui.export.{name}")
    assert doctest.testmod(module).failed == 0
