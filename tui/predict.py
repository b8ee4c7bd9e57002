"""Predict anything that the lab shows: the next merge, how a text is cut, how many tokens it has.

Judges what was typed, and finds out how near it came. It neither hides nor draws anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bpe_play.engine import History, Tokenization
from bpe_play.tui.guess import Verdict, judge
from bpe_play.tui.visible import glyphs, label

if TYPE_CHECKING:
    from bpe_play.engine.algorithms.step_history import StepHistory

BORDER = "|"
_CONTINUES = b"##"  # how WordPiece begins a token that goes on in a word
_BLANK_OF_SENTENCEPIECE = "▁"


@dataclass(frozen=True)
class Rival:
    """A pair that could be merged: its tokens, what they make, its count (0: unknown), and what decides."""

    left: bytes
    right: bytes
    made: bytes
    count: int
    worth: float

    def labels(self, width: int | None = None) -> tuple[str, str, str]:
        """Left, right and what they make, each cropped to a width if one is given."""
        return label(self.left, width), label(self.right, width), label(self.made, width)


def rivals(history: History | StepHistory, step: int) -> list[Rival]:
    """What stands to be merged after a step, the pair that will be in front; none where it is not a merge."""
    if not isinstance(history, History):
        choices = history.choices(step)
        return [_rival(choice.left, choice.right, choice.count, choice.score) for choice in choices]
    tokens = history.vocabulary.tokens
    pairs = [(tokens[each.pair[0]], tokens[each.pair[1]], each.count) for each in history.candidates(step)]
    return [Rival(left, right, left + right, count, count) for left, right, count in pairs]


def _rival(left: bytes, right: bytes, count: int, worth: float) -> Rival:
    return Rival(left, right, left + right.removeprefix(_CONTINUES), count, worth)


@dataclass(frozen=True)
class MergeGuess:
    """A guess at the next merge.

    place    where the pair that was meant stood, from 1 for the one that is merged; None if it is not known
    same     whether it names the token that is made, but other parts of it
    """

    verdict: Verdict
    place: int | None = None
    same: bool = False


def judge_merge(guess: str, among: Sequence[Rival]) -> MergeGuess:
    """A guess such as `th`, `t h` or `t + h` at the first of some rivals; a pair that is tied with it is near.

    >>> among = [_rival(b"t", b"h", 9, 9), _rival(b" ", b"t", 9, 9), _rival(b"h", b"e", 4, 4)]
    >>> [judge_merge(guess, among).place for guess in ("t h", "th", "_+t", " t", "he", "x y")]
    [1, 1, 2, 2, 3, None]
    >>> judge_merge("_t", among).verdict
    <Verdict.NEAR: 'nearly'>
    """
    first = among[0]
    for place, rival in enumerate(among, 1):
        if _names(guess, *rival.labels()):
            return MergeGuess(_verdict(place, rival, first), place)
    *_, made = first.labels()
    same = judge(guess.replace("+", "").replace(" ", ""), made) is Verdict.RIGHT
    wrong = judge(guess.replace("+", ""), made) is Verdict.WRONG
    return MergeGuess(Verdict.WRONG if wrong else Verdict.NEAR, same=same)


def _verdict(place: int, rival: Rival, first: Rival) -> Verdict:
    if place == 1:
        return Verdict.RIGHT
    return Verdict.NEAR if rival.worth == first.worth else Verdict.WRONG


def _names(guess: str, left: str, right: str, made: str) -> bool:
    """Whether a guess means this pair: both parts, or the token that they make."""
    parts = (f"{left}{right}", f"{left} {right}", f"{left}+{right}", f"{left}+{right}→{made}")
    ways = (made, *parts, *map(_without_brackets, parts))
    guess = guess.replace(_BLANK_OF_SENTENCEPIECE, "␣")
    return any(judge(guess, way.replace(_BLANK_OF_SENTENCEPIECE, "␣")) is Verdict.RIGHT for way in ways)


@dataclass(frozen=True)
class CutGuess:
    """A guess at a cut: how many of the borders are found, and how many there are that are none.

    `same_text` is False where the guess is the cut of another text; nothing is counted then.
    """

    verdict: Verdict
    found: int = 0
    wrong: int = 0
    same_text: bool = True


def judge_cut(guess: str, right: Tokenization) -> CutGuess:
    """A guess such as `straw|berry`. All but one border is near; pieces of characters are written in hex.

    >>> from bpe_play.engine import TokenSpan
    >>> right = Tokenization(b"a bc", (TokenSpan(0, b"a", 0, 1), TokenSpan(0, b" bc", 1, 4)))
    >>> judge_cut("a| bc", right), judge_cut("a|_b|c", right)
    (CutGuess(verdict=<Verdict.RIGHT: 'right'>, found=1, wrong=0, same_text=True), \
CutGuess(verdict=<Verdict.NEAR: 'nearly'>, found=1, wrong=1, same_text=True))
    >>> judge_cut("abd", right).same_text
    False
    """
    due = _borders_of(right)
    labels = cut_in_words(right)
    if Verdict.RIGHT in (judge(guess, labels), judge(guess, _without_brackets(labels))):
        return CutGuess(Verdict.RIGHT, len(due))
    spellings = [_letters([right.data]), _letters(span.token for span in right.spans)]
    read = (_borders(_plain(way), letters) for letters in spellings for way in (guess, guess.strip()))
    borders = next((found for found in read if found is not None), None)
    if borders is None:
        return CutGuess(Verdict.WRONG, same_text=False)
    return CutGuess(_how_near(borders, due), len(borders & due), len(borders - due))


def cut_in_words(tokenization: Tokenization) -> str:
    return BORDER.join(label(span.token) for span in tokenization.spans)


def borders_in(tokenization: Tokenization) -> int:
    """How many borders there are between the tokens."""
    return len(_borders_of(tokenization))


def _borders_of(tokenization: Tokenization) -> set[int]:
    """Offsets in bytes; an empty token has none of its own."""
    return {span.start for span in tokenization.spans} - {0, len(tokenization.data)}


def _how_near(borders: set[int], due: set[int]) -> Verdict:
    if borders == due:
        return Verdict.RIGHT
    return Verdict.NEAR if len(borders ^ due) == 1 and borders & due else Verdict.WRONG


def _without_brackets(labels: str) -> str:
    return labels.replace("⟨", "").replace("⟩", "")


def _letters(parts: Iterable[bytes]) -> list[tuple[str, int]]:
    """What stands for each letter of some parts, and the offset in bytes at which the letter ends."""
    letters: list[tuple[str, int]] = []
    start = 0
    for part in parts:
        letters += (
            (_plain(label(part[glyph.start : glyph.end])), start + glyph.end) for glyph in glyphs(part)
        )
        start += len(part)
    return letters


def _borders(guess: str, letters: Sequence[tuple[str, int]]) -> set[int] | None:
    """The offsets at which a plain guess puts borders; None if it is not a cut of these letters."""
    rest, at, borders = guess, 0, set()
    for letter, end in letters:
        while rest.startswith(BORDER) and not letter.startswith(BORDER):
            borders.add(at)
            rest = rest[1:]
        if not rest.startswith(letter):
            return None
        rest, at = rest[len(letter) :], end
    return None if rest.strip(BORDER) else borders - {0}


def _plain(text: str) -> str:
    """Blanks in one way of writing; capitals make no other text."""
    return text.replace("_", "␣").replace(" ", "␣").casefold()


def judge_count(guess: int, right: int) -> Verdict:
    """One more or less is near."""
    if guess == right:
        return Verdict.RIGHT
    return Verdict.NEAR if abs(guess - right) == 1 else Verdict.WRONG
