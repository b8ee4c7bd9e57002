"""Corpora cut into tokens as of a step, with the hits of the next pair: any text, or words with counts."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate, pairwise
from operator import attrgetter

from bpe_play.engine.certain_cuts import Data, decoder_start
from bpe_play.engine.door import to_bytes, valid_runs
from bpe_play.engine.encoder import Encoder
from bpe_play.engine.errors import EngineError
from bpe_play.engine.merges import Pair
from bpe_play.engine.tokenizer import Tokenizer, TokenSpan
from bpe_play.engine.vocabulary import Vocabulary
from bpe_play.engine.window import Window, Windows, hits_in
from bpe_play.tui.widgets.corpus_parts import BLOCK, UNKNOWN, Part, PlainParts, Role, line_before

_BLOCKS_KEPT = 64
_START_OF, _END_OF = attrgetter("start"), attrgetter("end")


class TextParts:
    """A text cut into tokens as of a step, with the hits of the next pair."""

    def __init__(self, data: Data, tokenizer: Tokenizer) -> None:
        self.data, self.tokenizer = data, tokenizer
        self._windows = Windows(tokenizer, data)
        self.set_step(0, None)

    def set_step(self, step: int, next_pair: Pair | None) -> None:
        self._step, self._next_pair = step, next_pair
        self._blocks: dict[int, list[Part]] = {}
        self._window = Window(
            ()
        )  # the last one: in a long piece it may reach beyond the block it was cut for
        self.exact = True
        self.failure: EngineError | None = None

    def __len__(self) -> int:
        return len(self.data)

    def row_before(self, offset: int) -> int:
        return line_before(self.data, offset)

    def from_offset(self, offset: int) -> Iterator[Part]:
        try:
            for part in self._tokens(offset):
                yield part
                offset = part.end
        except EngineError as error:  # a pattern of the user's own that runs away
            self.failure = error
            yield from PlainParts(self.data).from_offset(offset)

    def _tokens(self, offset: int) -> Iterator[Part]:
        for index in range(offset // BLOCK, -(-len(self.data) // BLOCK)):
            for part in self._block(index):
                if part.end > offset:
                    yield part
                    offset = part.end

    def _block(self, index: int) -> list[Part]:
        """The parts that hold a byte of a block."""
        if index not in self._blocks:
            if len(self._blocks) >= _BLOCKS_KEPT:
                self._blocks.clear()
            self._blocks[index] = self._cut(index * BLOCK, min((index + 1) * BLOCK, len(self.data)))
        return self._blocks[index]

    def _cut(self, start: int, end: int) -> list[Part]:
        if not self._window.holds(start, end):
            self._window = self._windows.cut(start, end, self._step, self._next_pair)
            self.exact = self.exact and self._window.exact
        spans, hits = self._window.spans, self._window.hits
        first = bisect_right(spans, start, key=_END_OF)
        last = bisect_left(spans, end, first, key=_START_OF)
        stray = _stray_bytes(self.data, spans[first:last]) if first < last else set()
        parts = []
        for index in range(first, last):
            span = spans[index]
            is_stray = bool(stray) and not stray.isdisjoint(range(span.start, span.end))
            parts.append(Part(span.token, span.start, span.end, _id_of(span), _role(index, hits), is_stray))
        return parts


def _id_of(span: TokenSpan) -> int:
    return UNKNOWN if span.unknown else span.id


def _role(index: int, hits: frozenset[int]) -> Role:
    return Role.LEFT if index in hits else Role.RIGHT if index - 1 in hits else Role.NONE


def _stray_bytes(data: Data, spans: tuple[TokenSpan, ...]) -> set[int]:
    """The offsets of bytes that belong to no character."""
    start = decoder_start(data, spans[0].start)
    text = data[start : decoder_start(data, spans[-1].end + 3)]
    stray: set[int] = set()
    if text.isascii():
        return stray
    for run, is_valid in valid_runs(text):
        length = len(to_bytes(run))
        if not is_valid:
            stray.update(range(start, start + length))
        start += length
    return stray


class WordParts:
    """Words with counts, one to a row. Each is a piece of its own and takes one byte more than it has."""

    exact = True
    failure = None

    def __init__(self, words: Mapping[bytes, int], tokenizer: Tokenizer | None) -> None:
        self.words, self.tokenizer = words, tokenizer
        self._encoder = Encoder(tokenizer.vocabulary if tokenizer else Vocabulary())
        self._order = list(words)
        self._starts = list(accumulate((len(word) + 1 for word in words), initial=0))
        self.set_step(0, None)

    def set_step(self, step: int, next_pair: Pair | None) -> None:
        self._step, self._next_pair = step, next_pair

    def __len__(self) -> int:
        return self._starts[-1]

    def row_before(self, offset: int) -> int:
        return self._starts[max(bisect_left(self._starts, offset) - 1, 0)]

    def from_offset(self, offset: int) -> Iterator[Part]:
        for index in range(bisect_right(self._starts, offset) - 1, len(self._order)):
            yield from (part for part in self._word(index) if part.end > offset)

    def _word(self, index: int) -> list[Part]:
        word, start = self._order[index], self._starts[index]
        stray = any(not is_valid for _, is_valid in valid_runs(word))
        parts: list[Part] = []
        if self.tokenizer is None:
            parts = [Part(word, start, start + len(word), None, Role.NONE, stray)]
        else:
            window = self._cut(word, self.tokenizer)
            for position, span in enumerate(window.spans):
                place = start + span.start, start + span.end
                parts.append(Part(span.token, *place, _id_of(span), _role(position, window.hits), stray))
        last = parts.pop() if parts else Part(b"", start, start)
        return [*parts, last._replace(end=self._starts[index + 1], note=f" ×{self.words[word]:,}")]

    def _cut(self, word: bytes, tokenizer: Tokenizer) -> Window:
        """The tokens of a word, which is not split again."""
        if tokenizer.cuts_pieces:
            spans = tuple(tokenizer.spans_of(word, 0, self._step))
            return Window(spans, frozenset(hits_in([span.id for span in spans], self._next_pair)))
        if not tokenizer.is_plain:
            return Windows(tokenizer, word).cut(0, len(word), self._step, self._next_pair)
        ids = self._encoder.encode(word, self._step)
        borders = accumulate((len(tokenizer.vocabulary.tokens[token_id]) for token_id in ids), initial=0)
        cut = (
            TokenSpan(token_id, word[start:end], start, end)
            for token_id, (start, end) in zip(ids, pairwise(borders), strict=True)
        )
        return Window(tuple(cut), frozenset(hits_in(ids, self._next_pair)))
