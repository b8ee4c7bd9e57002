"""Garbage is looked for between keys, and only where the program itself is at work."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from bpe_play.tui import garbage


class Loop:
    """Refers to itself, so that nobody but the collector frees it."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


def loops(count: int) -> weakref.ref[Loop]:
    """So many of them, all given up; a reference to the first."""
    made = [Loop() for _ in range(count)]
    return weakref.ref(made[0])


def test_what_is_made_for_some_keys_waits_for_a_sweep() -> None:
    garbage.wait()
    garbage.begin()
    first = loops(20_000)
    assert first() is not None
    garbage.sweep()
    assert first() is None


def test_a_sweep_with_little_to_find_does_nothing() -> None:
    garbage.wait()
    garbage.begin()
    gc.collect()
    first = loops(100)
    garbage.sweep()
    assert first() is not None


def test_what_has_grown_old_is_found_as_well() -> None:
    garbage.wait()
    garbage.begin()
    made = Loop()
    first = weakref.ref(made)
    gc.collect(1)  # it has grown as old as it can
    del made
    for _ in range(200):
        loops(6_000)
        garbage.sweep()
        if first() is None:
            return
    raise AssertionError("it stays for ever")


def test_another_program_that_uses_the_app_keeps_its_own_ways() -> None:
    before = gc.get_threshold()
    garbage.begin()
    first = loops(1)
    garbage.sweep()
    assert gc.get_threshold() == before
    assert first() is not None
