"""Two futures of one training: what is learned where a tie was decided one way, and where another way.

They are compared by what tokens are, not by ids, which the order of learning gives. They have met again
where both have learned the same tokens, have the corpus in as many of them, and learn the same from there to
the last step that is known of both. That they would never part again is more than anybody knows.
"""

from __future__ import annotations

from collections import Counter

from bpe_play.engine.history import History

_Made = tuple[bytes, bytes, int]  # the two halves of a token, and how often they stood side by side


class Futures:
    """Two histories that are the same before `start`, compared as far as both go; `update` when they grow.

    last         the last step that is compared
    met          the step after which both are the same up to `last`; None if they are not
    met_before   how many times they had the same tokens and parted again
    differing    how many steps have other merges

    >>> from bpe_play.engine.bpe import train
    >>> from bpe_play.engine.history import pack
    >>> histories = [History(4), History(4)]
    >>> for history, choices in zip(histories, ({}, {1: (99, 100)}), strict=True):
    ...     history.extend(pack(train({b"ab": 1, b"cd": 1}, 300, choices=choices)))
    >>> futures = Futures(*histories, start=1)
    >>> futures.last, futures.met, futures.step_in_other(0, 1), futures.step_in_other(1, 1)
    (2, 2, 2, 2)
    """

    def __init__(self, first: History, second: History, start: int) -> None:
        self.histories = first, second
        self.start = start
        self.last = start - 1
        self.met: int | None = None
        self.met_before = 0
        self.differing = 0
        self._surplus: Counter[bytes] = Counter()  # how often the first has a token more than the second
        self._made_at: tuple[dict[bytes, int], dict[bytes, int]] = {}, {}
        self.update()

    def update(self) -> None:
        """Compare what is new in both."""
        for step in range(self.last + 1, min(map(len, self.histories)) + 1):
            self._compare(step)
            self.last = step

    def _compare(self, step: int) -> None:
        tokens = [history.vocabulary.tokens[history.vocabulary.ids[step - 1]] for history in self.histories]
        for made_at, token in zip(self._made_at, tokens, strict=True):
            made_at.setdefault(token, step)
        if self.is_same(step):
            return
        self.differing += 1
        self._count(tokens[0], 1)
        self._count(tokens[1], -1)
        if self.met is not None:
            self.met_before += 1
        after = [history.tokens_after(step) for history in self.histories]
        self.met = None if self._surplus or after[0] != after[1] else step

    def _count(self, token: bytes, amount: int) -> None:
        self._surplus[token] += amount
        if not self._surplus[token]:
            del self._surplus[token]

    def is_same(self, step: int) -> bool:
        """Whether both make the same token of the same parts, as frequent in both, at a step."""
        return self._made(0, step) == self._made(1, step)

    def _made(self, which: int, step: int) -> _Made:
        history = self.histories[which]
        left, right = history.vocabulary.pairs[step - 1]
        tokens = history.vocabulary.tokens
        return tokens[left], tokens[right], history.count(step)

    def step_in_other(self, which: int, step: int) -> int | None:
        """At which step from `start` on the other future makes the token that this one makes at a step."""
        history = self.histories[which]
        return self._made_at[1 - which].get(history.vocabulary.tokens[history.vocabulary.ids[step - 1]])

    @property
    def only(self) -> tuple[list[bytes], list[bytes]]:
        """The tokens that only the first has after the last step, and those that only the second has."""
        first = [token for token, surplus in self._surplus.items() if surplus > 0]
        second = [token for token, surplus in self._surplus.items() if surplus < 0]
        return first, second

    def next_difference(self, step: int) -> int | None:
        """The next step after this one at which they differ."""
        return next((later for later in range(step + 1, self.last + 1) if not self.is_same(later)), None)
