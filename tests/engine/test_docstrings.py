"""Every worked example in a docstring of the engine is true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import bpe_play.engine

MODULES = [module.name for module in pkgutil.iter_modules(bpe_play.engine.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name: str) -> None:
    module = importlib.import_module(f"bpe_play.engine.{name}")
    assert doctest.testmod(module).failed == 0
