"""The N most frequent words, each one token; every other word is [UNK], however alike.

A word is a piece of the pre-tokenizer. This is what tokenizers were before subwords.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bpe_play.engine.algorithms import kept_entries
from bpe_play.engine.algorithms.alphabet import Fallback, check_size
from bpe_play.engine.algorithms.entries import EntryModel, Units, learn
from bpe_play.engine.algorithms.keeping import Keeping
from bpe_play.engine.algorithms.protocol import Algorithm, Training
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.steps import Move
from bpe_play.engine.algorithms.text_rules import UNKNOWN, Cut, TextRules


class WordModel(EntryModel):
    """Looks every word up.

    >>> from bpe_play.engine.pretokenizers import pre_tokenizer
    >>> WordModel([b"to", b" be"], Fallback(False), TextRules(pre_tokenizer("gpt2"))).encode("to be bee")
    [1, 2, 0]
    """

    def cut(self, piece: bytes, step: int | None) -> list[Cut]:
        return [self.known(piece, step) or Cut(0, len(piece), True)]

    def moves(self, piece: bytes, step: int | None) -> Iterator[Move]:
        (cut,) = self.cuts(piece, step)
        title = "the vocabulary does not have this word" if cut.unknown else "the vocabulary has this word"
        yield Move(title, (self.written(cut.id),), 1)


def start(words: Mapping[bytes, int], settings: Settings) -> Training:
    """Take the most frequent words, one a step, among equals the first seen."""
    fallback = Fallback(False)
    check_size(fallback.size, 0, settings, UNKNOWN)
    longest = settings.longest_token
    kept = {
        word: count
        for word, count in sorted(words.items(), key=lambda item: -item[1])
        if count >= settings.min_count and (longest is None or len(word) <= longest)
    }
    total = sum(words.values())
    learned: list[bytes] = []
    steps = min(len(kept), settings.vocab_size - fallback.size)
    return Training(
        learn(Units(kept, total, total), settings.vocab_size, fallback, learned),
        lambda: WordModel(tuple(learned), fallback, TextRules.of(settings)),
        [f"{len(words) - steps:,} of the {len(words):,} different words of the corpus become {UNKNOWN}."],
        start_tokens=total,
        most_steps=steps,
    )


ALGORITHM = Algorithm(
    key="word",
    title="Words",
    summary="one token for each of the most frequent words, [UNK] for every other",
    heeds=frozenset({"longest_token", "min_count", "nfkc", "sentencepiece", "split"}),
    start=start,
    keeping=Keeping(
        kept_entries.write,
        lambda field, settings, rules: WordModel(kept_entries.words(field), Fallback(False), rules),
    ),
)
