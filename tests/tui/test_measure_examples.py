"""Every worked example in the modules of the measure screen is true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import bpe_play.tui
import bpe_play.tui.measures
import bpe_play.tui.screens
import bpe_play.tui.widgets

PACKAGES = (bpe_play.tui, bpe_play.tui.measures, bpe_play.tui.screens, bpe_play.tui.widgets)
MODULES = [
    f"{package.__name__}.{module.name}"
    for package in PACKAGES
    for module in pkgutil.iter_modules(package.__path__)
    if "measure" in f"{package.__name__}.{module.name}" or module.name == "braille"
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
