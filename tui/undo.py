"""What can be taken back: for each screen a list of the choices that were left, and of those gone back from.

Whoever holds choices (the lab, the state of a screen) is a Chooser: it says what is chosen, by name, and takes
some of it back. An entry holds only what a change replaced, so changes made on other screens stay as they are.
A run of small changes to one thing (letters typed, steps made) is one entry; a pause, or a change of something
else, begins the next one.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from typing import Any, ClassVar, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar

PAUSE_SECONDS = 2.5  # longer than there is between two steps of the slowest play
MOST = 1_000  # entries of a list
MOST_BYTES = 32 << 20  # that a list holds of texts that were left; the newest entry stays whatever it holds
_SMALL = 64  # bytes that a value takes about, besides its text


class Chooser(Protocol):
    """Holds choices.

    SCREEN      on whose list its changes are
    NAMES       what each choice is called on the screen
    RUNS        choices of which a run of changes is one entry
    """

    SCREEN: ClassVar[str]
    NAMES: ClassVar[Mapping[str, str]]
    RUNS: ClassVar[frozenset[str]]

    @property
    def undo_lists(self) -> UndoLists | None:
        """Where its changes are recorded; None: not yet."""

    def chosen(self) -> dict[str, Any]:
        """Everything that a person has chosen, by name."""

    def put(self, choices: Mapping[str, Any]) -> None:
        """Choose these again, whatever else is chosen by now."""


class Entry:
    """What one change replaced, of one chooser or of more; `title` says what it was, if its names do not.

    `weight` is about how many bytes it holds; it is asked for at each key, of all entries.
    """

    def __init__(self, title: str = "") -> None:
        self._title = title
        self.weight = 0
        self._kept: dict[Chooser, dict[str, Any]] = {}

    def keep(self, chooser: Chooser, replaced: Mapping[str, Any]) -> None:
        """Hold this too; what an earlier part of the same change replaced stays."""
        self._kept[chooser] = {**replaced, **self._kept.get(chooser, {})}
        self.weight = sum(_weight(value) for kept in self._kept.values() for value in kept.values())

    @property
    def is_empty(self) -> bool:
        return not self._kept

    @property
    def words(self) -> str:
        """What was changed."""
        names = [chooser.NAMES[name] for chooser, kept in self._kept.items() for name in kept]
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        return self._title or ", ".join(names[:3]) + more

    def put_back(self) -> Entry | None:
        """Choose what it holds; the entry that turns this round, or None if all of that is chosen already.

        EngineError where it cannot be chosen again, such as a file that is gone.
        """
        now = Entry(self._title)
        for chooser, kept in self._kept.items():
            replaced = _difference(chooser.chosen(), {**chooser.chosen(), **kept})
            if replaced:
                now.keep(chooser, replaced)
        for chooser in now._kept:
            chooser.put(self._kept[chooser])
        return now if now._kept else None


class UndoList:
    """The entries of one screen, and those to go back to after an undo."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._before: deque[Entry] = deque()
        self._after: deque[Entry] = deque()
        self._run: tuple[Chooser, str] | None = None
        self._last = 0.0

    def record(
        self, chooser: Chooser, replaced: Mapping[str, Any], into: Entry | None = None, alone: bool = False
    ) -> None:
        """A person changed something; `into`: as part of that entry, while it is the newest; `alone`: not as
        a part of a run."""
        run = None if alone or into is not None else _run_of(chooser, replaced)
        if into is not None and into is self.newest:
            into.keep(chooser, replaced)
        elif run is None or run != self._run or self._clock() - self._last >= PAUSE_SECONDS:
            entry = into if into is not None and into.is_empty else Entry()
            entry.keep(chooser, replaced)
            self._before.append(entry)
        _forget_the_oldest(self._before)
        self._after.clear()
        self._run, self._last = run, self._clock()

    @property
    def newest(self) -> Entry | None:
        return self._before[-1] if self._before else None

    def undo(self) -> Entry | None:
        """Take the last change back; its entry, or None if there was none. One that cannot be taken back (EngineError)
        is given up."""
        return self._turn(self._before, self._after)

    def redo(self) -> Entry | None:
        """Make the change again that was taken back last; None if there is none."""
        return self._turn(self._after, self._before)

    def _turn(self, source: deque[Entry], target: deque[Entry]) -> Entry | None:
        self._run = None
        while source:
            entry = source.pop()
            turned = entry.put_back()
            if turned is not None:  # else all of it has come back in another way
                target.append(turned)
                return entry
        return None


class UndoLists:
    """The lists of all screens: what is changed on a screen is taken back on that screen."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lists: dict[str, UndoList] = {}
        self._changing: set[Chooser] = set()
        self._into: tuple[Entry, str] | None = None

    def on(self, screen: str) -> UndoList:
        """The list of a screen."""
        return self._lists.setdefault(screen, UndoList(self._clock))

    def record(
        self, chooser: Chooser, before: Mapping[str, Any], screen: str = "", alone: bool = False
    ) -> None:
        """What was chosen before a change; nothing happens if it is chosen still."""
        replaced = _difference(before, chooser.chosen())
        if replaced:
            entry, at = self._into or (None, screen or chooser.SCREEN)
            self.on(at).record(chooser, replaced, entry, alone)

    @contextmanager
    def changing(self, chooser: Chooser, alone: bool = False) -> Iterator[None]:
        """All that is chosen in here is one change; `alone`: and no part of a run."""
        if chooser in self._changing:
            yield
            return
        before = chooser.chosen()
        self._changing.add(chooser)
        try:
            yield
        finally:
            self._changing.discard(chooser)
            self.record(chooser, before, alone=alone)

    @contextmanager
    def into(self, entry: Entry, screen: str) -> Iterator[None]:
        """All that is chosen in here, by whomever, is part of an entry of that screen."""
        outer, self._into = self._into, (entry, screen)
        try:
            yield
        finally:
            self._into = outer


_P = ParamSpec("_P")
_R = TypeVar("_R")
_C = TypeVar("_C", bound=Chooser)


Choosing: TypeAlias = Callable[Concatenate[_C, _P], _R]


def undoable(method: Choosing[_C, _P, _R]) -> Choosing[_C, _P, _R]:
    """A method of a chooser with which a person chooses."""
    return _recorded(method, alone=False)


def undoable_alone(method: Choosing[_C, _P, _R]) -> Choosing[_C, _P, _R]:
    """The same for a change that stands for itself, also in the middle of a run of changes to the same thing."""
    return _recorded(method, alone=True)


def _recorded(method: Choosing[_C, _P, _R], alone: bool) -> Choosing[_C, _P, _R]:
    @wraps(method)
    def recorded(self: _C, /, *values: _P.args, **named: _P.kwargs) -> _R:
        if self.undo_lists is None:
            return method(self, *values, **named)
        with self.undo_lists.changing(self, alone):
            return method(self, *values, **named)

    return recorded


def _difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The old values of what is another one now."""
    return {name: value for name, value in old.items() if value != new[name]}


def _run_of(chooser: Chooser, replaced: Mapping[str, Any]) -> tuple[Chooser, str] | None:
    """What a run of changes would be of; None where each change stands for itself."""
    (name, *others) = replaced
    return (chooser, name) if name in chooser.RUNS and not others else None


def _forget_the_oldest(entries: deque[Entry]) -> None:
    """So that memory stays bounded, however large the texts are."""
    weight = sum(entry.weight for entry in entries)
    while len(entries) > MOST or (weight > MOST_BYTES and len(entries) > 1):
        weight -= entries.popleft().weight


def _weight(value: Any) -> int:
    if isinstance(value, bytes | str):
        return len(value) + _SMALL
    if isinstance(value, tuple | list):
        return sum(map(_weight, value))
    return int(getattr(value, "weight", 0)) + _SMALL
