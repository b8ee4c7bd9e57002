"""Predict, then reveal, on the lab screen: what is to come is hidden, a guess is typed, judged and counted.

    what?  ->  [which text?]  ->  the guess  ->  what was right, and how near  ->  the next one

Esc ends it at any point and reveals. A lesson asks its own questions; this is for all the others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from bpe_play.engine import EngineError, Tokenization, to_bytes, to_text
from bpe_play.tui import predict
from bpe_play.tui.lab import Lab
from bpe_play.tui.predict import Rival
from bpe_play.tui.screens import predict_words as words
from bpe_play.tui.screens.choose import Choice, ChooseScreen
from bpe_play.tui.screens.lab_words import longest_that_fits
from bpe_play.tui.typed_text import AT_ONCE
from bpe_play.tui.visible import crop, glyphs, label, one_to_one
from bpe_play.tui.widgets.prompt import Prompt

if TYPE_CHECKING:
    from bpe_play.tui.screens.lab import LabScreen

MERGE, CUT, COUNT, ANEW = "merge", "cut", "count", "anew"
_CHOICES = (
    Choice(
        MERGE, "the next merge", "Which pair is merged next? Type it as th or t h; then the step is made."
    ),
    Choice(CUT, "the cut of a text", "Where is a text cut into tokens? Type it as straw|berry."),
    Choice(COUNT, "the number of its tokens", "How many tokens does a text have?"),
)
_MOST_BYTES = {CUT: 200, COUNT: AT_ONCE}  # whoever marks borders wants no more, and keys come first
_BESIDE_A_VERDICT = 30  # cells
_TWO_PARTS = "A merge joins two tokens: which two?"


class Predicting:
    """One round of guesses at a time; what was asked last is asked again first."""

    def __init__(self, screen: LabScreen) -> None:
        self._screen = screen
        self._what = MERGE
        self._open = False

    @property
    def lab(self) -> Lab:
        return self._screen.lab

    def choose_or_end(self) -> None:
        """Ask what to predict; where something is being predicted, give up."""
        if self._open:
            self._screen.query_one(Prompt).give_up()
            return
        score = self.lab.score
        anew = [Choice(ANEW, "nothing: the score anew", f"So far: {score}.")] if score.made else []
        choices = [*_CHOICES, *anew]
        self._screen.app.push_screen(ChooseScreen("Predict, then reveal", choices, self._what), self._begin)

    def _begin(self, what: str | None) -> None:
        if what == ANEW:
            self.lab.score.made = self.lab.score.right = 0
            self._screen.draw_header()
        elif what is not None:
            self._what = what
            self._ask_anew()

    def _ask_anew(self) -> None:
        if self._what == MERGE:
            self._ask_merge()
        else:
            self._ask_text()

    def _end(self) -> None:
        """Reveal, and let the screen go on."""
        self._open = False
        self.lab.hide()

    def _stop(self, why: str) -> None:
        self._end()
        self._screen.say(why)

    def _ask(self, question: str, then: Callable[[str], None], value: str = "", hint: str = "") -> None:
        self._open = True
        self._screen.query_one(Prompt).ask("predict", question, value, then, hint=hint, left=self._end)

    def _tell(self, verdict: list[str], then: Callable[[str], None], hint: str) -> None:
        """Say what was right, on the line on which the next guess is typed."""
        room = self._screen.size.width - _BESIDE_A_VERDICT
        said = longest_that_fits(verdict, room)
        self._ask(
            crop(said, room), then, hint=f" {self.lab.score}   {hint}" if self.lab.score.made else f" {hint}"
        )

    # -- the next merge

    def _rivals(self) -> list[Rival]:
        return predict.rivals(self.lab.history, self.lab.cursor)

    def _ask_merge(self) -> None:
        lab = self.lab
        if self._rivals():
            lab.hide(MERGE)
            self._ask(
                "The next merge?", self._judge_merge, hint="as th or t h   empty: show it   esc: enough"
            )
        elif lab.cursor < lab.steps:
            self._stop("The next step is no merge: predict a cut or a number of tokens")
        else:
            self._stop(lab.tokenizer.why_no_merges or "Nothing is known after this step: go back first")

    def _judge_merge(self, guess: str) -> None:
        """Judge, make the step, and keep what follows it hidden."""
        lab, among = self.lab, self._rivals()
        if not among:
            self._ask_merge()
        elif guess.strip() and len(glyphs(to_bytes(guess))) == 1:
            self._ask(_TWO_PARTS, self._judge_merge, hint="as th or t h   empty: show it   esc: enough")
        elif guess.strip():
            result = predict.judge_merge(guess, among)
            lab.score.count(result.verdict)
            self._made(words.merge_verdict(guess, result, among, lab.state.ties))
        else:
            self._made(words.merge_answer(among))

    def _made(self, verdict: list[str]) -> None:
        self.lab.move_by(1)
        if self._rivals():
            self._tell(verdict, self._after_merge, "enter: next")
        else:
            self.lab.hide()
            self._tell(verdict, lambda _: self._end(), "this was the last")

    def _after_merge(self, answer: str) -> None:
        """Whoever is quick has typed the next guess already."""
        if answer.strip():
            self._judge_merge(answer)
        else:
            self._ask_merge()

    # -- a text's cut, or its count

    def _ask_text(self) -> None:
        """Hidden first, so that another text can be typed without being seen cut."""
        self.lab.hide(self._what)
        self._ask("Which text?", self._take_text, self._editable, "empty: the typed one   esc: enough")

    @property
    def _editable(self) -> str:
        """The typed text, where it is one that a line can hold as it is."""
        data = self.lab.state.text
        text = to_text(data) if len(data) <= _MOST_BYTES[CUT] else ""
        return text if one_to_one(text) == text else ""

    def _take_text(self, answer: str) -> None:
        lab = self.lab
        lab.hide(self._what)
        if answer and to_bytes(answer) != lab.state.text:
            lab.change(text=to_bytes(answer))
        tokenization = self._tokenization()
        if tokenization is None:
            return
        if self._what == COUNT:
            self._ask("How many tokens?", self._judge_count, hint="a number   empty: show it   esc: enough")
        else:
            self._ask("put | where it is cut:", self._judge_cut, label(tokenization.data))

    def _tokenization(self) -> Tokenization | None:
        """How the text is cut; None, and why, if there is nothing to predict."""
        size, most = len(self.lab.state.text), _MOST_BYTES[self._what]
        if not size:
            self._stop("There is no text to predict: e types one")
        elif size > most:
            self._stop(f"This text is too long to predict: {most:,} bytes at most")
        else:
            try:
                return self.lab.tokenization()
            except EngineError as error:
                self._stop(str(error))
        return None

    def _judge_cut(self, guess: str) -> None:
        found = self._tokenization()
        if found is None:
            return
        if not guess.strip():
            self._reveal(words.cut_answer(found))
            return
        result = predict.judge_cut(guess, found)
        self.lab.score.count(result.verdict)
        self._reveal(words.cut_verdict(result, found))

    def _judge_count(self, guess: str) -> None:
        found = self._tokenization()
        if found is None:
            return
        right, digits = len(found.spans), guess.replace(",", "").strip()
        if not digits:
            self._reveal(words.count_answer(right))
        elif not (digits.isascii() and digits.isdigit()):
            self._ask("How many tokens?", self._judge_count, hint="a number, as in 12")
        else:
            guessed = int(digits[:12])
            verdict = predict.judge_count(guessed, right)
            self.lab.score.count(verdict)
            self._reveal(words.count_verdict(guessed, verdict, right))

    def _reveal(self, verdict: list[str]) -> None:
        self.lab.hide()
        self._tell(verdict, self._after_text, "enter: next")

    def _after_text(self, answer: str) -> None:
        """Whoever is quick has typed the next text already."""
        if answer.strip():
            self._take_text(answer)
        else:
            self._ask_text()
