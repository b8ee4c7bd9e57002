"""A Tokenizer around the model of an algorithm, so that whatever takes a Tokenizer takes any algorithm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from typing import Self

from bpe_play.engine.algorithms.normalizers import PLAIN
from bpe_play.engine.algorithms.pieces import PieceModel
from bpe_play.engine.algorithms.step_history import StepHistory
from bpe_play.engine.algorithms.steps import Step
from bpe_play.engine.algorithms.trained import TrainedModel
from bpe_play.engine.merges import BYTES, SINGLE_BYTES, Pair
from bpe_play.engine.specials import SpecialMode
from bpe_play.engine.tokenizer import Piece, Tokenization, Tokenizer, TokenSpan
from bpe_play.engine.vocabulary import Vocabulary, unknown_id


class ModelVocabulary(Vocabulary):
    """The tokens of a model, each with the step that made it. It has no list of merges.

    byte_ids  empty, unless there is a token for each byte
    tokens    as they stand in text; those of the last step
    """

    def __init__(self, model: PieceModel) -> None:
        super().__init__()
        self._model = model
        self.tokens = {token_id: model.token(token_id) for token_id in model.ids()}
        has_bytes = all(self.tokens.get(value) == token for value, token in enumerate(SINGLE_BYTES))
        self.byte_ids = tuple(range(BYTES)) if has_bytes else ()

    @property
    def step(self) -> int:
        return self._model.steps

    def step_of(self, token_id: int) -> int:
        if token_id not in self.tokens:
            raise unknown_id(token_id)
        return self._model.born(token_id)

    def is_made_by(self, token_id: int, step: int) -> bool:
        return 0 < self._model.born(token_id) <= step

    def parents(self, token_id: int) -> Pair | None:
        return self._model.parents(token_id)

    def token(self, token_id: int, step: int | None = None) -> bytes:
        return self._model.token(token_id, step)

    def written(self, token_id: int) -> bytes:
        return self._model.written(token_id)

    def score(self, token_id: int) -> float | None:
        return self._model.score(token_id)

    def start(self, piece: bytes) -> list[int]:
        return [cut.id for cut in self._model.cuts(piece, 0)]


class TrainedTokenizer(Tokenizer):
    """Encodes and decodes as the model does, as of any step of its training.

    >>> from bpe_play.engine.algorithms.protocol import run
    >>> from bpe_play.engine.algorithms.settings import Settings
    >>> from bpe_play.engine.algorithms.table import ALGORITHMS
    >>> model = run(ALGORITHMS["char"].train({b"aab": 1}, Settings()))
    >>> tokenizer = TrainedModel("char", Settings(), model).tokenizer()
    >>> tokenizer.encode("abz"), tokenizer.encode("ab", step=1), tokenizer.decode([1, 0])
    ([1, 2, 0], [1, 0], b'a[UNK]')
    """

    is_plain = False

    def __init__(self, trained: TrainedModel, name: str = "") -> None:
        model = trained.model
        super().__init__(model.rules.split, ModelVocabulary(model), model.rules.specials, name)
        self.notes = tuple(trained.notices())
        self.trained = trained
        self.model = model
        self.cuts_pieces = model.rules.normalizer is PLAIN and not model.rules.skips_spaces

    def twin(self) -> Self:
        twin = super().twin()
        twin.model = copy(self.model)  # with a memory of its own
        return twin

    def history(self) -> StepHistory:
        """Its steps; none where the model cannot be asked for them."""
        trained = self.trained
        size = trained.trained_on.size if trained.trained_on else 0
        steps = trained.steps if self.model.steps else ()
        history = StepHistory(trained.algorithm, size, trained.start_tokens, steps or self._bare_steps())
        history.vocabulary = self.vocabulary
        return history

    def _bare_steps(self) -> list[Step]:
        """Where nobody has kept the steps: what each made, without figures."""
        made: dict[int, list[int]] = {}
        for token_id in self.vocabulary.tokens:
            made.setdefault(self.model.born(token_id), []).append(token_id)
        start = len(made.pop(0, []))
        steps = []
        for number in range(1, self.model.steps + 1):
            pieces = tuple(self.model.written(token_id) for token_id in made.get(number, []))
            start += len(pieces)
            steps.append(Step(number, "new entry", pieces, start, 0))
        return steps

    def encode(
        self, text: str | bytes, *, step: int | None = None, specials: SpecialMode = SpecialMode.TEXT
    ) -> list[int]:
        return self.model.encode(text, step=step, specials=specials)

    def tokenize(
        self, text: str | bytes, *, step: int | None = None, specials: SpecialMode = SpecialMode.TEXT
    ) -> Tokenization:
        return self.model.tokenize(text, step=step, specials=specials)

    def pieces(self, text: str | bytes, *, specials: SpecialMode = SpecialMode.TEXT) -> Iterator[Piece]:
        return self.model.placed(text, specials)

    def spans_of(self, piece: bytes, start: int = 0, step: int | None = None) -> Iterator[TokenSpan]:
        at = 0
        for token_id, length, unknown in self.model.cuts(piece, step):
            yield TokenSpan(
                token_id, piece[at : at + length], start + at, start + at + length, False, unknown
            )
            at += length

    def decode(self, ids: Iterable[int], *, step: int | None = None) -> bytes:
        return self.model.decode(ids, step=step)

    def token(self, token_id: int, step: int | None = None) -> bytes:
        return self.model.token(token_id, step)
