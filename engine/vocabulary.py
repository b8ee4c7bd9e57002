"""The vocabulary: which bytes each id stands for, and how each token came to be.

It only ever grows, one merge at a time, so what it was after any step k is still in it: the single bytes
and the first k merges. It does not count, choose or encode.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bpe_play.engine.errors import TokenError
from bpe_play.engine.merges import BYTES, SINGLE_BYTES, Pair


class Vocabulary:
    """Single bytes, and merges in the order in which they were learned.

    byte_ids[b]     the id of the single byte b; 0 to 255 in a vocabulary of our own, while published
                    ones have an order of their own
    pairs[s - 1]    the two ids that step s merged
    ids[s - 1]      the id that step s made
    tokens[id]      the bytes of a token
    steps[pair]     the step that merged a pair: its rank, the lower the earlier

    >>> vocabulary = Vocabulary()
    >>> vocabulary.learn((97, 98)), vocabulary.learn((256, 99))
    (256, 257)
    >>> vocabulary.tokens[257], vocabulary.parents(257), vocabulary.step_of(257)
    (b'abc', (256, 99), 2)
    """

    def __init__(self, byte_ids: Sequence[int] = range(BYTES)) -> None:
        self.byte_ids: tuple[int, ...] = tuple(byte_ids)
        self.pairs: list[Pair] = []
        self.ids: list[int] = []
        self.tokens: dict[int, bytes] = dict(zip(self.byte_ids, SINGLE_BYTES, strict=True))
        self.steps: dict[Pair, int] = {}
        self._step_of: dict[int, int] = {}

    @classmethod
    def of(cls, pairs: Iterable[Pair]) -> Vocabulary:
        """A vocabulary of our own kind, from pairs in order of learning."""
        vocabulary = cls()
        for pair in pairs:
            vocabulary.learn(pair)
        return vocabulary

    def learn(self, pair: Pair, new_id: int | None = None) -> int:
        """Add the merge of a pair; its id is the next free one unless the vocabulary is a published one."""
        token_id = BYTES + len(self.pairs) if new_id is None else new_id
        try:
            self.tokens[token_id] = self.tokens[pair[0]] + self.tokens[pair[1]]
        except KeyError as missing:
            raise unknown_id(missing.args[0]) from None
        self.pairs.append(pair)
        self.ids.append(token_id)
        self.steps.setdefault(pair, len(self.pairs))
        self._step_of.setdefault(token_id, len(self.pairs))
        return token_id

    @property
    def step(self) -> int:
        """How many merges there are."""
        return len(self.pairs)

    def __len__(self) -> int:
        """How many tokens there are: single bytes and merges."""
        return len(self.tokens)

    def step_of(self, token_id: int) -> int:
        """The step that made a token; 0 for a single byte."""
        if token_id not in self.tokens:
            raise unknown_id(token_id)
        return self._step_of.get(token_id, 0)

    def parents(self, token_id: int) -> Pair | None:
        """The two ids that a token was merged from; None for a single byte."""
        step = self.step_of(token_id)
        return self.pairs[step - 1] if step else None

    def token(self, token_id: int, step: int | None = None) -> bytes:
        """The bytes of a token, if there was such a token after the given step."""
        made = self.step_of(token_id)
        if step is not None and made > step:
            raise TokenError(f"Id {token_id} is not known after step {step}", f"it is made at step {made}")
        return self.tokens[token_id]


def unknown_id(token_id: int) -> TokenError:
    return TokenError(f"No token has the id {token_id}", "check that the ids and the model belong together")
