"""A tokenizer that changes text before it cuts it, or has added tokens beside the special ones.

What a simple byte-level tokenizer.json needs is `Tokenizer` itself; this is for the others. Tokens stand
over the text as it was given: `token` of a span is what it covers there, which can be nothing, where a
normalizer put a space before the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bpe_play.engine.algorithms.text_rules import Cut
from bpe_play.engine.door import to_bytes
from bpe_play.engine.formats.hf_added import AddedToken, AddedTokens
from bpe_play.engine.formats.hf_steps import NormalizerStep, Prepend, apply_all
from bpe_play.engine.formats.opened import OpenedTokenizer
from bpe_play.engine.pretokenizers import PreTokenizer
from bpe_play.engine.specials import SpecialMode, SpecialTokens
from bpe_play.engine.tokenizer import Piece, Tokenization, TokenSpan
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
class RuledPiece:
    """A piece to encode, or a token that is known already, with where each of its bytes stood in the text."""

    data: bytes
    borders: Sequence[int]
    id: int | None = None
    special: bool = False
    unknown: bool = False

    def part(self, start: int, end: int) -> RuledPiece:
        """Some of its bytes, as a piece to encode."""
        return RuledPiece(self.data[start:end], self.borders[start : end + 1])

    @property
    def start(self) -> int:
        """Where it begins in the text."""
        return self.borders[0]


class RuledTokenizer(OpenedTokenizer):
    """A tokenizer with rules for the text."""

    is_plain = False

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
            ids += self.ids_of(piece.data, step) if piece.id is None else [piece.id]
        return ids

    def tokenize(
        self, text: str | bytes, *, step: int | None = None, specials: SpecialMode = SpecialMode.TEXT
    ) -> Tokenization:
        data = _as_bytes(text)
        return Tokenization(data, tuple(_without_gaps(self._ruled_spans(data, step, specials), data)))

    def pieces(self, text: str | bytes, *, specials: SpecialMode = SpecialMode.TEXT) -> Iterator[Piece]:
        for piece in self._ruled_pieces(_as_bytes(text), specials):
            yield Piece(piece.data, piece.borders[0], piece.borders[-1], piece.id)

    def decode(self, ids: Iterable[int], *, step: int | None = None) -> bytes:
        data = super().decode(ids, step=step)
        return data.removeprefix(b" ") if self.rules.strips else data

    def token(self, token_id: int, step: int | None = None) -> bytes:
        """The bytes of an id; those of a normalized added token are as the normalizer spells it."""
        spelled = self._spelled.get(token_id)
        if spelled is None:
            return super().token(token_id, step)
        return spelled.replace(SPACE, b" ") if self.vocabulary.characters else spelled

    # What a class for another kind of model does its own way.

    def ids_of(self, piece: bytes, step: int | None) -> list[int]:
        """The tokens of a piece. Do not change the list."""
        return self._encoder.encode(piece, step)

    def cuts_of(self, piece: bytes, step: int | None) -> Iterable[Cut]:
        """The same with their lengths."""
        token = super().token  # not as the normalizer spells it: this one was made of the bytes
        return (Cut(token_id, len(token(token_id))) for token_id in self.ids_of(piece, step))

    def plain_pieces(self, segment: RuledPiece) -> Iterator[RuledPiece]:
        """The pieces of what stands between added tokens."""
        steps = self.rules.prepare
        if self.rules.only_first and segment.start != 0:
            steps = [step for step in steps if not isinstance(step, Prepend)]
        prepared = apply_all(steps, segment.data)
        borders = seen_through(segment.borders, prepared.borders, len(prepared.data))
        start = 0
        for piece in self.pre_tokenizer.pieces(prepared.data):
            yield RuledPiece(piece, borders[start : start + len(piece) + 1])
            start += len(piece)

    def _ruled_spans(self, data: bytes, step: int | None, mode: SpecialMode) -> Iterator[TokenSpan]:
        for piece in self._ruled_pieces(data, mode):
            if piece.id is not None:
                start, end = piece.borders[0], piece.borders[-1]
                yield TokenSpan(piece.id, data[start:end], start, end, piece.special, piece.unknown)
                continue
            position = 0
            for token_id, length, unknown in self.cuts_of(piece.data, step):
                start, end = piece.borders[position], piece.borders[position + length]
                special = not unknown and token_id in self._special_ids
                yield TokenSpan(token_id, data[start:end], start, end, special, unknown)
                position += length

    def _ruled_pieces(self, data: bytes, mode: SpecialMode) -> Iterator[RuledPiece]:
        if mode is SpecialMode.ERROR:
            list(self.specials.cut(data, mode))
        start = 0
        for part, added_id in self._raw.cut(data, lambda token: self._is_wanted(token, mode)):
            borders = range(start, start + len(part) + 1)
            if added_id is None:
                yield from self._normalized_pieces(part, borders, mode)
            else:
                yield RuledPiece(part, borders, added_id, added_id in self._special_ids)
            start += len(part)

    def _normalized_pieces(
        self, part: bytes, borders: Sequence[int], mode: SpecialMode
    ) -> Iterator[RuledPiece]:
        normal = apply_all(self.rules.normalizer, part)
        borders = seen_through(borders, normal.borders, len(normal.data))
        start = 0
        for segment, added_id in self._normalized.cut(
            normal.data, lambda token: self._is_wanted(token, mode)
        ):
            inner = borders[start : start + len(segment) + 1]
            if added_id is None:
                yield from self.plain_pieces(RuledPiece(segment, inner))
            else:
                yield RuledPiece(segment, inner, added_id, added_id in self._special_ids)
            start += len(segment)

    @staticmethod
    def _is_wanted(token: AddedToken, mode: SpecialMode) -> bool:
        return not token.special or mode is SpecialMode.SPECIAL


def seen_through(borders: Sequence[int], inner: Sequence[int] | None, length: int) -> Sequence[int]:
    """The borders of a changed text, in the text before all changes."""
    return borders if inner is None else [borders[inner[offset]] for offset in range(length + 1)]


def _without_gaps(spans: Iterable[TokenSpan], data: bytes) -> Iterator[TokenSpan]:
    """What was dropped from a text belongs to the token after it, and at the end to the last one."""
    start, last = 0, None
    for span in spans:
        if last is not None:
            yield last
        last = span if span.start == start else _stretched(span, data, start, span.end)
        start = span.end
    if last is not None:
        yield last if last.end == len(data) else _stretched(last, data, last.start, len(data))


def _stretched(span: TokenSpan, data: bytes, start: int, end: int) -> TokenSpan:
    return span._replace(token=data[start:end], start=start, end=end)


def _as_bytes(text: str | bytes) -> bytes:
    return to_bytes(text) if isinstance(text, str) else text
