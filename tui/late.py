"""A module that is imported when something of it is first asked for.

For what a screen needs when a key is pressed, but not to be painted. Beside an import for the type checker:

    if TYPE_CHECKING:
        from bpe_play.tui.screens import lab_settings
    else:
        lab_settings = Late("bpe_play.tui.screens.lab_settings")
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Late:
    """Stands for a module.

    >>> Late("math").gcd(12, 18)
    6
    """

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._module), name)
