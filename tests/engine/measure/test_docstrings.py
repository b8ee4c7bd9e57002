"""Every worked example in a docstring of the measurements is true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import bpe_play.engine.measure

MODULES = [module.name for module in pkgutil.iter_modules(bpe_play.engine.measure.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name: str) -> None:
    module = importlib.import_module(f"bpe_play.engine.measure.{name}")
    assert doctest.testmod(module).failed == 0
