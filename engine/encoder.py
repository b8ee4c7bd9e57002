"""Encode one piece quickly: the result of `bpe.encode`, without looking at every pair at every step.

Short pieces (nearly all there are) replay the merges on a list. Long ones keep the pairs in a heap and the
tokens in a linked list, so that a megabyte without a space takes n log n steps and not n².
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from heapq import heapify, heappop, heappush
from itertools import pairwise, repeat

from bpe_play.engine.vocabulary import Vocabulary

_SHORT = 64
_CACHE_SIZE = 100_000  # pieces
_CACHE_BYTES = 1 << 22  # of pieces
_NEVER = 1 << 60


class Encoder:
    """Encodes pieces with the first `limit` merges of a vocabulary, and remembers pieces it has seen.

    From one step to the next most pieces stay as they are, so each is kept with the steps for which its ids
    hold: from the last merge that was made in it until the next one that could be.

    >>> Encoder(Vocabulary.of([(97, 99), (256, 97)])).encode(b"acac")
    [256, 256]
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._cache: dict[bytes, tuple[list[int], int, int]] = {}
        self._cached_bytes = 0

    def encode(self, piece: bytes, limit: int | None = None) -> list[int]:
        """The ids of a piece as of step `limit`, or with all merges there are. Do not change the list."""
        newest = self.vocabulary.step
        limit = newest if limit is None else min(limit, newest)
        kept = self._cache.get(piece)
        if kept is None or not kept[1] <= limit < kept[2]:
            if len(self._cache) > _CACHE_SIZE or self._cached_bytes > _CACHE_BYTES:
                self._cache.clear()
                self._cached_bytes = 0
            self._cached_bytes += len(piece)
            ids = self._encode(piece, limit)
            kept = self._cache[piece] = (ids, *self._valid(piece, ids, limit))
        return kept[0]

    def steps_alike(self, pieces: Iterable[bytes], limit: int) -> range:
        """Steps around `limit`, itself among them, as of which all these pieces have the same ids as then.

        >>> Encoder(Vocabulary.of([(97, 99), (98, 98), (256, 97)])).steps_alike([b"ac", b"x"], 2)
        range(1, 4)
        """
        since, until = 0, self.vocabulary.step + 1
        for piece in set(pieces):
            self.encode(piece, limit)
            _, first, end = self._cache[piece]
            since, until = max(since, first), min(until, end)
        return range(since, until)

    def _encode(self, piece: bytes, limit: int) -> list[int]:
        vocabulary = self.vocabulary
        whole = vocabulary.whole_of(piece, limit)
        if whole is not None:
            return [whole]
        ids = vocabulary.start(piece)
        merge_all = _replay_long if vocabulary.singly or len(ids) > _SHORT else _replay
        return merge_all(ids, vocabulary, limit)

    def _valid(self, piece: bytes, ids: list[int], limit: int) -> tuple[int, int]:
        """The first limit for which a piece has these ids, and the first after it for which it may not."""
        vocabulary = self.vocabulary
        if vocabulary.singly or piece in vocabulary.whole:
            return limit, limit + 1  # what merges one by one, or not at all, does not tell
        since = max(map(vocabulary.step_of, ids), default=0)
        until = min(map(vocabulary.steps.get, pairwise(ids), repeat(_NEVER)), default=_NEVER)
        return since, min(until, vocabulary.step + 1)


def _replay(ids: list[int], vocabulary: Vocabulary, limit: int) -> list[int]:
    """Find the pair with the lowest step, merge it everywhere, repeat."""
    step_of = vocabulary.steps.get
    while len(ids) > 1:
        steps = [step_of(pair, _NEVER) for pair in pairwise(ids)]
        first = min(steps)
        if first > limit:
            break
        ids = _merge_at(ids, steps, first, vocabulary.ids[first - 1])
    return ids


def _merge_at(ids: list[int], steps: list[int], step: int, new_id: int) -> list[int]:
    """Replace each pair that belongs to `step`, from left to right, without overlap."""
    merged: list[int] = []
    done = 0
    position = steps.index(step)
    while True:
        merged += ids[done:position]
        merged.append(new_id)
        done = position + 2
        try:
            position = steps.index(step, done)
        except ValueError:
            return merged + ids[done:]


def _replay_long(ids: list[int], vocabulary: Vocabulary, limit: int) -> list[int]:
    """The same for a long piece, and for any vocabulary: merges one by one, lowest step first, then leftmost.

    Token i is a list cell with neighbours `before[i]` and `after[i]`; a merged-away cell holds -1. `places` has for
    each step a heap of the places where its pair stands; a place that no longer holds it is dropped when its turn
    comes. `waiting` is a heap of the steps that have places: far fewer than there are tokens.
    """
    cells, gone = list(ids), -1
    end = len(cells)
    before, after = list(range(-1, end - 1)), list(range(1, end + 1))
    step_of = vocabulary.steps.get
    places: defaultdict[int, list[int]] = defaultdict(list)
    for at, step in enumerate(map(step_of, pairwise(ids), repeat(_NEVER))):
        if step <= limit:
            places[step].append(at)
    waiting = list(places)
    heapify(waiting)

    def note(left: int, right: int) -> None:
        if left >= 0 and right < end and (step := step_of((cells[left], cells[right]), _NEVER)) <= limit:
            if step not in places:
                heappush(waiting, step)
            heappush(places[step], left)

    while waiting:
        step = waiting[0]
        if not places[step]:
            del places[heappop(waiting)]
            continue
        at = heappop(places[step])
        right = after[at]
        if right == end or step_of((cells[at], cells[right])) != step:
            continue
        cells[at], cells[right] = vocabulary.ids[step - 1], gone
        after[at] = after[right]
        if after[at] < end:
            before[after[at]] = at
        note(before[at], at)
        note(at, after[at])
    return [token_id for token_id in cells if token_id != gone]
