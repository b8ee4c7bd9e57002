"""Figures of the museum of encoders that look right (engine/museum.py), with the merges of a lab.

The argument is the name of an exhibit: longest, left, frequent or shuffled.
"""

from __future__ import annotations

from functools import lru_cache

from bpe_play.engine import EngineError
from bpe_play.engine.museum import EXHIBITS, Cut, Exhibit, Failure, share_that_differs, smallest_failure
from bpe_play.tui.lab import Lab
from bpe_play.tui.lessons.figure import BORDER, Figure
from bpe_play.tui.visible import label

_Pairs = tuple[tuple[bytes, bytes], ...]


def _exhibit(key: str) -> Exhibit:
    if key not in EXHIBITS:
        raise EngineError(f"There is no exhibit {key!r}", f"the names are {', '.join(EXHIBITS)}")
    return EXHIBITS[key]


def _merges(lab: Lab) -> _Pairs:
    vocabulary = lab.tokenizer.vocabulary
    pairs = vocabulary.pairs[: lab.cursor]
    return tuple((vocabulary.tokens[left], vocabulary.tokens[right]) for left, right in pairs)


@lru_cache(16)
def _search(key: str, merges: _Pairs) -> Failure | None:
    return smallest_failure(_exhibit(key).encode, merges)


def _failure(lab: Lab, key: str) -> Failure:
    found = _search(key, _merges(lab))
    if found is None:
        raise EngineError(f"No short text fools {_exhibit(key).title}", "take another corpus, or more merges")
    return found


def _text(lab: Lab, key: str) -> str:
    return label(_failure(lab, key).text)


def _cut(cut: Cut) -> str:
    return BORDER.join(map(label, cut))


def _share(lab: Lab, key: str) -> str:
    """Of the different pieces of the scene's corpus."""
    assert lab.source is not None
    pieces = list(lab.split.counts(lab.source.data))
    return f"{share_that_differs(_exhibit(key).encode, _merges(lab), pieces):.0%}"


ROWS = [
    Figure("{exhibit: longest}", "what an encoder is called", lambda lab, key: _exhibit(key).title, "word"),
    Figure("{belief: longest}", "why it sounds right", lambda lab, key: _exhibit(key).belief, "word"),
    Figure("{fools: longest}", "the smallest text that it cuts wrongly", _text, "word"),
    Figure("{fooled: longest}", "its cut of that text", lambda lab, key: _cut(_failure(lab, key).wrong), "word"),
    Figure("{rightly: longest}", "the right cut of it", lambda lab, key: _cut(_failure(lab, key).right), "word"),
    Figure("{share: longest}", "the share of the corpus's pieces that it cuts wrongly", _share, "word"),
]  # fmt: skip
