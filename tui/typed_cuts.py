"""Where two vocabularies cut the typed text apart: the first place at which their tokens differ."""

from __future__ import annotations

from bpe_play.engine import Tokenizer
from bpe_play.engine.futures import Futures
from bpe_play.engine.specials import SpecialTokens
from bpe_play.tui.lab import Lab
from bpe_play.tui.typed_text import is_tried
from bpe_play.tui.visible import label

_LOOKED_AT = 400  # bytes of the text
_MOST = 6  # tokens that are shown
_WIDEST = 12  # cells of one


def typed_cuts(lab: Lab, futures: Futures) -> str:
    """How both futures cut the beginning of the typed text after the last step, in a sentence; "" if unknown.

    A split that may take long is not tried here.
    """
    text = lab.state.text[:_LOOKED_AT]
    if not text or not is_tried(lab.tokenizer):
        return ""
    first, second = (
        Tokenizer(lab.split, history.vocabulary, SpecialTokens({})) for history in futures.histories
    )
    cuts = [[span.token for span in one.tokenize(text, step=futures.last).spans] for one in (first, second)]
    where = "The typed text" if len(text) == len(lab.state.text) else "The beginning of the typed text"
    if cuts[0] == cuts[1]:
        return f"{where} is cut the same way."
    here, there = difference(*cuts)
    return f"{where} is cut as {_shown(here)} and as {_shown(there)}."


def difference(first: list[bytes], second: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    """The first run of tokens in which two cuts of one text differ: from where they part to where they meet.

    >>> difference([b"a", b"bc", b"d", b"e"], [b"a", b"b", b"cd", b"e"])
    ([b'bc', b'd'], [b'b', b'cd'])
    """
    start = next(at for at, (one, other) in enumerate(zip(first, second, strict=False)) if one != other)
    ends = [start + 1, start + 1]
    sizes = [len(first[start]), len(second[start])]
    while sizes[0] != sizes[1]:
        behind = 0 if sizes[0] < sizes[1] else 1
        sizes[behind] += len((first, second)[behind][ends[behind]])
        ends[behind] += 1
    return first[start : ends[0]], second[start : ends[1]]


def _shown(tokens: list[bytes]) -> str:
    shown = "│".join(label(token, _WIDEST) for token in tokens[:_MOST])
    return f"{shown}│…" if len(tokens) > _MOST else shown
