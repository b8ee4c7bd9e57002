"""Byte-pair encoding over bytes, as the rest of the engine has it, in the dress of the other algorithms.

Nothing is learned or cut here: training.py trains, tokenizer.py encodes.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping

from bpe_play.engine.algorithms.alphabet import check_size
from bpe_play.engine.algorithms.pieces import as_bytes, check_step
from bpe_play.engine.algorithms.protocol import Algorithm, Training
from bpe_play.engine.algorithms.replay import replay
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.steps import Choice, Figure, Move, Step
from bpe_play.engine.merges import BYTES, Merge, Pair, StopReason
from bpe_play.engine.specials import SpecialMode
from bpe_play.engine.tokenizer import Tokenization, Tokenizer
from bpe_play.engine.training import train
from bpe_play.engine.vocabulary import Vocabulary


class ByteBpeModel:
    """A Tokenizer as a Model. It also takes those that were read from files."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer

    @property
    def steps(self) -> int:
        return self.tokenizer.vocabulary.step

    def encode(
        self, text: str | bytes, *, step: int | None = None, specials: SpecialMode = SpecialMode.TEXT
    ) -> list[int]:
        return self.tokenizer.encode(text, step=step, specials=specials)

    def tokenize(
        self, text: str | bytes, *, step: int | None = None, specials: SpecialMode = SpecialMode.TEXT
    ) -> Tokenization:
        return self.tokenizer.tokenize(text, step=step, specials=specials)

    def decode(self, ids: Iterable[int], *, step: int | None = None) -> bytes:
        return self.tokenizer.decode(ids, step=step)

    def token(self, token_id: int, step: int | None = None) -> bytes:
        return self.tokenizer.token(token_id, step)

    def ids(self, step: int | None = None) -> list[int]:
        vocabulary = self.tokenizer.vocabulary
        step = check_step(step, vocabulary.step)
        return [token_id for token_id in vocabulary.tokens if vocabulary.step_of(token_id) <= step]

    def written(self, token_id: int) -> bytes:
        return self.token(token_id)

    def is_unknown(self, token_id: int) -> bool:
        return False

    def seen(self, text: str | bytes) -> bytes:
        return as_bytes(text)

    def explain(self, word: str | bytes, step: int | None = None) -> Iterator[Move]:
        """Every merge, in the order in which they were learned."""
        settled: tuple[bytes, ...] = ()
        for piece in self.tokenizer.pre_tokenizer.pieces(as_bytes(word)):
            for move in merge_moves(piece, self.tokenizer.vocabulary, step, self.written):
                yield Move(move.title, settled + move.pieces, len(settled), move.figures)
            settled += tuple(self.token(token_id) for token_id in self.encode(piece, step=step))
            yield Move("no pair is left to merge", settled, len(settled))


def merge_moves(
    piece: bytes, vocabulary: Vocabulary, step: int | None, written: Callable[[int], bytes]
) -> Iterator[Move]:
    """What there is before the first merge, and after each merge."""
    for made, ids in replay(piece, vocabulary, check_step(step, vocabulary.step)):
        pieces = tuple(map(written, ids))
        yield Move("merge", pieces, 0, (Figure("step", made),)) if made else Move("start", pieces, 0)


def start(words: Mapping[bytes, int], settings: Settings) -> Training:
    """Train as the lab does."""
    check_size(BYTES, 0, settings, "the single bytes")
    pairs: list[Pair] = []
    return Training(
        _steps(words, settings, pairs),
        lambda: ByteBpeModel(Tokenizer(settings.pre_tokenizer, Vocabulary.of(pairs))),
        start_tokens=sum(len(word) * weight for word, weight in words.items()),
        most_steps=settings.vocab_size - BYTES,
    )


def _steps(words: Mapping[bytes, int], settings: Settings, pairs: list[Pair]) -> Generator[Step, None, str]:
    training = train(
        words,
        settings.vocab_size,
        ties=settings.ties,
        min_count=settings.min_count,
        longest_token=settings.longest_token,
        runners_up=settings.runners_up,
    )
    tokens = sum(len(word) * weight for word, weight in words.items())
    vocabulary = Vocabulary()
    while True:
        try:
            merge = next(training)
        except StopIteration as end:
            reason: StopReason = end.value
            return reason
        pairs.append(merge.pair)
        vocabulary.learn(merge.pair)
        yield _step(merge, vocabulary.tokens, tokens)
        tokens = merge.tokens_after


def _step(merge: Merge, tokens: Mapping[int, bytes], tokens_before: int) -> Step:
    left, right = merge.pair
    return Step(
        merge.step,
        "merge",
        (tokens[left], tokens[right], merge.token),
        BYTES + merge.step,
        merge.tokens_after,
        (
            Figure("count", merge.count),
            Figure("saved", tokens_before - merge.tokens_after),
            Figure("tied", merge.tied),
        ),
        tuple(
            Choice(tokens[first], tokens[second], count, count) for (first, second), count in merge.runners_up
        ),
        merge,
    )


ALGORITHM = Algorithm(
    key="bpe",
    title="BPE over bytes",
    summary="merge the most frequent pair, starting from the 256 bytes: no text is unknown",
    heeds=frozenset({"longest_token", "min_count", "runners_up", "split", "ties"}),
    start=start,
    columns=("count", "tied"),
)
