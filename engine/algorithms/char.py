"""One token a code point: the simplest tokenizer. Training only counts which characters there are.

Not one token a grapheme: `é` written as two code points is two tokens. Not all of Unicode: a character
that the corpus lacks has no token.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bpe_play.engine.algorithms import kept_entries
from bpe_play.engine.algorithms.alphabet import Fallback, character_counts, check_size, covering, notes_on
from bpe_play.engine.algorithms.entries import EntryModel, Units, learn
from bpe_play.engine.algorithms.keeping import Keeping
from bpe_play.engine.algorithms.protocol import Algorithm, Training
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.steps import Move
from bpe_play.engine.algorithms.text_rules import Cut, TextRules
from bpe_play.engine.door import to_bytes, to_text


class CharModel(EntryModel):
    """Looks every character up.

    >>> CharModel([b"a", b"n"], Fallback(False), TextRules()).encode("año")
    [1, 0, 0]
    """

    def cut(self, piece: bytes, step: int | None) -> list[Cut]:
        return [cut for char in to_text(piece) for cut in self._look_up(char, step)]

    def _look_up(self, char: str, step: int | None) -> list[Cut]:
        known = self.known(to_bytes(char), step)
        return self.fallback.cuts(char) if known is None else [known]

    def moves(self, piece: bytes, step: int | None) -> Iterator[Move]:
        pieces = tuple(self.written(cut.id) for cut in self.cuts(piece, step))
        yield Move("each character is looked up", pieces, len(pieces))


def start(words: Mapping[bytes, int], settings: Settings) -> Training:
    """Take the most frequent characters, one a step, until the vocabulary is full."""
    fallback = Fallback(settings.byte_fallback)
    check_size(fallback.size, 0, settings, "what stands for unknown characters")
    counts = character_counts(words)
    kept = [char for char in covering(counts, settings.coverage) if counts[char] >= settings.min_count]
    learned: list[bytes] = []
    units, room = _units(words, counts, kept, fallback), settings.vocab_size - fallback.size
    return Training(
        learn(units, settings.vocab_size, fallback, learned),
        lambda: CharModel(tuple(learned), fallback, TextRules.of(settings)),
        notes_on(settings, len(counts) - min(len(kept), room)),
        start_tokens=units.tokens,
        most_steps=min(len(kept), room),
    )


def _units(words: Mapping[bytes, int], counts: dict[str, int], kept: list[str], fallback: Fallback) -> Units:
    total = sum(len(to_text(word)) * weight for word, weight in words.items())
    in_bytes = sum(len(word) * weight for word, weight in words.items())
    return Units(
        {char.encode(): counts[char] for char in kept}, total, in_bytes if fallback.in_bytes else total
    )


ALGORITHM = Algorithm(
    key="char",
    title="Characters",
    summary="one token a code point: a small vocabulary, long sequences, unknown where the corpus lacks it",
    heeds=frozenset({"byte_fallback", "coverage", "min_count", "nfkc", "sentencepiece"}),
    start=start,
    keeping=Keeping(
        kept_entries.write,
        lambda field, settings, rules: CharModel(
            kept_entries.characters(field), Fallback(settings.byte_fallback), rules
        ),
    ),
)
