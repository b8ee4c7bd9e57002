"""Every measure. To add one: a file here, a file in widgets/ that draws it, and a line in the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bpe_play.tui.measures import (
    curve,
    curve_rows,
    digits,
    indents,
    learning,
    letters,
    lights,
    sides,
    tax,
    use,
    words,
)
from bpe_play.tui.measures.inputs import Inputs, Order, Tell
from bpe_play.tui.measures.picks import Kind, Pick

LAB = Pick(Kind.LAB)
GPT2, CL100K, O200K = (Pick(Kind.PUBLISHED, name) for name in ("gpt2", "cl100k_base", "o200k_base"))
BPE, WORDPIECE = (Pick(Kind.ALGORITHM, key) for key in ("bpe", "wordpiece"))


@dataclass(frozen=True)
class Measure:
    """Something that is measured.

    key      the name that the command line uses
    letter   the key that shows it
    about    what it answers, in a sentence
    picks    the tokenizers at first; their number is how many it takes
    options  what else can be set, as at first
    work     computes the result, in a process of its own
    rows     the rows of a result for a file: result, options, part
    parts    its result is shown and written in one of these at a time
    said     sentences about a result, or a part of it, that its rows do not say
    drawn    options that change only how a result is shown, so that nothing is computed again
    takes    what it takes of "corpus" and "text"; tokenizers that are trained need the corpus anyway
    """

    key: str
    letter: str
    title: str
    about: str
    picks: tuple[Pick, ...]
    options: Any
    work: Callable[[Inputs], Any]
    rows: Callable[[Any, Any, str], Sequence[Any]]
    parts: tuple[str, ...] = ("",)
    said: Callable[[Any, str], list[str]] = lambda result, part: []
    drawn: frozenset[str] = frozenset()
    takes: frozenset[str] = frozenset()

    def working(self, options: Any) -> Any:
        """The options as far as the work depends on them."""
        return (
            replace(options, **{name: getattr(self.options, name) for name in self.drawn})
            if self.drawn
            else options
        )


_CORPUS, _TEXT = frozenset({"corpus"}), frozenset({"corpus", "text"})

MEASURES: dict[str, Measure] = {
    row.key: row
    for row in [
        Measure(
            "size",
            "v",
            "vocabulary size",
            "Bytes per token against the size of the vocabulary, and what an entry costs a model.",
            (BPE,),
            curve.CurveOptions(),
            curve.measure,
            curve_rows.rows,
            said=lambda result, part: [result.said],
            drawn=frozenset({"width", "window", "request", "tied", "priced"}),
            takes=_TEXT,
        ),
        Measure(
            "languages",
            "l",
            "language tax",
            "What the same passage costs in each language, and how that changed between two tokenizers.",
            (CL100K, O200K),
            tax.TaxOptions(),
            tax.measure,
            tax.rows,
        ),
        Measure(
            "use",
            "c",
            "vocabulary in use",
            "Which tokens a text takes: a few nearly always, most hardly ever.",
            (CL100K,),
            None,
            use.measure,
            use.rows,
            parts=use.PARTS,
            takes=_TEXT,
        ),
        Measure(
            "numbers",
            "n",
            "numbers",
            "In how many ways numbers are cut, and whether the places of their digits line up.",
            (GPT2, CL100K),
            digits.DigitsOptions(),
            digits.measure,
            digits.rows,
        ),
        Measure(
            "indentation",
            "i",
            "indentation",
            "Which tokens stand for which depth of spaces or tabs.",
            (GPT2, CL100K),
            indents.IndentsOptions(),
            indents.measure,
            indents.rows,
            parts=indents.PARTS,
            said=indents.outcome,
        ),
        Measure(
            "spelling",
            "w",
            "spelling",
            "What counting letters, or reversing a word, means to a model that sees tokens.",
            (GPT2, O200K),
            letters.LettersOptions(),
            letters.measure,
            letters.rows,
            parts=letters.PARTS,
        ),
        Measure(
            "fertility",
            "f",
            "fertility, price",
            "Tokens per word of several texts, and their price at one that you type in.",
            (LAB, O200K),
            words.WordsOptions(),
            words.measure,
            words.rows,
            drawn=frozenset({"price"}),
            takes=_TEXT,
        ),
        Measure(
            "invariants",
            "g",
            "guarantees",
            "What must hold for BPE, each with its proof or a counter-example.",
            (LAB, WORDPIECE),
            None,
            lights.measure,
            lights.rows,
            takes=_CORPUS,
        ),
        Measure(
            "sides",
            "b",
            "side by side",
            "Two tokenizers: whose vocabulary has what, the same words cut by both, borders of morphemes.",
            (BPE, WORDPIECE),
            sides.SidesOptions(),
            sides.measure,
            sides.rows,
            parts=sides.PARTS,
            said=sides.outcome,
            takes=_TEXT,
        ),
        Measure(
            "algorithm",
            "a",
            "an algorithm",
            "How an algorithm learns, step by step; how it cuts a text and a word; what it loses.",
            (WORDPIECE,),
            learning.LearningOptions(),
            learning.measure,
            learning.rows,
            parts=learning.PARTS,
            said=learning.outcome,
            takes=_CORPUS,
        ),
    ]
}


def run(order: Order, data: bytes, tell: Tell = lambda doing, done, total: None) -> Any:
    """Measure what an order asks for, here and now. EngineError says what cannot be."""
    return MEASURES[order.measure].work(Inputs(order, data, tell))
