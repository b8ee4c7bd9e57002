"""A lab that has learned, as the trainer would teach it, and a folder to write in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bpe_play.corpora import open_source
from bpe_play.engine import StopReason
from bpe_play.engine.history import pack
from bpe_play.tui.lab import Lab
from bpe_play.tui.state import State
from bpe_play.tui.taught import merges_of


def teach(lab: Lab, stdin: bytes | None = None) -> Lab:
    """Let a lab learn here and now what its trainer's process would teach it."""
    from bpe_play.corpora import Source

    state = lab.state
    source = open_source(state.source) if stdin is None else Source("standard input", stdin)
    lab.opened(source)
    words = lab.split.counts(source.data) if source.words is None else source.words
    merges = merges_of(lab.state, words)
    lab.started(sum(len(word) * weight for word, weight in words.items()), len(words))
    lab.learned(pack(merges))
    lab.ended(StopReason.NO_PAIR_LEFT)
    return lab


@pytest.fixture
def learned() -> Callable[..., Lab]:
    """`learned(source="tiny", …)`: a lab with that state that has learned; `stdin` is a corpus by a pipe."""

    def make(stdin: bytes | None = None, **state: Any) -> Lab:
        return teach(Lab(State(**{"source": "tiny", "vocab_size": 270, **state})), stdin)

    return make


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder one is in."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return here
