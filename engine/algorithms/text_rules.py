"""What happens to a text before a model cuts it, and what a cut is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from bpe_play.engine.algorithms.normalizers import PLAIN, Normalizer
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.pretokenizers import PRETOKENIZERS, PreTokenizer
from bpe_play.engine.specials import SpecialTokens

UNKNOWN = "[UNK]"


class Cut(NamedTuple):
    """One token of a piece: its id, how many bytes of the piece it covers, whether it is the unknown one."""

    id: int
    length: int
    unknown: bool = False


@dataclass(frozen=True)
class TextRules:
    """What happens to a text before a model cuts it.

    skips_spaces  pieces of white space get no token (BERT); their bytes then belong to the span after them
    writes_spaces whether the vocabulary is shown with ▁ for a space
    """

    split: PreTokenizer = PRETOKENIZERS["none"]
    normalizer: Normalizer = PLAIN
    specials: SpecialTokens = field(default_factory=SpecialTokens)
    skips_spaces: bool = False
    writes_spaces: bool = False

    @classmethod
    def of(cls, settings: Settings) -> TextRules:
        """Those of a model that was trained here."""
        return cls(settings.pre_tokenizer, settings.normalizer, writes_spaces=settings.sentencepiece)
