"""The figures of a text: bytes, code points, graphemes, tokens, and whether the tokens are the text again.

A short text has them at once. A long one is counted without keeping its tokens, each different piece once,
in parts small enough that a screen beside it stays quick; made for a thread that can be told to give up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from bpe_play.engine.characters import grapheme_bounds
from bpe_play.engine.door import to_text
from bpe_play.engine.encoder import Encoder
from bpe_play.engine.pretokenizers import PRETOKENIZERS
from bpe_play.engine.specials import SpecialMode
from bpe_play.engine.swallowed import swallowed_in_words
from bpe_play.engine.tokenizer import Tokenization, Tokenizer
from bpe_play.engine.window import Windows

LONG_PIECE = 1 << 11  # bytes; a longer piece is counted in windows
MOST_GRAPHEMES = 20_000  # bytes of a text whose graphemes are counted
_SECTION = 1 << 14  # bytes that are split or encoded in one go
_PIECES = 64  # that are encoded in one go

GoOn = Callable[[], bool]


class TextFigures(NamedTuple):
    """What there is to count in a text.

    code_points  a stray byte counts as one
    graphemes   None where they were not counted, because the text is long
    round_trip  whether its ids decode to its bytes
    exact       whether the number of tokens is certain: not so where a piece is huge and has no place at
                which it can be cut for certain
    lost        what unknown tokens swallowed, in words; empty where nothing was
    """

    size: int
    code_points: int
    graphemes: int | None
    tokens: int
    round_trip: bool
    exact: bool = True
    lost: str = ""

    @property
    def bytes_per_token(self) -> float:
        """Compression; 0.0 for the empty text."""
        return self.size / self.tokens if self.tokens else 0.0

    @classmethod
    def of(cls, tokenization: Tokenization, round_trip: bool) -> TextFigures:
        """The figures of a short text.

        >>> from bpe_play.engine.tokenizer import TokenSpan
        >>> TextFigures.of(Tokenization(b"ab", (TokenSpan(256, b"ab", 0, 2),)), round_trip=True)
        TextFigures(size=2, code_points=2, graphemes=2, tokens=1, round_trip=True, exact=True, lost='')
        """
        data, tokens, lost = tokenization.data, len(tokenization.spans), swallowed_in_words(tokenization)
        return cls(len(data), len(to_text(data)), _graphemes(data), tokens, round_trip, lost=lost)


class GaveUpError(Exception):
    """Whoever counted was told not to go on."""


class TextCounter:
    """Counts one text with one tokenizer, as of any step: the pieces are found once and kept.

    >>> from bpe_play.engine.pretokenizers import pre_tokenizer
    >>> from bpe_play.engine.vocabulary import Vocabulary
    >>> counter = TextCounter(Tokenizer(pre_tokenizer("gpt2"), Vocabulary.of([(97, 98)])), b"ab ab")
    >>> counter.count(0).tokens, counter.count(1).tokens
    (5, 3)
    """

    def __init__(self, tokenizer: Tokenizer, data: bytes, specials: SpecialMode = SpecialMode.TEXT) -> None:
        self._tokenizer = tokenizer.twin()
        self._data = data
        self._specials = specials
        self._encoder = Encoder(tokenizer.vocabulary)
        self._pieces: Counter[bytes] | None = None
        self._special_tokens = 0
        self._windows = Windows(self._tokenizer, b"")
        self._uncut = Windows(Tokenizer(PRETOKENIZERS["none"], tokenizer.vocabulary), b"")

    def count(self, step: int, go_on: GoOn = lambda: True) -> TextFigures:
        """The figures as of a step. `go_on` is asked every few milliseconds; GaveUpError when it says no.

        EngineError where special tokens are refused and the text spells one, and where the pattern runs away.
        """
        if not self._tokenizer.is_plain:
            return self._count_whole(step)
        pieces = self._found_pieces(go_on)
        tokens, round_trip, exact = self._special_tokens, True, True
        for number, (piece, weight) in enumerate(pieces.items()):
            if number % _PIECES == 0:
                _ask(go_on)
            if len(piece) > LONG_PIECE and not self._tokenizer.vocabulary.whole:
                count, same, certain = self._count_long(piece, step, go_on)
            else:
                count, same, certain = *self._count_piece(piece, step), True
            tokens += count * weight
            round_trip, exact = round_trip and same, exact and certain
        return self._figures(tokens, round_trip, exact)

    def _figures(self, tokens: int, round_trip: bool, exact: bool) -> TextFigures:
        data = self._data
        return TextFigures(len(data), len(to_text(data)), _graphemes(data), tokens, round_trip, exact)

    def _count_whole(self, step: int) -> TextFigures:
        """A tokenizer that does more than to split and to merge is asked for all of it."""
        data, tokenizer = self._data, self._tokenizer
        ids = tokenizer.encode(data, step=step, specials=self._specials)
        if tokenizer.decode(ids, step=step) == data:
            return self._figures(len(ids), True, True)
        return TextFigures.of(tokenizer.tokenize(data, step=step, specials=self._specials), round_trip=False)

    def _found_pieces(self, go_on: GoOn) -> Counter[bytes]:
        if self._pieces is None:
            pieces: Counter[bytes] = Counter()
            self._special_tokens = 0
            for part, special_id in self._tokenizer.specials.cut(self._data, self._specials):
                if special_id is None:
                    self._find_pieces(part, pieces, go_on)
                else:
                    self._special_tokens += 1
            self._pieces = pieces
        return self._pieces

    def _find_pieces(self, part: bytes, pieces: Counter[bytes], go_on: GoOn) -> None:
        split = self._tokenizer.pre_tokenizer
        if split.pattern is None:
            pieces[part] += 1
            return
        for start, end in self._windows.of(part).sections(_SECTION):
            _ask(go_on)
            pieces.update(split.pieces(part[start:end]))

    def _count_piece(self, piece: bytes, step: int) -> tuple[int, bool]:
        """How many tokens, and whether they are the piece."""
        ids = self._encoder.encode(piece, step)
        tokens = self._tokenizer.vocabulary.tokens
        return len(ids), b"".join(map(tokens.__getitem__, ids)) == piece

    def _count_long(self, piece: bytes, step: int, go_on: GoOn) -> tuple[int, bool, bool]:
        """The same window by window: a token is counted where it begins."""
        windows = self._uncut.of(piece)
        tokens, exact, decoded = 0, True, True
        for start in range(0, len(piece), _SECTION):
            _ask(go_on)
            end = min(start + _SECTION, len(piece))
            window = windows.cut(start, end, step)
            tokens += sum(start <= span.start < end for span in window.spans)
            decoded = (
                decoded
                and b"".join(span.token for span in window.spans)
                == (piece[window.spans[0].start : window.spans[-1].end])
            )
            exact = exact and window.exact
        return tokens, decoded, exact


def _ask(go_on: GoOn) -> None:
    if not go_on():
        raise GaveUpError


def _graphemes(data: bytes) -> int | None:
    return _counted_graphemes(data) if len(data) < MOST_GRAPHEMES else None


@lru_cache(maxsize=2)  # the text stays the same from step to step
def _counted_graphemes(data: bytes) -> int:
    return len(grapheme_bounds(data)) - 1
