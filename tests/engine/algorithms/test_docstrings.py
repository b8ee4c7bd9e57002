"""Every worked example in a docstring of the algorithms is true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import bpe_play.engine.algorithms

MODULES = [module.name for module in pkgutil.iter_modules(bpe_play.engine.algorithms.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name: str) -> None:
    module = importlib.import_module(f"bpe_play.engine.algorithms.{name}")
    assert doctest.testmod(module).failed == 0
