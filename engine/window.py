"""The tokens of a part of a huge text, exactly as they are in the whole, without encoding the whole.

The text is cut where a cut is certain (certain_cuts.py): first at piece borders, then inside long pieces
at token borders. Where there is no certain cut within reach, encoding starts a margin away and the window
says that it may differ from the whole (`exact`). Special tokens are plain text here.

Of a tokenizer that splits as it is said but does not merge, pieces are cut whole, or with a margin where they
are long. One that changes the text before it cuts it has no certain cuts: a text that is not small is then
taken from some lines before to some lines behind. In both cases the window says so.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from copy import copy
from itertools import accumulate, pairwise
from typing import NamedTuple, Self

from bpe_play.engine.certain_cuts import Data, Neighbours, Outlook, PieceBorders, decoder_start
from bpe_play.engine.door import to_bytes, to_text
from bpe_play.engine.encoder import Encoder
from bpe_play.engine.merges import Pair
from bpe_play.engine.special_parts import Stretch, parts_between
from bpe_play.engine.specials import SpecialMode
from bpe_play.engine.tokenizer import Tokenizer, TokenSpan

REACH = 1 << 16  # how far a certain cut is looked for
NEAR = 1 << 8  # a piece that begins or ends this near is taken whole
MARGIN = 1 << 12  # how far away encoding starts where none is found
SMALL = 1 << 18  # a text up to this size is split as a whole where the pattern is not one of ours
_SPLITS_KEPT = 64
_OUTLOOKS_KEPT = 64


class Window(NamedTuple):
    """Tokens that follow one another, with offsets in the whole text.

    hits   indices of spans that the next pair would merge with the span after them
    exact  whether these are for certain the tokens that the whole text has here
    """

    spans: tuple[TokenSpan, ...]
    hits: frozenset[int] = frozenset()
    exact: bool = True

    def holds(self, start: int, end: int) -> bool:
        """Whether all tokens of data[start:end] are here as they are in the whole text."""
        spans = self.spans
        return self.exact and bool(spans) and spans[0].start <= start and end <= spans[-1].end


class Windows:
    """Cuts windows out of one text with one tokenizer, at any place and as of any step.

    Keep it as long as text and tokenizer are the same: it remembers what it has split and encoded. The
    tokenizer's vocabulary may grow meanwhile.

    >>> from bpe_play.engine.pretokenizers import pre_tokenizer
    >>> from bpe_play.engine.vocabulary import Vocabulary
    >>> windows = Windows(Tokenizer(pre_tokenizer("none"), Vocabulary.of([(97, 98)])), b"abc" * 1000)
    >>> [span.token for span in windows.cut(1500, 1503).spans if 1500 <= span.start < 1503]
    [b'ab', b'c']
    """

    def __init__(self, tokenizer: Tokenizer, data: Data, specials: SpecialMode = SpecialMode.TEXT) -> None:
        self.tokenizer = tokenizer
        self.data = data
        self.specials = specials
        self._encoder = Encoder(tokenizer.vocabulary)
        self._neighbours = Neighbours(tokenizer.vocabulary)
        self._named = tokenizer.pre_tokenizer.is_named
        self._borders = PieceBorders(self._named)
        self._splits: dict[tuple[int, int], list[int]] = {}
        self._outlooks: dict[tuple[int, int, bool], Outlook] = {}
        self._outlooks_as_of = 0

    def cut(self, start: int, end: int, step: int | None = None, next_pair: Pair | None = None) -> Window:
        """Tokens as of a step that cover at least data[start:end], and where `next_pair` stands in them."""
        step = self.tokenizer.vocabulary.step if step is None else step
        start, end = max(start, 0), min(end, len(self.data))
        if start >= end:
            return Window(())
        if not self.tokenizer.is_plain:
            cut = self._cut_pieces if self.tokenizer.cuts_pieces else self._cut_around
            return cut(start, end, step, next_pair)
        if self.specials is SpecialMode.SPECIAL:
            return self._cut_between(start, end, step, next_pair)
        return self._cut(start, end, step, next_pair)

    def of(self, data: Data) -> Self:
        """The same for another text, which is all plain text; what is known of the tokenizer is shared."""
        other = copy(self)
        other.data, other.specials = data, SpecialMode.TEXT
        other._splits, other._outlooks = {}, {}
        return other

    def _cut(self, start: int, end: int, step: int, next_pair: Pair | None) -> Window:
        pieces, exact = self._pieces(start, end)
        spans: list[TokenSpan] = []
        hits: list[int] = []
        for first, last in pieces:
            left, left_exact = self._left_cut(first, start, step, next_pair)
            right, right_exact = self._right_cut(last, end, step, next_pair)
            exact = exact and left_exact and right_exact
            ids = self._encoder.encode(self.data[left:right], step)
            hits += (len(spans) + index for index in hits_in(ids, next_pair))
            spans += self._spans(ids, left)
        return Window(tuple(spans), frozenset(hits), exact)

    def _spans(self, ids: list[int], start: int) -> Iterator[TokenSpan]:
        tokens = self.tokenizer.vocabulary.tokens
        for token_id in ids:
            token = tokens[token_id]
            yield TokenSpan(token_id, token, start, start + len(token))
            start += len(token)

    def _cut_between(self, start: int, end: int, step: int, next_pair: Pair | None) -> Window:
        """The special tokens, and a window of each text that stands between them."""
        spans: list[TokenSpan] = []
        hits: list[int] = []
        exact = True
        for part in parts_between(self.tokenizer.specials, self.data, start, end, REACH):
            low, high = part.start, part.end
            if part.id is not None:
                spans.append(TokenSpan(part.id, self.data[low:high], low, high, special=True))
                continue
            inside = self.of(Stretch(self.data, low, high))
            found = inside.cut(max(start - low, 0), min(end, high) - low, step, next_pair)
            hits += (len(spans) + hit for hit in found.hits)
            spans += (span._replace(start=low + span.start, end=low + span.end) for span in found.spans)
            exact = exact and found.exact
        return Window(tuple(spans), frozenset(hits), exact)

    # Tokenizers that do more than to split and to merge, or something else.

    def _cut_pieces(self, start: int, end: int, step: int, next_pair: Pair | None) -> Window:
        pieces, exact = self._pieces(start, end)
        spans: list[TokenSpan] = []
        hits: list[int] = []
        for first, last in pieces:
            left = first if start - first <= MARGIN else max(decoder_start(self.data, start - MARGIN), first)
            right = last if last - end <= MARGIN else decoder_start(self.data, end + MARGIN)
            exact = exact and (left, right) == (first, last)
            found = list(self.tokenizer.spans_of(self.data[left:right], left, step))
            hits += (len(spans) + index for index in hits_in([span.id for span in found], next_pair))
            spans += found
        return Window(tuple(spans), frozenset(hits), exact)

    def _cut_around(self, start: int, end: int, step: int, next_pair: Pair | None) -> Window:
        first, last = self._lines_around(start, end)
        part = self.data[first:last]
        spans = [
            span._replace(start=first + span.start, end=first + span.end)
            for span in self.tokenizer.tokenize(part, step=step, specials=self.specials).spans
        ]
        hits = frozenset(self._hits_by_piece(part, step, next_pair) if next_pair else ())
        return Window(tuple(spans), hits, exact=(first, last) == (0, len(self.data)))

    def _lines_around(self, start: int, end: int) -> tuple[int, int]:
        """From a line before to a line behind, both at least a bit away; a margin where lines are long."""
        if len(self.data) <= 2 * MARGIN:
            return 0, len(self.data)
        low, high = max(start - MARGIN, 0), min(end + MARGIN, len(self.data))
        near_start, near_end = max(start - NEAR, 0), min(end + NEAR, len(self.data))
        before = self.data[low:near_start].rfind(b"\n")
        behind = self.data[near_end:high].find(b"\n")
        first = low + before + 1 if before >= 0 else decoder_start(self.data, low)
        last = near_end + behind if behind >= 0 else decoder_start(self.data, high)
        return first, max(last, min(end, len(self.data)))

    def _hits_by_piece(self, part: bytes, step: int, next_pair: Pair) -> Iterator[int]:
        """The indices of hits among all tokens of a part."""
        index = 0
        for piece in self.tokenizer.pieces(part, specials=self.specials):
            ids = self._encoder.encode(piece.data, step) if piece.id is None else [piece.id]
            yield from (index + hit for hit in hits_in(ids, next_pair))
            index += len(ids)

    # Pieces.

    def sections(self, size: int) -> Iterator[tuple[int, int]]:
        """Start and end of parts of about that many bytes whose pieces, in order, are those of the text.

        A text in which no border is certain is one part.
        """
        start = 0
        while start < len(self.data):
            end, is_certain = self._region_end(min(start + size, len(self.data)))
            while not is_certain:
                end, is_certain = self._region_end(min(end + REACH, len(self.data)))
            yield start, end
            start = end

    def _pieces(self, start: int, end: int) -> tuple[list[tuple[int, int]], bool]:
        """Start and end of every piece that holds a byte of data[start:end]."""
        if self.tokenizer.pre_tokenizer.pattern is None:
            return [(0, len(self.data))], True
        first, first_exact = self._region_start(start)
        last, last_exact = self._region_end(end)
        borders = self._split(first, last)
        inside = borders[bisect_right(borders, start) - 1 : bisect_left(borders, end) + 1]
        return list(pairwise(inside)), first_exact and last_exact

    def _split(self, start: int, end: int) -> list[int]:
        """The piece borders of data[start:end], both ends included."""
        if (start, end) not in self._splits:
            if len(self._splits) >= _SPLITS_KEPT:
                self._splits.clear()
            pieces = self.tokenizer.pre_tokenizer.pieces(self.data[start:end])
            self._splits[start, end] = list(accumulate(map(len, pieces), initial=start))
        return self._splits[start, end]

    def _region_start(self, start: int) -> tuple[int, bool]:
        """Where splitting can begin to get the pieces from `start` on."""
        if not self._named and len(self.data) <= SMALL:
            return 0, True
        far, near = (decoder_start(self.data, max(at, 0)) for at in (start - REACH, start))
        text = to_text(self.data[far:near])
        border = self._borders.last_in(text)
        if border is not None:
            return near - len(to_bytes(text[border:])), True
        return (0, True) if far == 0 else (max(decoder_start(self.data, start - MARGIN), 0), False)

    def _region_end(self, end: int) -> tuple[int, bool]:
        """Where splitting can stop without a change to the pieces up to `end`."""
        if not self._named and len(self.data) <= SMALL:
            return len(self.data), True
        near, far = (decoder_start(self.data, at) for at in (end + 3, end + 3 + REACH))
        text = to_text(self.data[near:far])
        border = self._borders.first_in(text)
        if border is not None:
            return near + len(to_bytes(text[:border])), True
        return (far, True) if far == len(self.data) else (decoder_start(self.data, end + 3 + MARGIN), False)

    # Long pieces.

    def _left_cut(self, first: int, start: int, step: int, next_pair: Pair | None) -> tuple[int, bool]:
        """Where in a piece encoding can begin to get the tokens from `start` on."""
        if start - first <= NEAR:
            return first, True
        far = max(first, start - REACH)
        cut = self._outlook(far, start + 1, backwards=True).nearest(step, self._seam(next_pair))
        if cut is not None:
            return far + cut, True
        return (first, True) if far == first else (max(first, start - MARGIN), False)

    def _right_cut(self, last: int, end: int, step: int, next_pair: Pair | None) -> tuple[int, bool]:
        """Where in a piece encoding can stop without a change to the tokens up to `end`."""
        if last - end <= NEAR:
            return last, True
        far = min(last, end + REACH)
        cut = self._outlook(end - 1, far, backwards=False).nearest(step, self._seam(next_pair))
        if cut is not None:
            return end - 1 + cut, True
        return (last, True) if far == last else (min(last, end + MARGIN), False)

    def _outlook(self, start: int, end: int, backwards: bool) -> Outlook:
        """The token borders of data[start:end], remembered until the vocabulary grows."""
        if self._outlooks_as_of != self.tokenizer.vocabulary.step or len(self._outlooks) >= _OUTLOOKS_KEPT:
            self._outlooks.clear()
            self._outlooks_as_of = self.tokenizer.vocabulary.step
        key = start, end, backwards
        if key not in self._outlooks:
            self._outlooks[key] = self._neighbours.outlook(self.data[start:end], backwards)
        return self._outlooks[key]

    def _seam(self, next_pair: Pair | None) -> bytes | None:
        """What must not be cut so that a hit is whole, and the first of a run of equal tokens is seen."""
        return self._neighbours.seam(next_pair) if next_pair else None


def hits_in(ids: list[int], pair: Pair | None) -> Iterator[int]:
    """Where the pair would be merged in one piece: from left to right, without overlap."""
    if pair is None:
        return
    index, last = 0, len(ids) - 1
    while index < last:
        hit = (ids[index], ids[index + 1]) == pair
        if hit:
            yield index
        index += 2 if hit else 1


def window(tokenizer: Tokenizer, data: Data, start: int, end: int, step: int | None = None) -> Window:
    """One window, for those who need no second one."""
    return Windows(tokenizer, data).cut(start, end, step)
