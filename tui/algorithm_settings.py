"""The settings of the lab as an algorithm other than BPE over bytes takes them."""

from __future__ import annotations

from typing import Any

from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.table import algorithm
from bpe_play.engine.merges import TieRule
from bpe_play.engine.pretokenizers import pre_tokenizer
from bpe_play.tui.state import State

RUNNERS_UP = 5
_AS_THEY_ARE = ("vocab_size", "min_count", "longest_token", "sentencepiece", "byte_fallback", "nfkc")


def settings_of(chosen: State | dict[str, Any]) -> Settings:
    """How to train, from a state or from an order; what the algorithm does not heed is at its default.

    EngineError where a setting cannot be.
    """
    named = chosen.to_json() if isinstance(chosen, State) else chosen
    settings = Settings(
        split=pre_tokenizer(named["split"]),
        ties=TieRule(named["ties"]),
        runners_up=RUNNERS_UP,
        **{name: named[name] for name in _AS_THEY_ARE},
    )
    return algorithm(named["algorithm"]).effective(settings)
