"""The engine of bpe-play: byte-pair encoding that can be watched, paused and asked about any step.

Read in this order: `bpe` (the algorithm in its plainest form), `merges` (what training hands out),
`pretokenizers`, `vocabulary`, `encoder`, `tokenizer`. How data flows:

    bytes -> specials -> pretokenizers -> encoder (vocabulary) -> tokenizer.Tokenization -> characters
    bytes -> pretokenizers.counts -> training.train -> merges.Merge … -> history.History -> vocabulary

The engine imports the standard library and `regex`; nothing of it knows a screen.
"""

from bpe_play.engine.characters import character_pieces, grapheme_bounds, segments
from bpe_play.engine.door import to_bytes, to_text
from bpe_play.engine.errors import EngineError, ModelFileError, PatternError, TokenError
from bpe_play.engine.history import History
from bpe_play.engine.merges import Candidate, Merge, Pair, StopReason, TieRule
from bpe_play.engine.pretokenizers import PRETOKENIZERS, PreTokenizer, pre_tokenizer
from bpe_play.engine.specials import SpecialMode, SpecialTokens
from bpe_play.engine.tokenizer import Tokenization, Tokenizer, TokenSpan
from bpe_play.engine.trace import TraceStep, trace
from bpe_play.engine.vocabulary import Vocabulary

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
    "trace",
]
