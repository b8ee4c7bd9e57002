"""The engine of bpe-play: byte-pair encoding that can be watched, paused and asked about any step.

Read in this order: `bpe` (the algorithm in its plainest form), `merges` (what training hands out),
`pretokenizers`, `vocabulary`, `encoder`, `tokenizer`. How data flows:

    bytes -> specials -> pretokenizers -> encoder (vocabulary) -> tokenizer.Tokenization -> characters
    bytes -> pretokenizers.counts -> training.train -> merges.Merge … -> history.History -> vocabulary

The engine imports the standard library and `regex`; nothing of it knows a screen. The names below can be
imported from here; each is fetched from its module when it is first asked for, so that a command which needs
one of them does not wait for all.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bpe_play.engine.characters import character_pieces, grapheme_bounds, segments
    from bpe_play.engine.door import to_bytes, to_text
    from bpe_play.engine.errors import EngineError, ModelFileError, PatternError, TokenError
    from bpe_play.engine.history import History
    from bpe_play.engine.merges import Candidate, Merge, Pair, StopReason, TieRule
    from bpe_play.engine.pretokenizers import PRETOKENIZERS, PreTokenizer, pre_tokenizer
    from bpe_play.engine.specials import SpecialMode, SpecialTokens
    from bpe_play.engine.tokenizer import Tokenization, Tokenizer, TokenSpan
    from bpe_play.engine.trace import TraceStep
    from bpe_play.engine.vocabulary import Vocabulary

_NAMES = {
    "characters": "character_pieces grapheme_bounds segments",
    "door": "to_bytes to_text",
    "errors": "EngineError ModelFileError PatternError TokenError",
    "history": "History",
    "merges": "Candidate Merge Pair StopReason TieRule",
    "pretokenizers": "PRETOKENIZERS PreTokenizer pre_tokenizer",
    "specials": "SpecialMode SpecialTokens",
    "tokenizer": "Tokenization Tokenizer TokenSpan",
    "trace": "TraceStep",
    "vocabulary": "Vocabulary",
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = [
    "PRETOKENIZERS",
    "Candidate",
    "EngineError",
    "History",
    "Merge",
    "ModelFileError",
    "Pair",
    "PatternError",
    "PreTokenizer",
    "SpecialMode",
    "SpecialTokens",
    "StopReason",
    "TieRule",
    "TokenError",
    "TokenSpan",
    "Tokenization",
    "Tokenizer",
    "TraceStep",
    "Vocabulary",
    "character_pieces",
    "grapheme_bounds",
    "pre_tokenizer",
    "segments",
    "to_bytes",
    "to_text",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return value
