"""What a lesson can compute: one row a figure, by the name that stands in braces.

Each is a function of a lab and an argument. They are these and no others: nothing that stands in a file is
run. To add one: a function and a row in the file of its kind.
"""

from __future__ import annotations

from bpe_play.tui.lab import Lab
from bpe_play.tui.lessons import museum_figures, text_figures, training_figures, vocabulary_figures
from bpe_play.tui.lessons.figure import Figure

_KINDS = (training_figures, text_figures, vocabulary_figures, museum_figures)

FIGURES: dict[str, Figure] = {row.name: row for kind in _KINDS for row in kind.ROWS}


def compute(lab: Lab, name: str, argument: str) -> str:
    """The words of one figure. EngineError where there is none, such as a step that was not learned.

    >>> from bpe_play.tui.lessons.bench import Bench
    >>> from bpe_play.tui.state import State
    >>> lab = Bench().lab(State(source="aaabdaaabac", split="none", vocab_size=259))
    >>> compute(lab, "merge", "2"), compute(lab, "cut", "aaab"), compute(lab, "step_of", "aaab")
    ('aa + a → aaa', 'aaab', '3')
    """
    return FIGURES[name].compute(lab, argument)
