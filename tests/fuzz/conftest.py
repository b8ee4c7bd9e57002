"""The campaigns, as the command by hand has them."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

CHECKOUT = Path(__file__).parents[2]


@pytest.fixture
def fuzz(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """A module of this folder by its name."""
    monkeypatch.syspath_prepend(str(CHECKOUT))

    def load(name: str) -> Any:
        parent = sys.modules.get("tests")
        if parent is not None and str(CHECKOUT / "tests") not in getattr(parent, "__path__", ()):
            monkeypatch.delitem(sys.modules, "tests")  # what pytest has put there, which is no package
        return importlib.import_module(f"tests.fuzz.{name}")

    return load
