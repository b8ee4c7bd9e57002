"""The teacher's desk: the lesson that is open, if one is, its worker, and the place that is kept.

    desk.open(lesson)   next, back, restart, peek, reveal, guess   leave

Whoever listens is told that something has changed, and `on_scene` that another scene begins.
"""

from __future__ import annotations

from collections.abc import Callable

from bpe_play.engine import EngineError
from bpe_play.tui.guess import Score
from bpe_play.tui.lessons import kept
from bpe_play.tui.lessons.job import FiguresJob
from bpe_play.tui.lessons.lesson import Lesson, Scene
from bpe_play.tui.lessons.play import Play


class Desk:
    """`keep`: whether places are written to the user's folder; `score`: where guesses are counted."""

    def __init__(
        self,
        keep: bool = True,
        on_scene: Callable[[Scene], None] = lambda scene: None,
        score: Score | None = None,
    ) -> None:
        self.play: Play | None = None
        self.score = score or Score()
        self.places = kept.load() if keep else kept.Places()
        self._keep = keep
        self._on_scene = on_scene
        self._job: FiguresJob | None = None
        self._listeners: list[Callable[[], None]] = []

    def subscribe(self, listener: Callable[[], None]) -> None:
        self._listeners.append(listener)

    def _tell(self) -> None:
        for listener in list(self._listeners):
            listener()

    # -- one lesson

    def open(self, lesson: Lesson, at: int | None = None) -> None:
        """Begin a lesson, where it was left or at a scene from 0."""
        self._stop()
        place = self.places.scenes.get(lesson.name, 0) if at is None else at
        self.play = Play(lesson, place, self.score)
        self._job = FiguresJob(lesson, self.play.at)
        self._begin_scene()

    def leave(self) -> None:
        """Close it; its place is kept."""
        self._stop()
        self.play = None
        self._tell()

    def close(self) -> None:
        """The program ends."""
        self._stop()

    def _stop(self) -> None:
        if self._job is not None:
            self._job.stop()
            self._job = None

    def _begin_scene(self) -> None:
        assert self.play is not None
        self.places.put(self.play.lesson.name, self.play.at)
        self._on_scene(self.play.scene)
        self._tell()

    # -- its scenes

    def move(self, by: int) -> bool:
        """Another scene; False at the end, and after the last one the lesson begins anew the next time."""
        play = self.play
        if play is None:
            return False
        if play.go_to(play.at + by):
            self._begin_scene()
            return True
        if by > 0:
            self.places.put(play.lesson.name, 0)
        return False

    def restart(self) -> None:
        """Back to the start of the scene."""
        if self.play is not None:
            self.play.restart()
            self._begin_scene()

    def peek(self) -> None:
        """Show the notes, or hide them."""
        if self.play is not None:
            self.play.noted = not self.play.noted
            self._tell()

    def answer(self, guess: str = "") -> None:
        """Reveal, after a guess if there is one."""
        if self.play is not None:
            self.play.answer(guess)
            self._tell()

    def hide(self) -> None:
        """Take the answer off the screen again."""
        if self.play is not None:
            self.play.revealed = False
            self._tell()

    # -- its figures, and its place

    def drain(self) -> None:
        """Take what the worker has computed."""
        if self._job is None or self.play is None:
            return
        found = self._job.drain()
        self.play.texts |= found
        if self._job.failure:
            failure, self._job = self._job.failure, None
            raise EngineError("The figures of this lesson cannot be computed", failure)
        if found:
            self._tell()

    def save(self) -> None:
        """Keep the places; OSError where they cannot be written."""
        if self._keep:
            kept.save(self.places)
