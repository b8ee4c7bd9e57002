"""Cuts the lab's typed text for the screen: a short one as a whole, a long one where one looks.

Nobody waits for a long text. A window of its tokens is cut at once, which takes as long for ten megabytes as
for ten kilobytes; its figures are counted in a thread (`TextOrder.count`). A split that nobody has tried
before, such as a pattern of one's own, may be slow on any text: there the window is for the thread too.

No screen is known here, and nothing runs by itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from operator import is_
from typing import NamedTuple

from bpe_play.engine import PRETOKENIZERS, EngineError, SpecialMode, Tokenization, Tokenizer
from bpe_play.engine.specials import SpecialTokens
from bpe_play.engine.text_figures import TextCounter, TextFigures
from bpe_play.engine.window import Windows
from bpe_play.tui.lab import Lab

AT_ONCE = 4_000  # bytes that are cut and counted before the next paint
_SEARCHED = 100_000  # bytes at the beginning in which the names of special tokens are looked for
_AROUND = 1_500  # bytes of a window on each side of the place
_SECONDS_AT_WORK, _SECONDS_OF_REST = 0.004, 0.001


@dataclass(eq=False)
class _Cutters:
    """What is kept while text, tokenizer and meaning of special tokens are the same.

    refused   why the text cannot be cut, once that is known
    """

    tokenizer: Tokenizer
    data: bytes
    specials: SpecialMode
    windows: Windows = field(init=False)
    counter: TextCounter = field(init=False)
    refused: EngineError | None = None

    def __post_init__(self) -> None:
        self.windows = Windows(self.tokenizer.twin(), self.data, self.specials)
        self.counter = TextCounter(self.tokenizer, self.data, self.specials)

    def are_for(self, tokenizer: Tokenizer, data: bytes, specials: SpecialMode) -> bool:
        return self.tokenizer is tokenizer and self.data is data and self.specials is specials


@dataclass(eq=False)
class TextOrder:
    """A window around a place and the figures of the text, as of a step; `figures` is None until counted."""

    cutters: _Cutters
    step: int
    at: int
    figures: TextFigures | None = None

    def cut(self) -> Tokenization:
        """The tokens around the place. Special tokens that are refused are for `count` to find."""
        data = self.cutters.data
        window = self.cutters.windows.cut(self.at - _AROUND, self.at + _AROUND, self.step)
        return Tokenization(data, window.spans)

    def count(self, go_on: Callable[[], bool]) -> TextFigures:
        """The figures; for a thread. GaveUpError when told so, EngineError where the text cannot be cut."""
        return self.cutters.counter.count(self.step, polite(go_on))

    def is_like(self, other: TextOrder | None) -> bool:
        """Whether the other one has the same figures."""
        return other is not None and (self.cutters, self.step) == (other.cutters, other.step)


class Whole(NamedTuple):
    """A short text, cut and counted, and the steps as of which that holds; `cutter` as in `_cutter`."""

    cutter: tuple[Tokenizer, bytes, SpecialMode]
    steps: range
    tokenization: Tokenization
    figures: TextFigures


class TypedText:
    """The typed text of a lab, as of its tokenizer and step."""

    def __init__(self, lab: Lab) -> None:
        self._lab = lab
        self._cutters: _Cutters | None = None
        self._whole: Whole | None = None
        self._searched: tuple[SpecialTokens, bytes, bool] | None = None

    @property
    def is_quick(self) -> bool:
        """Whether all of it can be cut and counted before the next paint."""
        return len(self._lab.state.text) <= AT_ONCE and self.is_tried

    @property
    def is_tried(self) -> bool:
        return is_tried(self._lab.tokenizer)

    @property
    def spells_special(self) -> bool:
        """Whether the text holds the name of a special token; of a very long one the beginning is looked at."""
        specials, text = self._lab.tokenizer.specials, self._lab.state.text
        if self._searched is None or self._searched[0] is not specials or self._searched[1] is not text:
            self._searched = specials, text, specials.are_in(text[:_SEARCHED])
        return self._searched[2]

    @property
    def _cutter(self) -> tuple[Tokenizer, bytes, SpecialMode]:
        """What, besides the step, decides how the text is cut; told apart by identity."""
        return self._lab.tokenizer, self._lab.state.text, self._lab.state.specials

    def whole(self) -> Whole:
        """All of a short text; most steps cut it as the one before did. EngineError where it is refused."""
        kept, cutter, step = self._whole, self._cutter, self._lab.cursor
        if kept is None or step not in kept.steps or not all(map(is_, kept.cutter, cutter)):
            kept = self._whole = self._cut_whole(cutter, step)
        return kept

    def _cut_whole(self, cutter: tuple[Tokenizer, bytes, SpecialMode], step: int) -> Whole:
        tokenizer, text, specials = cutter
        tokenization = self._lab.tokenization()
        figures = TextFigures.of(tokenization, self._lab.round_trip(tokenization))
        return Whole(cutter, tokenizer.steps_alike(text, step, specials=specials), tokenization, figures)

    def order(self, at: int) -> TextOrder:
        """What is wanted now, around a byte of the text."""
        lab, cutter = self._lab, self._cutter
        if self._cutters is None or not self._cutters.are_for(*cutter):
            self._cutters = _Cutters(*cutter)
        return TextOrder(self._cutters, lab.cursor, max(min(at, len(lab.state.text) - 1), 0))


def is_tried(tokenizer: Tokenizer) -> bool:
    """Whether it is known how long a tokenizer takes, since its split is one of ours."""
    return tokenizer.is_plain and tokenizer.pre_tokenizer.key in PRETOKENIZERS


def polite(go_on: Callable[[], bool]) -> Callable[[], bool]:
    """The same question, but whoever asks rests now and then, so that the screen's thread gets its turn."""
    rested = time.monotonic()

    def ask() -> bool:
        nonlocal rested
        if time.monotonic() - rested > _SECONDS_AT_WORK:
            time.sleep(_SECONDS_OF_REST)
            rested = time.monotonic()
        return go_on()

    return ask
