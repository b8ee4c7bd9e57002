"""A tokenizer that changes text before it cuts it, or has added tokens beside the special ones.

What a simple byte-level tokenizer.json needs is `Tokenizer` itself; this is for the others. Tokens stand
over the text as it was given: `token` of a span is what it covers there, which can be nothing, where a
normalizer put a space before the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from bpe_play.engine.door import to_bytes
from bpe_play.engine.formats.hf_added import AddedToken, AddedTokens
from bpe_play.engine.formats.hf_steps import NormalizerStep, Prepend, apply_all
from bpe_play.engine.formats.opened import OpenedTokenizer
from bpe_play.engine.pretokenizers import PreTokenizer
from bpe_play.engine.specials import SpecialMode, SpecialTokens
from bpe_play.engine.tokenizer import Tokenization, TokenSpan
from bpe_play.engine.vocabulary import Vocabulary

SPACE = "▁".encode()


@dataclass(frozen=True)
class TextRules:
    """What happens to a text before it is cut.

    normalizer  steps for each part between added tokens
    prepare     steps for each part between normalized added tokens
    only_first  whether `prepare` may prepend only where the text begins
    strips      whether decoding takes one space from the beginning
    """

    added: Sequence[AddedToken] = ()
    normalizer: Sequence[NormalizerStep] = ()
    prepare: Sequence[NormalizerStep] = ()
    only_first: bool = False
    strips: bool = False

    @property
    def are_plain(self) -> bool:
        """Whether `Tokenizer` with its special tokens does the same."""
        changes = self.normalizer or self.prepare or self.strips
        return not changes and all(token.special and token.is_plain for token in self.added)


@dataclass
class _Piece:
    """A piece to encode, or an added token, with where each of its bytes stood in the text."""

    data: bytes
    borders: Sequence[int]
    id: int | None = None
    special: bool = field(default=False)


class RuledTokenizer(OpenedTokenizer):
    """A tokenizer with rules for the text."""

    def __init__(
        self,
        pre_tokenizer: PreTokenizer,
        vocabulary: Vocabulary,
        rules: TextRules,
        name: str = "",
        notes: Iterable[str] = (),
    ) -> None:
        specials = {token.content: token.id for token in rules.added if token.special}
        super().__init__(pre_tokenizer, vocabulary, SpecialTokens(specials), name, notes)
        self.rules = rules
        self._special_ids = set(specials.values())
        raw = [token for token in rules.added if not token.normalized]
        normalized = [token for token in rules.added if token.normalized]
        self._raw = AddedTokens(raw)
        self._spelled = {
            token.id: apply_all(rules.normalizer, to_bytes(token.content)).data for token in normalized
        }
        self._normalized = AddedTokens(normalized, lambda token: self._spelled[token.id])

    def encode(
        self, text: str | bytes, *, step: int | None = None, specials: SpecialMode = SpecialMode.TEXT
    ) -> list[int]:
        ids: list[int] = []
        for piece in self._ruled_pieces(_as_bytes(text), specials):
            ids += self._encoder.encode(piece.data, step) if piece.id is None else [piece.id]
        return ids

    def tokenize(
        self, text: str | bytes, *, step: int | None = None, specials: SpecialMode = SpecialMode.TEXT
    ) -> Tokenization:
        data = _as_bytes(text)
        return Tokenization(data, tuple(self._ruled_spans(data, step, specials)))

    def decode(self, ids: Iterable[int], *, step: int | None = None) -> bytes:
        data = super().decode(ids, step=step)
        return data.removeprefix(b" ") if self.rules.strips else data

    def token(self, token_id: int, step: int | None = None) -> bytes:
        """The bytes of an id; those of a normalized added token are as the normalizer spells it."""
        spelled = self._spelled.get(token_id)
        if spelled is None:
            return super().token(token_id, step)
        return spelled.replace(SPACE, b" ") if self.vocabulary.characters else spelled

    def _ruled_spans(self, data: bytes, step: int | None, mode: SpecialMode) -> Iterator[TokenSpan]:
        for piece in self._ruled_pieces(data, mode):
            position = 0
            for token_id in [piece.id] if piece.id is not None else self._encoder.encode(piece.data, step):
                length = len(piece.data) if piece.id is not None else len(self.token(token_id))
                start, end = piece.borders[position], piece.borders[position + length]
                yield TokenSpan(token_id, data[start:end], start, end, piece.special)
                position += length

    def _ruled_pieces(self, data: bytes, mode: SpecialMode) -> Iterator[_Piece]:
        if mode is SpecialMode.ERROR:
            list(self.specials.cut(data, mode))
        start = 0
        for part, added_id in self._raw.cut(data, lambda token: self._is_wanted(token, mode)):
            borders = range(start, start + len(part) + 1)
            if added_id is None:
                yield from self._normalized_pieces(part, borders, mode)
            else:
                yield _Piece(part, borders, added_id, added_id in self._special_ids)
            start += len(part)

    def _normalized_pieces(self, part: bytes, borders: Sequence[int], mode: SpecialMode) -> Iterator[_Piece]:
        normal = apply_all(self.rules.normalizer, part)
        borders = _seen_through(borders, normal.borders, len(normal.data))
        start = 0
        for segment, added_id in self._normalized.cut(
            normal.data, lambda token: self._is_wanted(token, mode)
        ):
            inner = borders[start : start + len(segment) + 1]
            if added_id is None:
                yield from self._plain_pieces(segment, inner)
            else:
                yield _Piece(segment, inner, added_id, added_id in self._special_ids)
            start += len(segment)

    def _plain_pieces(self, segment: bytes, borders: Sequence[int]) -> Iterator[_Piece]:
        steps = self.rules.prepare
        if self.rules.only_first and borders[0] != 0:
            steps = [step for step in steps if not isinstance(step, Prepend)]
        prepared = apply_all(steps, segment)
        borders = _seen_through(borders, prepared.borders, len(prepared.data))
        start = 0
        for piece in self.pre_tokenizer.pieces(prepared.data):
            yield _Piece(piece, borders[start : start + len(piece) + 1])
            start += len(piece)

    @staticmethod
    def _is_wanted(token: AddedToken, mode: SpecialMode) -> bool:
        return not token.special or mode is SpecialMode.SPECIAL


def _seen_through(borders: Sequence[int], inner: Sequence[int] | None, length: int) -> Sequence[int]:
    """The borders of a changed text, in the text before all changes."""
    return borders if inner is None else [borders[inner[offset]] for offset in range(length + 1)]


def _as_bytes(text: str | bytes) -> bytes:
    return to_bytes(text) if isinstance(text, str) else text
