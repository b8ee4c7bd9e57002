"""When to look for garbage: hardly ever while the program is loaded, and never again in what was loaded.

Loading makes a hundred thousand objects that stay, and Python would search them for garbage again and again:
a tenth of the time until the first screen, and a pause of 20 ms for a key now and then. This does not touch
reference counting, which frees nearly everything by itself.
"""

from __future__ import annotations

import gc

_SELDOM = 200_000  # objects that are new and still there; Python's own choice is 700
_PAINTING = 5_000  # what some five keys make; to search that much takes some milliseconds


def wait() -> None:
    """Look seldom from now on: a short command will have ended before, and a worker makes no cycles."""
    gc.set_threshold(_SELDOM)


def begin() -> None:
    """Look now and then, but only in what is made from now on. Without `wait` before it this does nothing."""
    if gc.get_threshold()[0] == _SELDOM:
        gc.freeze()
        gc.set_threshold(_PAINTING)


def leave() -> None:
    """The process ends: all of it goes, and none of it need be searched."""
    gc.freeze()
