"""A learner's program put together: its own parts, and the engine's for what it leaves out.

Three shapes: a function `train`, a class that trains, or parts with which the engine's loop is run here.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bpe_play.engine.counted import counted
from bpe_play.engine.door import to_bytes
from bpe_play.engine.merges import BYTES, Pair
from bpe_play.tui.learner.calls import Calls, id_list, merges_of
from bpe_play.tui.learner.faults import ContractError
from bpe_play.tui.learner.loading import Found, check_arguments, line_of
from bpe_play.tui.learner.parts import PARTS, vocab_of

Progress = Callable[[int], None]
Corpus = list[tuple[list[int], int]]


@dataclass
class Learned:
    """Merges in order; `counts` and `scores` are what the program itself saw, where it was asked."""

    merges: dict[Pair, int] = field(default_factory=dict)
    counts: list[float] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)


class Program:
    """What a file defines, ready to learn, encode and decode."""

    def __init__(self, found: Found, given: Mapping[str, Callable[..., Any]]) -> None:
        self.found = found
        self.calls = Calls()
        self.learned = Learned()
        self._parts = {**given, **found.functions}
        self._object: Any = None

    @property
    def is_whole(self) -> bool:
        """Whether it trains by itself, on a text that nobody has split for it."""
        return self.found.trainer is not None or "train" in self.found.functions

    @property
    def cuts(self) -> bool:
        """Whether it says itself how a text is split."""
        return "pre_tokenize" in self.found.functions

    @property
    def made_of(self) -> str:
        """What of the file is used, in words."""
        functions, trainer = self.found.functions, self.found.trainer
        if trainer is None:
            return ", ".join(functions) if functions else "nothing of the file: it defines no part yet"
        methods = [name for name in ("train", "encode", "decode") if callable(getattr(trainer, name, None))]
        return f"class {trainer.__name__}: {', '.join(methods)}"

    # -- learning

    def words(self, text: str, words: Mapping[bytes, int] | None) -> dict[bytes, int]:
        """The corpus as the program sees it: pieces, and how often each stands there."""
        if self.is_whole and not self.cuts:
            return {to_bytes(text): 1} if text else {}
        if words is not None and not self.cuts:
            return dict(words)
        pieces = self.calls.pre_tokenize(self._parts["pre_tokenize"], text)
        return dict(Counter(to_bytes(piece) for piece in pieces if piece))

    def learn(self, text: str, words: Mapping[bytes, int], size: int, progress: Progress) -> Learned:
        """Learn until the vocabulary has its size; what is learned so far is in `learned` meanwhile."""
        if self.found.trainer is not None:
            self.learned = Learned(self._train_object(text, size))
        elif "train" in self.found.functions:
            train = self._parts["train"]
            self.learned = Learned(merges_of(train, "train", train(text, size)))
        else:
            self._train_with_parts(words, size, progress)
        _check_known(self.learned.merges)
        return self.learned

    def _train_object(self, text: str, size: int) -> dict[Pair, int]:
        trainer = self.found.trainer
        assert trainer is not None
        check_arguments(trainer, f"{trainer.__name__}()", ())
        self._object = trainer()
        self._object.train(text, size - BYTES if self.found.by_merges else size)
        if not hasattr(self._object, "merges"):
            title = f"{trainer.__name__} keeps no merges"
            raise ContractError(title, f"self.merges should be {PARTS['train'].gives}")
        return merges_of(type(self._object).train, "self.merges", self._object.merges)

    def _train_with_parts(self, words: Mapping[bytes, int], size: int, progress: Progress) -> None:
        corpus: Corpus = [(list(word), weight) for word, weight in words.items()]
        self.learned = learned = Learned()
        for new_id in range(BYTES, size):
            counts = self._count(corpus)
            if not counts:
                return
            pair = self._choose(counts, corpus)
            if pair in learned.merges:
                raise _stays(pair, len(learned.merges), self._parts["merge"])
            corpus = [(self._merge(ids, pair, new_id), weight) for ids, weight in corpus]
            learned.merges[pair] = new_id
            learned.counts.append(counts[pair])
            progress(len(learned.merges))

    def _count(self, corpus: Corpus) -> dict[Pair, float]:
        counts: dict[Pair, float] = {}
        for ids, weight in corpus:
            for pair, count in self.calls.pair_counts(self._parts["pair_counts"], ids).items():
                counts[pair] = counts.get(pair, 0) + count * weight
        return counts

    def _choose(self, counts: dict[Pair, float], corpus: Corpus) -> Pair:
        """By the counts, or by scores if the file has a score."""
        if "score" in self.found.functions:
            counts = self._scores(counts, corpus)
        pair = self.calls.choose(self._parts["choose"], counts)
        if "score" in self.found.functions:
            self.learned.scores.append(counts[pair])
        return pair

    def _scores(self, counts: dict[Pair, float], corpus: Corpus) -> dict[Pair, float]:
        single: Counter[int] = Counter()
        for ids, weight in corpus:
            for token_id in ids:
                single[token_id] += weight
        score = self._parts["score"]
        return {
            pair: self.calls.score(score, count, single[pair[0]], single[pair[1]])  # type: ignore[arg-type]
            for pair, count in counts.items()
        }

    def _merge(self, ids: list[int], pair: Pair, new_id: int) -> list[int]:
        return self.calls.merge(self._parts["merge"], ids, pair, new_id)

    # -- encoding and decoding

    def pieces(self, text: str) -> list[str]:
        """A text as this program's encode gets it."""
        if self._method("encode") is not None or (self.is_whole and not self.cuts):
            return [text]
        return self.calls.pre_tokenize(self._parts["pre_tokenize"], text)

    def encode(self, text: str) -> list[int]:
        method = self._method("encode")
        if method is not None:
            return id_list(method, "encode", method(text))
        encode, merges, ids = self._parts["encode"], self.learned.merges, []
        for piece in self.pieces(text):
            ids += id_list(encode, "encode", self.calls(encode, "encode", piece, merges))
        return ids

    def decode(self, ids: list[int]) -> str:
        method = self._method("decode")
        if method is not None:
            return self.calls.decode(method, ids)
        return self.calls.decode(self._parts["decode"], ids, vocab_of(self.learned.merges))

    def _method(self, name: str) -> Callable[..., Any] | None:
        """A method of the trained object that takes one argument."""
        method: Callable[..., Any] | None = getattr(self._object, name, None)
        if method is None or not inspect.isroutine(method):
            return None
        check_arguments(method, f"{name}({PARTS[name].arguments[0]})", ("x",))
        return method


def _stays(pair: Pair, steps: int, merge: object) -> ContractError:
    line = line_of(merge)
    where = f"Line {line}: merge" if line else "merge"
    return ContractError(
        f"After {counted(steps, 'merge')} the pair {pair} is chosen again",
        f"{where} leaves it in the text, or choose does not look at the new counts",
        line,
    )


def _check_known(merges: Mapping[Pair, int]) -> None:
    """Every merge must be of ids that are bytes, or that a merge before it made."""
    known = set(range(BYTES))
    for step, (pair, new_id) in enumerate(merges.items(), 1):
        for token_id in pair:
            if token_id not in known:
                raise ContractError(
                    f"Merge {step} is of {pair}, and nothing before it made {token_id}",
                    "ids 0 to 255 are bytes, and each merge makes one more",
                )
        if new_id in known:
            raise ContractError(f"Merge {step} makes the id {new_id}, which is taken", "count up from 256")
        known.add(new_id)
