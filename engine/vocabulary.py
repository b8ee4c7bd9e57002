"""The vocabulary: which bytes each id stands for, and how each token came to be.

It only ever grows, one merge at a time, so what it was after any step k is still in it: the single bytes
and the first k merges. It does not count, choose or encode.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from bpe_play.engine.door import to_bytes, valid_runs
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

    What only vocabularies from elsewhere have:
    characters      characters that have an id before any merge (SentencePiece style); others start as bytes
    whole           bytes of pieces that are looked up before any merge is tried, and their ids
    singly          whether merges must be replayed one by one, lowest step and then leftmost first. False
                    where each token is made by one step, after the steps of its parents: then all
                    occurrences of a pair can be merged at once, with the same result.

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
        self.characters: Mapping[str, int] = {}
        self.whole: Mapping[bytes, int] = {}
        self.singly = False

    @classmethod
    def of(cls, pairs: Iterable[Pair]) -> Vocabulary:
        """A vocabulary of our own kind, from pairs in order of learning."""
        vocabulary = cls()
        for pair in pairs:
            vocabulary.learn(pair)
        return vocabulary

    @classmethod
    def of_parts(
        cls, byte_ids: Sequence[int], tokens: dict[int, bytes], pairs: list[Pair], ids: list[int]
    ) -> Vocabulary:
        """A vocabulary that is known already, taken over as it is, which is ten times quicker than `learn`.

        The caller has seen to it that tokens[ids[n]] is the bytes of pairs[n] joined, for each n, and that
        no pair stands twice.

        >>> vocabulary = Vocabulary.of_parts(range(256), {97: b"a", 98: b"b", 300: b"ab"}, [(97, 98)], [300])
        >>> vocabulary.steps, vocabulary.step_of(300)
        ({(97, 98): 1}, 1)
        """
        vocabulary = cls.__new__(cls)
        vocabulary.byte_ids, vocabulary.tokens = tuple(byte_ids), tokens
        vocabulary.pairs, vocabulary.ids = pairs, ids
        vocabulary.characters, vocabulary.whole, vocabulary.singly = {}, {}, False
        return vocabulary

    # Both are made when they are first asked for: to open a large vocabulary is quicker without them.

    @cached_property
    def steps(self) -> dict[Pair, int]:
        return dict(zip(self.pairs, range(1, len(self.pairs) + 1), strict=True))

    @cached_property
    def _step_of(self) -> dict[int, int]:
        """The first step that makes each id: from the last to the first, so that it is the one kept."""
        return dict(zip(reversed(self.ids), range(len(self.ids), 0, -1), strict=True))

    def learn(self, pair: Pair, new_id: int | None = None) -> int:
        """Add the merge of a pair; its id is the next free one unless the vocabulary is a published one."""
        token_id = BYTES + len(self.pairs) if new_id is None else new_id
        self.singly = self.singly or token_id in self.tokens
        try:
            self.tokens[token_id] = self.tokens[pair[0]] + self.tokens[pair[1]]
        except KeyError as missing:
            raise unknown_id(missing.args[0]) from None
        step = len(self.pairs) + 1  # before the lists grow, of which the two are made
        self.steps.setdefault(pair, step)
        self._step_of.setdefault(token_id, step)
        self.pairs.append(pair)
        self.ids.append(token_id)
        return token_id

    def start(self, piece: bytes) -> list[int]:
        """The ids of a piece before any merge: its bytes, or its characters as far as they have ids.

        >>> Vocabulary().start("ñ".encode())
        [195, 177]
        """
        if self.characters:
            return self._start_with_characters(piece)
        return list(map(self.byte_ids.__getitem__, piece))

    def _start_with_characters(self, piece: bytes) -> list[int]:
        ids: list[int] = []
        for run, is_valid in valid_runs(piece):
            for char in run:
                known = self.characters.get(char) if is_valid else None
                ids += (self.byte_ids[value] for value in to_bytes(char)) if known is None else (known,)
        return ids

    def whole_of(self, piece: bytes, step: int) -> int | None:
        """The id of a piece that is looked up as of a step, and not cut; None where merges decide."""
        whole = self.whole.get(piece)
        known = whole is not None and (step >= self.step or self.is_made_by(whole, step))
        return whole if known else None

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

    def is_made_by(self, token_id: int, step: int) -> bool:
        """Whether a merge made this token, and not after the given step."""
        return 0 < self._step_of.get(token_id, 0) <= step

    def parents(self, token_id: int) -> Pair | None:
        """The two ids that a token was merged from; None for a single byte."""
        step = self.step_of(token_id)
        return self.pairs[step - 1] if step else None

    def score(self, token_id: int) -> float | None:
        """The logarithm of a token's probability, where an algorithm gives it one."""
        return None

    def written(self, token_id: int) -> bytes:
        """A token as its vocabulary writes it, which may be with a mark such as ## that is not in the text."""
        return self.token(token_id)

    def token(self, token_id: int, step: int | None = None) -> bytes:
        """The bytes of a token, if there was such a token after the given step."""
        made = self.step_of(token_id)
        if step is not None and made > step:
            raise TokenError(f"Id {token_id} is not known after step {step}", f"it is made at step {made}")
        return self.tokens[token_id]


def unknown_id(token_id: int) -> TokenError:
    return TokenError(f"No token has the id {token_id}", "check that the ids and the model belong together")
