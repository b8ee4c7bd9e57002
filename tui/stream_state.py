"""What the stream screen plays: which text, cut into which tokens, how far it has come, and where it is cut.

No screen is known here. Places are kept as byte offsets, so that they stay where they are when the text is
cut into other tokens, or into single bytes.

    text + tokenizer -> tokens -> arrivals -> lanes: the decoders side by side
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from bpe_play.engine.stream_examples import StreamExample
from bpe_play.engine.stream_play import StreamStep, Token, one_byte_a_token
from bpe_play.tui.stream_buffer import Buffer, buffer_after
from bpe_play.tui.stream_lanes import RIGHT, Lane, kinds, lane, run

LONGEST = 1_000  # bytes of a text that are sent
SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)  # arrivals a second


def given_tokens(example: StreamExample) -> list[Token]:
    """The tokens of an example that brings its own; they have no ids, and get negative ones.

    >>> given_tokens(StreamExample("x", "X", b"aba", "none", "", (b"a", b"b", b"a")))
    [(-1, b'a'), (-2, b'b'), (-1, b'a')]
    """
    known: dict[bytes, int] = {}
    return [(known.setdefault(token, -1 - len(known)), token) for token in example.tokens]


def first_tokens(tokens: Sequence[Token], most: int = LONGEST) -> list[Token]:
    """The tokens that lie within the first `most` bytes."""
    ends = list(accumulate(len(token) for _, token in tokens))
    return list(tokens[: bisect_right(ends, most)])


@dataclass(frozen=True)
class Place:
    """How far a stream has come, in bytes, where it is cut, and whether its end has come too."""

    sent: int = 0
    cut: int | None = None
    ended: bool = False


class StreamState:
    """A stream and the place in it.

    by_byte   the bytes of the tokens come one by one
    stop      a stop sequence to look for, or none
    left_out  how many bytes of the text are not sent, because it is too long
    """

    def __init__(self) -> None:
        self.by_byte = False
        self.stop = ""
        self.left_out = 0
        self._tokens: list[Token] = []
        self._arrivals: list[Token] = []
        self._ends: list[int] = []
        self._runs: dict[str, list[StreamStep]] = {}
        self._sent = 0
        self._cut: int | None = None
        self._ended = False
        self._first = Place()  # as it was loaded
        self._play()

    # -- what is sent

    def load(
        self,
        tokens: Sequence[Token],
        size: int | None = None,
        *,
        stop: str = "",
        cut_after: int | None = None,
    ) -> None:
        """Another stream, at its beginning. `size`: of the whole text, if these are not all its tokens."""
        self._set(tokens, size)
        self.stop = stop
        self._cut = None if cut_after is None else sum(len(token) for _, token in tokens[:cut_after])
        self._play()
        self.restart()
        self._first = self.place

    def recut(self, tokens: Sequence[Token], size: int | None = None) -> None:
        """The same text in other tokens; what has come so far stays so."""
        if first_tokens(tokens) != self._tokens:
            self._set(tokens, size)
            self._play()

    def set_stop(self, stop: str) -> None:
        """Look for another stop sequence, or for none."""
        self.stop = stop
        self._play()

    def toggle_bytes(self) -> None:
        """Send single bytes, or whole tokens again; bytes of a token that has begun are taken back."""
        self.by_byte = not self.by_byte
        self._play()

    def _set(self, tokens: Sequence[Token], size: int | None) -> None:
        self._tokens = first_tokens(tokens)
        whole = sum(len(token) for _, token in tokens) if size is None else size
        self.left_out = whole - sum(len(token) for _, token in self._tokens)

    def _play(self) -> None:
        """Run all decoders over the arrivals; stepping then only looks at more or fewer of their steps."""
        self._arrivals = single_bytes(self._tokens) if self.by_byte else self._tokens
        self._ends = list(accumulate(len(token) for _, token in self._arrivals))
        self._runs = {kind.key: run(self._arrivals, kind.make) for kind in kinds(self.stop)}
        self._settle()

    def _settle(self) -> None:
        """Where it is must be the border of an arrival."""
        self._sent = self._end_of(self.position)
        self._cut = None if self._cut is None else self._end_of(self.limit)
        self._ended = self._ended and self.position == self.limit

    # -- where it is

    @property
    def arrivals(self) -> Sequence[Token]:
        """Everything that could come: tokens, or bytes each with the id of its token."""
        return self._arrivals

    @property
    def position(self) -> int:
        """How many of them have come."""
        return bisect_right(self._ends, self._sent)

    @property
    def limit(self) -> int:
        """After how many of them the stream ends."""
        return len(self._arrivals) if self._cut is None else bisect_right(self._ends, self._cut)

    @property
    def sent(self) -> int:
        """How many bytes have come."""
        return self._sent

    @property
    def is_cut(self) -> bool:
        return self._cut is not None

    @property
    def ended(self) -> bool:
        """Whether the end of the stream has come too, with its flush."""
        return self._ended

    @property
    def place(self) -> Place:
        return Place(self._sent, self._cut, self._ended)

    @property
    def moved_to(self) -> Place | None:
        """Where somebody has brought it; None while it is as it was loaded."""
        return None if self.place == self._first else self.place

    def lanes(self) -> list[Lane]:
        """Every decoder as of now."""
        found = kinds(self.stop)
        return [lane(kind, self._runs[kind.key], self.position, self._ended, self.stop) for kind in found]

    def buffer(self) -> Buffer:
        """The hold-back buffer of the right decoder."""
        kind = next(kind for kind in kinds() if kind.key == RIGHT)
        return buffer_after(lane(kind, self._runs[RIGHT], self.position, self._ended).sent)

    # -- moving

    def step(self, by: int) -> bool:
        """So many arrivals on or back; the flush is the last step. Whether anything moved."""
        before = self.position, self._ended
        target = self.position + self._ended + by
        self._ended = target > self.limit
        self._sent = self._end_of(min(max(target, 0), self.limit))
        return before != (self.position, self._ended)

    def go_to(self, place: Place | None) -> None:
        """Another place, such as one that it was at before; None is as it was loaded."""
        to = place or self._first
        self._sent, self._cut, self._ended = to.sent, to.cut, to.ended
        self._settle()

    def restart(self) -> None:
        self._sent, self._ended = 0, False

    def finish(self) -> None:
        """Everything comes, and the flush."""
        self.step(len(self._arrivals) + 1)

    def cut(self) -> None:
        """The stream ends here, and what was still to come never does; once more: it does not end here."""
        self._ended = False
        here = self._sent if self.position < len(self._arrivals) else None
        self._cut = None if here == self._cut else here

    def flush(self) -> None:
        """The stream ends here and the decoders are told so."""
        if self.position < self.limit:
            self._cut = self._sent
        self._ended = True

    def _end_of(self, count: int) -> int:
        return self._ends[count - 1] if count else 0


def single_bytes(tokens: Sequence[Token]) -> list[Token]:
    """The bytes of the tokens, each with the id of its token."""
    return [(token_id, byte) for token_id, token in tokens for _, byte in one_byte_a_token(token)]
