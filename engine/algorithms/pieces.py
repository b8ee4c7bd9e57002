"""What all models share that see a text as characters: the way from a text to spans and back.

text -> special tokens cut out -> normalizer -> pre-tokenizer -> `cut`, which each model does its own way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from bpe_play.engine.algorithms.steps import Move
from bpe_play.engine.algorithms.text_rules import Cut, TextRules
from bpe_play.engine.door import to_bytes, to_text
from bpe_play.engine.errors import TokenError
from bpe_play.engine.merges import Pair
from bpe_play.engine.specials import SpecialMode
from bpe_play.engine.tokenizer import Piece, Tokenization, TokenSpan
from bpe_play.engine.vocabulary import unknown_id

_CACHE_SIZE = 50_000


class PieceModel(ABC):
    """A model that cuts pieces one by one and remembers those it has seen.

    A subclass says how a piece is cut (`cut`), which tokens there are (`token`, `written`, `ids`), and
    explains itself.
    """

    steps = 0

    def __init__(self, rules: TextRules) -> None:
        self.rules = rules
        self._cache: dict[bytes, list[Cut]] = {}
        self._cached_step: int | None = None

    @abstractmethod
    def cut(self, piece: bytes, step: int | None) -> list[Cut]:
        """The tokens of one piece that is not empty; their lengths add up to its own."""

    @abstractmethod
    def moves(self, piece: bytes, step: int | None) -> Iterator[Move]:
        """How one piece becomes tokens."""

    @abstractmethod
    def plain_token(self, token_id: int, step: int | None) -> bytes | None:
        """The bytes that a token stands for in a text; None when there is no such token."""

    @abstractmethod
    def ids(self, step: int | None = None) -> list[int]: ...

    @abstractmethod
    def is_unknown(self, token_id: int) -> bool: ...

    @property
    def next_id(self) -> int:
        """The first id that no token has at any step."""
        return max(self.ids(), default=-1) + 1

    def born(self, token_id: int) -> int:
        """The step that made a token; 0 for one that was there from the start, or where no step makes one."""
        return 0

    def parents(self, token_id: int) -> Pair | None:
        """The two ids that a token was merged from, where one pair alone makes it."""
        return None

    def score(self, token_id: int, step: int | None = None) -> float | None:
        """The logarithm of a token's probability, where it has one."""
        return None

    def encode(
        self, text: str | bytes, *, step: int | None = None, specials: SpecialMode = SpecialMode.TEXT
    ) -> list[int]:
        """The ids of a text."""
        return self.tokenize(text, step=step, specials=specials).ids

    def tokenize(
        self, text: str | bytes, *, step: int | None = None, specials: SpecialMode = SpecialMode.TEXT
    ) -> Tokenization:
        """The tokens of a text, each over the bytes of the original that it stands for.

        The spans cover the text without a gap, unless it is white space alone and white space is skipped.
        A span can be empty: a normalizer may make several tokens of one character, or put a ▁ before a text.
        """
        return self.tokenize_with(lambda piece: self.cuts(piece, step), text, specials)

    def tokenize_with(
        self, cuts: Callable[[bytes], list[Cut]], text: str | bytes, specials: SpecialMode
    ) -> Tokenization:
        """The same, with the pieces cut in a way of the caller's."""
        data = as_bytes(text)
        spans: list[TokenSpan] = []
        start = 0
        for part, special_id in self.rules.specials.cut(data, specials):
            if special_id is None:
                spans += self._spans(part, data, start, cuts)
            else:
                spans.append(TokenSpan(special_id, part, start, start + len(part), True))
            start += len(part)
        return Tokenization(data, tuple(_without_gaps(spans, data) if self.rules.skips_spaces else spans))

    def decode(self, ids: Iterable[int], *, step: int | None = None) -> bytes:
        """The bytes of some ids, as far as they can be known again. Raises TokenError for an unknown id."""
        return self.rules.normalizer.undo(b"".join(self.token(token_id, step) for token_id in ids))

    def token(self, token_id: int, step: int | None = None) -> bytes:
        """The bytes that one id stands for; those of the unknown token are its name."""
        special = self.rules.specials.by_id.get(token_id)
        token = self.plain_token(token_id, step) if special is None else special
        if token is None:
            known = step is not None and self.plain_token(token_id, None) is not None
            raise _not_yet(token_id, step) if known else unknown_id(token_id)
        return token

    def written(self, token_id: int) -> bytes:
        """The token as the vocabulary writes it."""
        token = self.token(token_id)
        return token.replace(b" ", "▁".encode()) if self.rules.writes_spaces else token

    def cuts(self, piece: bytes, step: int | None = None) -> list[Cut]:
        """`cut`, remembered. Do not change the list."""
        if step != self._cached_step or len(self._cache) > _CACHE_SIZE:
            self._cache.clear()
            self._cached_step = step
        known = self._cache.get(piece)
        if known is None:
            known = self._cache[piece] = self.cut(piece, step)
        return known

    def explain(self, word: str | bytes, step: int | None = None) -> Iterator[Move]:
        """How a piece of text becomes tokens; where it is split into several pieces, one after the other."""
        settled: tuple[bytes, ...] = ()
        for piece in self.pieces(word):
            for move in self.moves(piece, step):
                yield Move(move.title, settled + move.pieces, len(settled) + move.settled, move.figures)
            settled += tuple(self.written(cut.id) for cut in self.cuts(piece, step))

    def seen(self, text: str | bytes) -> bytes:
        """The text after normalizing."""
        return self.rules.normalizer.apply(as_bytes(text)).data

    def pieces(self, text: str | bytes) -> list[bytes]:
        """The pieces of a text that get tokens, as `cut` sees them."""
        pieces = self.rules.split.pieces(self.seen(text))
        return [piece for piece in pieces if not self._is_skipped(piece)]

    def placed(self, text: str | bytes, specials: SpecialMode = SpecialMode.TEXT) -> Iterator[Piece]:
        """The same with where they stand in the text, and special tokens among them."""
        data, start = as_bytes(text), 0
        for part, special_id in self.rules.specials.cut(data, specials):
            if special_id is None:
                yield from self._placed(part, start)
            else:
                yield Piece(part, start, start + len(part), special_id)
            start += len(part)

    def _placed(self, part: bytes, offset: int) -> Iterator[Piece]:
        normal, position = self.rules.normalizer.apply(part), 0
        for piece in self.rules.split.pieces(normal.data):
            start, position = position, position + len(piece)
            if not self._is_skipped(piece):
                yield Piece(piece, offset + normal.origin(start), offset + normal.origin(position))

    def _is_skipped(self, piece: bytes) -> bool:
        return self.rules.skips_spaces and to_text(piece).isspace()

    def _spans(
        self, part: bytes, data: bytes, offset: int, cuts: Callable[[bytes], list[Cut]]
    ) -> Iterator[TokenSpan]:
        normal = self.rules.normalizer.apply(part)
        position = 0
        for piece in self.rules.split.pieces(normal.data):
            if self._is_skipped(piece):
                position += len(piece)
                continue
            for token_id, length, unknown in cuts(piece):
                start, end = offset + normal.origin(position), offset + normal.origin(position + length)
                yield TokenSpan(token_id, data[start:end], start, end, False, unknown)
                position += length

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_cache": {}, "_cached_step": None}


def _without_gaps(spans: list[TokenSpan], data: bytes) -> Iterator[TokenSpan]:
    """Spans that begin where the one before ended; the last one ends with the text."""
    start = 0
    for number, span in enumerate(spans, start=1):
        end = span.end if number < len(spans) else len(data)
        yield span._replace(token=data[start:end], start=start, end=end)
        start = end


def _not_yet(token_id: int, step: int | None) -> TokenError:
    return TokenError(f"Id {token_id} is not known after step {step}", "choose a later step")


def as_bytes(text: str | bytes) -> bytes:
    return to_bytes(text) if isinstance(text, str) else text


def check_step(step: int | None, steps: int) -> int:
    """A step that there is; None is the last one."""
    return steps if step is None else min(max(step, 0), steps)
