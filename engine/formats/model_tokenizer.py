"""A tokenizer around a model that does not merge: WordPiece, or Unigram.

The model cuts pieces; what happens to a text before that, and after decoding, is told by the rules. Its
vocabulary has tokens, but neither merges nor steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import Self

from bpe_play.engine.algorithms.pieces import PieceModel
from bpe_play.engine.algorithms.text_rules import Cut
from bpe_play.engine.errors import EngineError
from bpe_play.engine.formats.hf_tokenizer import RuledPiece, RuledTokenizer, TextRules
from bpe_play.engine.formats.hf_words import WordStage, cut_words
from bpe_play.engine.pretokenizers import PRETOKENIZERS
from bpe_play.engine.vocabulary import Vocabulary

Decode = Callable[[list[bytes]], bytes]


class UnmergedVocabulary(Vocabulary):
    """Tokens that come from no merges.

    byte_ids  empty, unless there is a token for each byte

    >>> vocabulary = UnmergedVocabulary({0: b"[UNK]", 1: b"a"}, (), "WordPiece does not merge")
    >>> vocabulary.step, vocabulary.step_of(1), vocabulary.parents(1)
    (0, 0, None)
    """

    def __init__(self, tokens: Mapping[int, bytes], byte_ids: Sequence[int], why_no_merges: str) -> None:
        super().__init__()
        self.byte_ids, self.tokens = tuple(byte_ids), dict(tokens)
        self.why_no_merges = why_no_merges

    def start(self, piece: bytes) -> list[int]:
        raise EngineError(self.why_no_merges, "choose a tokenizer with merges")


class ModelTokenizer(RuledTokenizer):
    """A tokenizer around a model.

    model   cuts pieces that are not empty; its pieces are bytes as the model writes them
    stages  the pre-tokenizer
    written the tokens as the file writes them
    joined  the text of some tokens that are written so
    """

    def __init__(
        self,
        model: PieceModel,
        vocabulary: UnmergedVocabulary,
        rules: TextRules,
        *,
        written: Mapping[int, bytes],
        joined: Decode,
        stages: Sequence[WordStage] = (),
        name: str = "",
        notes: Iterable[str] = (),
    ) -> None:
        super().__init__(PRETOKENIZERS["none"], vocabulary, rules, name, notes)
        self.model = model
        self.why_no_merges = vocabulary.why_no_merges
        self._stages = tuple(stages)
        self._all_written, self._joined = written, joined

    def twin(self) -> Self:
        twin = super().twin()
        twin.model = copy(self.model)  # with a memory of its own
        return twin

    def plain_pieces(self, segment: RuledPiece) -> Iterator[RuledPiece]:
        return iter(cut_words(self._stages, segment) if segment.data else ())

    def ids_of(self, piece: bytes, step: int | None) -> list[int]:
        return [cut.id for cut in self.model.cuts(piece)]

    def cuts_of(self, piece: bytes, step: int | None) -> Iterable[Cut]:
        return self.model.cuts(piece)

    def decode(self, ids: Iterable[int], *, step: int | None = None) -> bytes:
        return self._joined([self._written(token_id) for token_id in ids])

    def _written(self, token_id: int) -> bytes:
        written = self._all_written.get(token_id)
        return self.token(token_id) if written is None else written
