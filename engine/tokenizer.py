"""A tokenizer: a pre-tokenizer, a vocabulary with its merges, and special tokens, put together.

text -> special tokens cut out -> pieces -> ids. Everything can be asked for as of any step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from typing import TYPE_CHECKING, NamedTuple, Self

from bpe_play.engine.door import to_bytes
from bpe_play.engine.encoder import Encoder
from bpe_play.engine.errors import EngineError
from bpe_play.engine.pretokenizers import PreTokenizer
from bpe_play.engine.specials import SpecialMode, SpecialTokens
from bpe_play.engine.vocabulary import Vocabulary

if TYPE_CHECKING:
    from bpe_play.engine.algorithms.step_history import StepHistory
    from bpe_play.engine.history import History


_SHORT = 4_000  # bytes


class TokenSpan(NamedTuple):
    """A token where it stands in a text: data[start:end] == token, offsets in bytes.

    `unknown` marks text that no token stands for, where an algorithm has such a mark: BPE over bytes has
    none.
    """

    id: int
    token: bytes
    start: int
    end: int
    special: bool = False
    unknown: bool = False


class Piece(NamedTuple):
    """What is cut into tokens by itself: its bytes as the vocabulary sees them, and its place in the text.

    id  of a piece that is one token before anything is merged, such as a special one; else None
    """

    data: bytes
    start: int
    end: int
    id: int | None = None


class Tokenization(NamedTuple):
    """A text and its tokens. The spans follow one another and cover the text exactly.

    For a text that is too long to be looked at as a whole they may be those of a part of it: `is_whole` tells.
    """

    data: bytes
    spans: tuple[TokenSpan, ...]

    @property
    def ids(self) -> list[int]:
        return [span.id for span in self.spans]

    @property
    def is_whole(self) -> bool:
        """Whether the tokens are those of the whole text."""
        if not self.spans:
            return not self.data
        return self.spans[0].start == 0 and self.spans[-1].end == len(self.data)

    @property
    def bytes_per_token(self) -> float:
        """Compression; 0.0 for the empty text."""
        return len(self.data) / len(self.spans) if self.spans else 0.0

    def span_at(self, offset: int) -> int | None:
        """The index of the span that holds a byte offset."""
        low, high = 0, len(self.spans)
        while low < high:
            middle = (low + high) // 2
            if self.spans[middle].end <= offset:
                low = middle + 1
            else:
                high = middle
        return low if low < len(self.spans) and self.spans[low].start <= offset else None


class Tokenizer:
    """Encodes text to ids and decodes ids to bytes, as of any step of its training.

    >>> from bpe_play.engine.pretokenizers import pre_tokenizer
    >>> tokenizer = Tokenizer(pre_tokenizer("gpt2"), Vocabulary.of([(97, 98)]))
    >>> tokenizer.encode("ab ab"), tokenizer.encode("ab", step=0), tokenizer.decode([256, 10])
    ([256, 32, 256], [97, 98], b'ab\\n')

    is_plain       whether a text is cut as it is, by the pre-tokenizer and the merges alone. Not so for some
                   tokenizers from files, which change it first, or do not merge: only `pieces`, `tokenize`
                   and `encode` know what those do.
    cuts_pieces    whether, though it is not plain, the pre-tokenizer alone splits the text as it is; then
                   `spans_of` knows what becomes of a piece
    why_no_merges  a sentence about what a tokenizer without merges does instead
    notes          sentences for the user: what is to be known about where it came from
    """

    is_plain = True
    cuts_pieces = False
    why_no_merges = ""
    notes: tuple[str, ...] = ()

    def __init__(
        self,
        pre_tokenizer: PreTokenizer,
        vocabulary: Vocabulary,
        specials: SpecialTokens | None = None,
        name: str = "",
    ) -> None:
        self.pre_tokenizer = pre_tokenizer
        self.vocabulary = vocabulary
        self.specials = specials or SpecialTokens()
        self.name = name
        self._encoder = Encoder(vocabulary)
        self._last_split: tuple[object, tuple[tuple[bytes, int | None], ...]] = (None, ())
        clash = self.specials.by_id.keys() & vocabulary.tokens.keys()
        if clash:
            raise EngineError(
                f"The id {min(clash)} is both a special token and a learned one", "give it another id"
            )

    def twin(self) -> Self:
        """The same with a memory of its own, for another thread, or for who asks for another step in turn."""
        twin = copy(self)
        twin._encoder = Encoder(self.vocabulary)
        return twin

    def history(self) -> History | StepHistory:
        """The steps that made it, as far as they are known."""
        from bpe_play.engine.history import History  # late: who only encodes does without

        return History.of(self.vocabulary)

    def encode(
        self, text: str | bytes, *, step: int | None = None, specials: SpecialMode = SpecialMode.TEXT
    ) -> list[int]:
        """The ids of a text with the first `step` merges, or with all of them."""
        ids: list[int] = []
        for piece, special_id in self._pieces(_as_bytes(text), specials):
            ids += self._encoder.encode(piece, step) if special_id is None else [special_id]
        return ids

    def tokenize(
        self, text: str | bytes, *, step: int | None = None, specials: SpecialMode = SpecialMode.TEXT
    ) -> Tokenization:
        """The same with every token where it stands."""
        data = _as_bytes(text)
        return Tokenization(data, tuple(self._spans(data, step, specials)))

    def steps_alike(self, text: str | bytes, step: int, *, specials: SpecialMode = SpecialMode.TEXT) -> range:
        """Steps around `step`, itself among them, as of which a text has the same tokens as then."""
        if not self.is_plain:
            return range(step, step + 1)
        pieces = (
            piece for piece, special_id in self._pieces(_as_bytes(text), specials) if special_id is None
        )
        return self._encoder.steps_alike(pieces, step)

    def pieces(self, text: str | bytes, *, specials: SpecialMode = SpecialMode.TEXT) -> Iterator[Piece]:
        """What is cut into tokens by itself, in order."""
        start = 0
        for piece, special_id in self._pieces(_as_bytes(text), specials):
            yield Piece(piece, start, start + len(piece), special_id)
            start += len(piece)

    def spans_of(self, piece: bytes, start: int = 0, step: int | None = None) -> Iterator[TokenSpan]:
        """The tokens of a piece, which is not split again, that stands at `start` of a text."""
        for token_id in self._encoder.encode(piece, step):
            token = self.vocabulary.tokens[token_id]
            yield TokenSpan(token_id, token, start, start + len(token))
            start += len(token)

    def decode(self, ids: Iterable[int], *, step: int | None = None) -> bytes:
        """The bytes of some ids, joined. Raises TokenError for an id that is unknown (after `step`)."""
        ids = list(ids)
        tokens = {token_id: self.token(token_id, step) for token_id in dict.fromkeys(ids)}
        return b"".join(map(tokens.__getitem__, ids))

    def token(self, token_id: int, step: int | None = None) -> bytes:
        """The bytes of one id, learned or special."""
        special = self.specials.by_id.get(token_id)
        return self.vocabulary.token(token_id, step) if special is None else special

    def _spans(self, data: bytes, step: int | None, specials: SpecialMode) -> Iterator[TokenSpan]:
        start, tokens = 0, self.vocabulary.tokens
        for piece, special_id in self._pieces(data, specials):
            if special_id is not None:
                yield TokenSpan(special_id, piece, start, start + len(piece), special=True)
                start += len(piece)
                continue
            for token_id in self._encoder.encode(piece, step):
                token = tokens.get(token_id, piece)  # a special one only where the piece was looked up whole
                end = start + len(token)
                yield TokenSpan(token_id, token, start, end, token_id not in tokens)
                start = end

    def _pieces(self, data: bytes, mode: SpecialMode) -> Iterable[tuple[bytes, int | None]]:
        """Pieces, and the ids of those that are special tokens. Those of a short text are remembered, as it is often
        cut again as of another step."""
        if len(data) > _SHORT:
            return self._split(data, mode)
        asked = data, mode
        if self._last_split[0] != asked:
            self._last_split = asked, tuple(self._split(data, mode))
        return self._last_split[1]

    def _split(self, data: bytes, mode: SpecialMode) -> Iterator[tuple[bytes, int | None]]:
        for part, special_id in self.specials.cut(data, mode):
            if special_id is None:
                yield from ((piece, None) for piece in self.pre_tokenizer.pieces(part))
            else:
                yield part, special_id


def _as_bytes(text: str | bytes) -> bytes:
    return to_bytes(text) if isinstance(text, str) else text
