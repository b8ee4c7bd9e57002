"""A lesson that is being given: which scene, what is revealed, which guesses were made."""

from __future__ import annotations

from bpe_play.tui.guess import Score, Verdict, judge
from bpe_play.tui.lessons.lesson import Lesson, Scene
from bpe_play.tui.lessons.words import Texts, joined


class Play:
    """One lesson from its first scene to its last.

    at        the scene that is shown, from 0
    revealed  whether its answer is shown; noted: whether the teacher's notes are
    texts     what the worker has computed, by scene
    guesses   the first guess in each scene, which alone counts, and its verdict
    """

    def __init__(self, lesson: Lesson, at: int = 0, score: Score | None = None) -> None:
        self.lesson = lesson
        self.at = min(max(at, 0), len(lesson.scenes) - 1)
        self.revealed = self.noted = False
        self.texts: dict[int, Texts] = {}
        self.guesses: dict[int, tuple[str, Verdict]] = {}
        self.score = score or Score()

    @property
    def scene(self) -> Scene:
        return self.lesson.scenes[self.at]

    @property
    def is_last(self) -> bool:
        return self.at == len(self.lesson.scenes) - 1

    @property
    def shown(self) -> Texts | None:
        """The texts of the scene; None while its figures are being computed."""
        return self.texts.get(self.at)

    @property
    def right(self) -> str:
        """What a guess is compared with; "" where there is nothing to guess, or it is not known yet."""
        return joined((self.shown or {}).get("right", ()))

    @property
    def guess(self) -> tuple[str, Verdict] | None:
        """The guess in this scene, if one was made."""
        return self.guesses.get(self.at)

    def go_to(self, at: int) -> bool:
        """Show another scene, from its start; False where there is none."""
        if not 0 <= at < len(self.lesson.scenes):
            return False
        self.at, self.revealed, self.noted = at, False, False
        return True

    def restart(self) -> None:
        """The scene as it began; a guess that was made stays made."""
        self.go_to(self.at)

    def answer(self, guess: str) -> None:
        """Take a guess, if one was written, and reveal."""
        if guess and self.right and self.at not in self.guesses:
            verdict = judge(guess, self.right)
            self.guesses[self.at] = guess, verdict
            self.score.count(verdict)
        self.revealed = True
