"""Every worked example in a docstring of the engine's published vocabularies and formats is true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import bpe_play.engine.formats
import bpe_play.engine.published

MODULES = [
    f"{package.__name__}.{module.name}"
    for package in (bpe_play.engine.formats, bpe_play.engine.published)
    for module in pkgutil.iter_modules(package.__path__)
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
