"""What an algorithm other than BPE over bytes has learned: a value, complete enough to be saved and shown.

As engine/model.py is for BPE over bytes. It knows no files (trained_file.py), and does not encode by itself.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from bpe_play.engine.algorithms.pieces import PieceModel
from bpe_play.engine.algorithms.protocol import Algorithm, Training
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.steps import Step
from bpe_play.engine.algorithms.table import algorithm
from bpe_play.engine.fingerprint import LONG
from bpe_play.engine.model import TrainedOn, split_notices
from bpe_play.engine.specials import SpecialTokens
from bpe_play.engine.versions import Versions, versions

if TYPE_CHECKING:
    from bpe_play.engine.algorithms.trained_tokenizer import TrainedTokenizer

_DIGITS = 6  # of scores: the last digits of a logarithm are not the same on every machine


@dataclass(frozen=True, eq=False)
class TrainedModel:
    """A model with how it came to be.

    key           of its algorithm
    settings      as the algorithm heeds them
    steps         of its training; none where they are not known
    start_tokens  length of the corpus in tokens before the first step; 0 where it is not known
    """

    key: str
    settings: Settings
    model: PieceModel
    steps: Sequence[Step] = ()
    start_tokens: int = 0
    trained_on: TrainedOn | None = None
    made_by: Versions = field(default_factory=versions)

    @classmethod
    def of(
        cls,
        key: str,
        settings: Settings,
        training: Training,
        steps: Sequence[Step] = (),
        trained_on: TrainedOn | None = None,
    ) -> TrainedModel:
        """What a training has learned so far, with the steps that were taken from it."""
        model = training.model()
        assert isinstance(model, PieceModel), "BPE over bytes has a Tokenizer of its own"
        return cls(key, settings, model, steps, training.start_tokens, trained_on)

    @property
    def algorithm(self) -> Algorithm:
        return algorithm(self.key)

    def with_specials(self, *texts: str) -> TrainedModel:
        """The same with these special tokens and no others, with the first ids that are free."""
        first = max(self.settings.vocab_size, self.model.next_id)
        specials = SpecialTokens({text: first + number for number, text in enumerate(texts)})
        model = copy(self.model)
        model.rules = replace(model.rules, specials=specials)
        return replace(self, model=model)

    def tokenizer(self, name: str = "") -> TrainedTokenizer:
        from bpe_play.engine.algorithms.trained_tokenizer import TrainedTokenizer

        return TrainedTokenizer(self, name)

    def written(self) -> dict[str, Any]:
        """What the algorithm keeps of the model, as JSON."""
        keeping = self.algorithm.keeping
        assert keeping is not None, "BPE over bytes has a file of its own"
        return keeping.write(self.model)

    def fingerprint(self) -> str:
        """Sixteen digits made of all that decides how text is encoded; the first four are the short form."""
        settings = self.settings
        marked = [
            self.key,
            settings.pre_tokenizer.pattern,
            settings.ties,
            [settings.nfkc, settings.byte_fallback, settings.longest_word],
            sorted(self.model.rules.specials.ids.items()),
            _rounded(self.written()),
        ]
        return hashlib.sha256(json.dumps(marked).encode()).hexdigest()[:LONG].upper()

    def notices(self, text: bytes | None = None) -> list[str]:
        """What may make this model cut a text, or this one, otherwise elsewhere, and what its file lacked."""
        lacks = [] if self.model.steps else self.limits()
        return [*split_notices(self.settings.pre_tokenizer, self.made_by, text), *lacks]

    def limits(self) -> list[str]:
        """What a file of this model does not hold."""
        keeping = self.algorithm.keeping
        return [keeping.limits] if keeping is not None and keeping.limits else []


def _rounded(value: Any) -> Any:
    """The same with scores that do not depend on the machine."""
    if isinstance(value, float):
        return f"{value:.{_DIGITS}f}"
    if isinstance(value, list):
        return list(map(_rounded, value))
    return {name: _rounded(part) for name, part in value.items()} if isinstance(value, dict) else value
