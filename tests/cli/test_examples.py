"""Every worked example in the modules of the command line is true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import bpe_play.tui.commands

MODULES = [module.name for module in pkgutil.iter_modules(bpe_play.tui.commands.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name: str) -> None:
    module = importlib.import_module(f"bpe_play.tui.commands.{name}")
    assert doctest.testmod(module).failed == 0


def test_every_command_has_a_module_that_says_what_it_needs() -> None:
    for name in bpe_play.tui.commands.COMMANDS:
        module = importlib.import_module(f"bpe_play.tui.commands.{name}")
        assert all(hasattr(module, needed) for needed in ("arguments", "run", "NOTES"))
