"""When to look for garbage: hardly ever while the program is loaded, then between keys, and never in what was loaded.

Loading makes a hundred thousand objects that stay, and Python would search them for garbage again and again: a
tenth of the time until the first screen. Later it would look in the middle of a key, at every fourth one or so,
and make it wait for some milliseconds; so it is done at moments when nothing is drawn. This does not touch
reference counting, which frees nearly everything by itself.
"""

from __future__ import annotations

import gc

_SELDOM = 200_000  # objects that are new and still there; Python's own choice is 700
_BETWEEN_SWEEPS = 100_000  # far more than is made from one to the next
_YOUNG = 5_000  # what some five keys make
_TIMES = 10  # so often the young ones are searched before the older ones are, too; Python's own choice


def wait() -> None:
    """Look seldom from now on: a short command will have ended before, and a worker makes no cycles."""
    gc.set_threshold(_SELDOM)


def begin() -> None:
    """Leave it to `sweep`, which looks in what is made from now on. Without `wait` before it this does nothing."""
    if gc.get_threshold()[0] == _SELDOM:
        gc.freeze()
        gc.set_threshold(_BETWEEN_SWEEPS)


def sweep() -> None:
    """Look for garbage if it is time. To be called some times a second, when nobody waits."""
    if gc.get_threshold()[0] != _BETWEEN_SWEEPS:
        return
    young, middle, old = gc.get_count()
    if old > _TIMES:
        gc.collect(2)
    elif middle > _TIMES:
        gc.collect(1)
    elif young > _YOUNG:
        gc.collect(0)


def leave() -> None:
    """The process ends: all of it goes, and none of it need be searched."""
    gc.freeze()
