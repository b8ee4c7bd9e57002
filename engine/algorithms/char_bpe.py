"""Byte-pair encoding over characters, as it was before GPT-2: the alphabet is that of the corpus.

What the corpus lacks becomes [UNK], or its bytes where byte fallback is on (as in Llama 2). With the
setting `sentencepiece` spaces are characters like others. Merges do not cross unknown characters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bpe_play.engine.algorithms import kept_merges
from bpe_play.engine.algorithms.alphabet import (
    Fallback,
    character_counts,
    check_size,
    covering,
    notes_on,
)
from bpe_play.engine.algorithms.byte_bpe import merge_moves
from bpe_play.engine.algorithms.keeping import Keeping
from bpe_play.engine.algorithms.pair_corpus import PairCorpus
from bpe_play.engine.algorithms.pair_rules import Learned, Rules, by_count
from bpe_play.engine.algorithms.pair_training import PairTraining
from bpe_play.engine.algorithms.pieces import PieceModel, check_step
from bpe_play.engine.algorithms.protocol import Algorithm, Training
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.steps import Move
from bpe_play.engine.algorithms.text_rules import Cut, TextRules
from bpe_play.engine.door import to_text
from bpe_play.engine.encoder import Encoder
from bpe_play.engine.fields import Field
from bpe_play.engine.merges import BYTES, SINGLE_BYTES, Pair
from bpe_play.engine.vocabulary import Vocabulary


class CharBpeModel(PieceModel):
    """Merges over an alphabet. Ids: the fallback's, the characters in the order given, then the merges.

    Inside, the 256 bytes are always there and are what unknown characters start as; with [UNK] they are
    folded into one token at the end, and all ids are 255 lower.

    >>> model = CharBpeModel("abc", [(1, 2)], Fallback(False), TextRules())
    >>> model.encode("abc"), model.encode("añña"), model.decode([4, 3])
    ([4, 3], [1, 0, 1], b'abc')
    """

    def __init__(self, alphabet: str, pairs: Sequence[Pair], fallback: Fallback, rules: TextRules) -> None:
        super().__init__(rules)
        self.fallback = fallback
        self.steps = len(pairs)
        self._shift = BYTES - fallback.size
        self.vocabulary = Vocabulary()
        self.vocabulary.characters = {char: BYTES + number for number, char in enumerate(alphabet)}
        for char, token_id in self.vocabulary.characters.items():
            self.vocabulary.tokens[token_id] = char.encode()
        for number, (left, right) in enumerate(pairs):
            new_id = BYTES + len(alphabet) + number
            self.vocabulary.learn((left + self._shift, right + self._shift), new_id)
        self._encoder = Encoder(self.vocabulary)

    def cut(self, piece: bytes, step: int | None) -> list[Cut]:
        cuts: list[Cut] = []
        for inner in self._encoder.encode(piece, check_step(step, self.steps)):
            length = len(self.vocabulary.tokens[inner])
            if inner >= BYTES or self.fallback.in_bytes:
                cuts.append(Cut(inner - self._shift, length))
            elif cuts and cuts[-1].unknown:
                cuts[-1] = cuts[-1]._replace(length=cuts[-1].length + length)
            else:
                cuts.append(Cut(0, length, True))
        return cuts

    def moves(self, piece: bytes, step: int | None) -> Iterator[Move]:
        yield from merge_moves(piece, self.vocabulary, step, self._written_inside)
        pieces = tuple(self.written(cut.id) for cut in self.cuts(piece, step))
        yield Move("no pair is left to merge", pieces, len(pieces))

    def _written_inside(self, inner: int) -> bytes:
        return SINGLE_BYTES[inner] if inner < BYTES else self.written(inner - self._shift)

    def ids(self, step: int | None = None) -> list[int]:
        return list(range(len(self.vocabulary) - self._shift - self.steps + check_step(step, self.steps)))

    def is_unknown(self, token_id: int) -> bool:
        return self.fallback.is_unknown(token_id)

    def born(self, token_id: int) -> int:
        inner = token_id + self._shift
        return self.vocabulary.step_of(inner) if inner in self.vocabulary.tokens else 0

    @property
    def pairs(self) -> list[Pair]:
        """The merges as pairs of ids, in order."""
        return [(left - self._shift, right - self._shift) for left, right in self.vocabulary.pairs]

    def parents(self, token_id: int) -> Pair | None:
        step = self.born(token_id)
        if not step:
            return None
        left, right = self.vocabulary.pairs[step - 1]
        return left - self._shift, right - self._shift

    def plain_token(self, token_id: int, step: int | None) -> bytes | None:
        if 0 <= token_id < self.fallback.size:
            return self.fallback.token(token_id)
        inner = token_id + self._shift
        if inner not in self.vocabulary.tokens:
            return None
        known = self.vocabulary.step_of(inner) <= check_step(step, self.steps)
        return self.vocabulary.tokens[inner] if known and token_id >= 0 else None

    def written(self, token_id: int) -> bytes:
        is_fallback = 0 <= token_id < self.fallback.size
        return self.fallback.written(token_id) if is_fallback else super().written(token_id)


def start(words: Mapping[bytes, int], settings: Settings) -> Training:
    """Merge the most frequent pair of neighbours, again and again; the alphabet is in code point order."""
    fallback = Fallback(settings.byte_fallback)
    counts = character_counts(words)
    alphabet = "".join(sorted(covering(counts, settings.coverage)))
    check_size(fallback.size, len(alphabet), settings, "its characters, and what stands for unknown ones")
    number = {char: fallback.size + index for index, char in enumerate(alphabet)}
    corpus, unknown = _count(words, number, fallback)
    written = {token_id: fallback.written(token_id) for token_id in range(fallback.size)}
    written |= {token_id: char.encode() for char, token_id in number.items()}
    learned = Learned(written)
    rules = Rules(by_count, lambda left, right: left + right, one_id=False)
    return Training(
        PairTraining(corpus, learned, rules, settings, unknown).steps(),
        lambda: CharBpeModel(alphabet, list(learned.pairs), fallback, TextRules.of(settings)),
        notes_on(settings, len(counts) - len(alphabet)),
        start_tokens=corpus.tokens + unknown,
        most_steps=settings.vocab_size - len(written),
    )


def _count(
    words: Mapping[bytes, int], number: Mapping[str, int], fallback: Fallback
) -> tuple[PairCorpus, int]:
    """The corpus of known characters, and how many tokens the unknown ones take."""
    unknown = 0
    runs: list[tuple[list[int], int]] = []
    for word, weight in words.items():
        for text, is_known in fallback.parts(to_text(word), number):
            if is_known:
                runs.append(([number[char] for char in text], weight))
            else:
                unknown += weight * len(fallback.cuts(text))
    return PairCorpus(runs), unknown


def _write(model: CharBpeModel) -> dict[str, Any]:
    return kept_merges.write(model.vocabulary.characters, model.pairs)


def _read(field: Field, settings: Settings, rules: TextRules) -> CharBpeModel:
    fallback = Fallback(settings.byte_fallback)
    alphabet, pairs = kept_merges.read(field, fallback.size)
    return CharBpeModel(alphabet, pairs, fallback, rules)


ALGORITHM = Algorithm(
    key="bpe-char",
    title="BPE over characters",
    summary="merge the most frequent pair, starting from the characters of the corpus",
    heeds=frozenset(
        {
            "byte_fallback",
            "coverage",
            "longest_token",
            "min_count",
            "nfkc",
            "runners_up",
            "sentencepiece",
            "split",
            "ties",
        }
    ),
    start=start,
    columns=("count", "tied"),
    keeping=Keeping(_write, _read),
)
